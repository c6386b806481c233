export const mediaThings = [
  'completions',
  'embeddings',
  'image-generations',
  'image-edits',
  'transcriptions',
  'translations',
  'speech',
  'rerank',
  'moderations',
] as const

/** What an endpoint beside chat is about. */
export type MediaThing = (typeof mediaThings)[number]
