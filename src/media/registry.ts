import type { UpstreamDialect } from '../exchange/dialect-name.js'
import type { MediaForm, MediaThing } from '../exchange/media-thing.js'
import { speechFacts, transcriptionsFacts, translationsFacts } from './audio/facts.js'
import { completionsFacts } from './completions/facts.js'
import { embeddingsFacts } from './embeddings/facts.js'
import { imageEditsFacts, imageGenerationsFacts } from './images/facts.js'
import type { MediaFacts } from './media.js'
import { moderationsFacts } from './moderations/facts.js'
import { rerankFacts } from './rerank/facts.js'

/** Everything that an endpoint beside chat can be about. Adding one: its folder, and its line here. */
export const mediaFacts: Readonly<Record<MediaThing, MediaFacts>> = {
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

/** The dialect whose errors a provider writes that has a thing in this form. */
export const errorDialects: Readonly<Record<MediaForm, UpstreamDialect>> = {
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
