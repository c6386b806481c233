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

/** The wire forms in which providers have each thing, and realtime. `openai`: the form that clients use. */
export interface FormsOf {
  completions: 'openai'
  embeddings: 'openai' | 'mistral' | 'voyage' | 'jina' | 'gemini' | 'cohere' | 'vertex-predict' | 'vertex-predict-one' | 'vertex-content'
  'image-generations': 'openai' | 'gemini'
  'image-edits': 'openai' | 'gemini'
  transcriptions: 'openai' | 'gemini'
  translations: 'openai' | 'gemini'
  speech: 'openai' | 'gemini' | 'mistral'
  rerank: 'cohere' | 'cohere-v1' | 'jina' | 'voyage' | 'tei'
  moderations: 'openai'
  realtime: 'openai' | 'gemini-live'
}

export type MediaForm = FormsOf[MediaThing]

/** What a provider has an address for beside conversations: a thing in OpenAI's manner, or one of Google's methods. */
export type MediaEndpoint =
  MediaThing | 'realtime' | 'gemini-live' | 'generate-content' | 'embed-content' | 'batch-embed-contents' | 'predict'
