import { bearer, embeddingsAndRerank } from '../openai-api.js'
import { noTraits, type ProviderKind } from '../provider.js'

export const voyage: ProviderKind = {
  kind: 'voyage',
  defaultBaseUrl: 'https://api.voyageai.com/v1',
  keyVariables: ['VOYAGE_API_KEY'],
  configuration: {
    description: 'Voyage: embeddings and rerank. base_url ends with /v1.',
    discovery: { name: 'voyage', prefixes: ['voyage-', 'rerank-2'] },
  },
  conversationDialects: () => [],
  address: embeddingsAndRerank,
  authenticate: bearer,
  traits: () => noTraits,
  media: { embeddings: 'voyage', rerank: 'voyage' },
}
