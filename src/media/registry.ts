import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { MediaFormat, MediaTask } from '../exchange/media-task.js'
import { speechFacts, transcriptionsFacts, translationsFacts } from './audio/facts.js'
import { completionsFacts } from './completions/facts.js'
import { embeddingsFacts } from './embeddings/facts.js'
import { imageEditsFacts, imageGenerationsFacts } from './images/facts.js'
import type { MediaFacts } from './media.js'
import { moderationsFacts } from './moderations/facts.js'
import { rerankFacts } from './rerank/facts.js'

/** All media tasks. To add one: its folder, and its line here. */
export const mediaFacts: Readonly<Record<MediaTask, MediaFacts>> = {
  completions: completionsFacts,
  embeddings: embeddingsFacts,
  'image-generations': imageGenerationsFacts,
  'image-edits': imageEditsFacts,
  transcriptions: transcriptionsFacts,
  translations: translationsFacts,
  speech: speechFacts,
  rerank: rerankFacts,
  moderations: moderationsFacts,
}

/** The dialect in which providers of a format write their errors. */
export const errorDialects: Readonly<Record<MediaFormat, UpstreamDialect>> = {
  openai: 'chat-completions',
  mistral: 'chat-completions',
  voyage: 'chat-completions',
  jina: 'chat-completions',
  tei: 'chat-completions',
  cohere: 'cohere-chat',
  'cohere-v1': 'cohere-chat',
  gemini: 'generate-content',
  'vertex-predict': 'generate-content',
  'vertex-predict-one': 'generate-content',
  'vertex-content': 'generate-content',
}
