import { noTraits, type ProviderKind } from '../provider.js'
import { bearer } from '../openai-api.js'

export const cohere: ProviderKind = {
  kind: 'cohere',
  defaultBaseUrl: 'https://api.cohere.com',
  keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  configuration: {
    description: 'Cohere. base_url without a version.',
    appended: /\/v[12](?:\/(?:chat|embed|rerank|models))?$/,
    discovery: { name: 'cohere', prefixes: ['command-', 'c4ai-', 'embed-', 'rerank-'] },
  },
  conversationDialects: () => ['cohere-chat'],
  address(endpoint) {
    if (endpoint.type === 'conversation' && endpoint.dialect === 'cohere-chat') return { method: 'POST', path: '/v2/chat' }
    if (endpoint.type === 'models') return { method: 'GET', path: '/v1/models?page_size=1000' }
    if (endpoint.type !== 'media') return undefined
    if (endpoint.endpoint === 'embeddings') return { method: 'POST', path: '/v2/embed' }
    if (endpoint.endpoint === 'rerank') return { method: 'POST', path: '/v2/rerank' }
    return undefined
  },
  authenticate: bearer,
  traits: () => noTraits,
  media: { embeddings: 'cohere', rerank: 'cohere' },
}
