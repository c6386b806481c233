import { chatDialects } from './dialect-name.js'

export const mediaTasks = [
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

/** The tasks of endpoints other than chat, with the names that model hubs and inference servers use. */
export type MediaTask = (typeof mediaTasks)[number]

/** The kinds of requests, which are the `style` of a record: chat in one of the dialects, a media task, or a realtime session. */
export const requestStyles = [...chatDialects, ...mediaTasks, 'realtime'] as const

export type RequestStyle = (typeof requestStyles)[number]

/** The wire formats in which providers offer each task and realtime sessions. `openai`: the format that clients use. */
export interface FormatsOf {
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

export type MediaFormat = FormatsOf[MediaTask]

/** An endpoint of a provider other than chat: OpenAI's endpoint of a task, or a method of Google's API. */
export type MediaEndpoint =
  MediaTask | 'realtime' | 'gemini-live' | 'generate-content' | 'embed-content' | 'batch-embed-contents' | 'predict'
