/** What an endpoint beside chat is about. */
export type MediaThing =
  | 'completions'
  | 'embeddings'
  | 'image-generations'
  | 'image-edits'
  | 'transcriptions'
  | 'translations'
  | 'speech'
  | 'rerank'
  | 'moderations'
