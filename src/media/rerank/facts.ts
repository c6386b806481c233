import type { MediaFacts } from '../media.js'

export const rerankFacts: MediaFacts = {
  title: 'reranking (/v1/rerank)',
  providers: 'a Cohere, Jina, Voyage or compatible provider',
  repeatable: true,
  bytes: false,
  chatCanAnswer: false,
}
