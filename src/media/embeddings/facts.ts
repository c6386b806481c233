import type { MediaFacts } from '../media.js'

export const embeddingsFacts: MediaFacts = {
  title: 'embeddings (/v1/embeddings)',
  providers: 'an OpenAI-compatible, Gemini, Cohere, Jina, Mistral or Voyage provider',
  repeatable: true,
  bytes: false,
  chatCanAnswer: false,
}
