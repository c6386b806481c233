import { bearer, embeddingsAndRerank } from '../openai-api.js'
import { noTraits, type ProviderKind } from '../provider.js'

export const jina: ProviderKind = {
  kind: 'jina',
  defaultBaseUrl: 'https://api.jina.ai/v1',
  keyVariables: ['JINA_API_KEY'],
  configuration: { description: 'Jina: embeddings and rerank. base_url ends with /v1.', discovery: { name: 'jina', prefixes: ['jina-'] } },
  conversationDialects: () => [],
  address: embeddingsAndRerank,
  authenticate: bearer,
  traits: () => noTraits,
  media: { embeddings: 'jina', rerank: 'jina' },
}
