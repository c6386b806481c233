import { noTraits, type ProviderKind } from '../provider.js'

export const anthropic: ProviderKind = {
  kind: 'anthropic',
  defaultBaseUrl: 'https://api.anthropic.com',
  keyVariables: ['ANTHROPIC_API_KEY'],
  configuration: {
    description: 'Anthropic. base_url without a version.',
    appended: /\/v1(?:\/messages|\/models)?$/,
    discovery: { name: 'anthropic', baseUrlVariable: 'ANTHROPIC_BASE_URL', prefixes: ['claude-'] },
  },
  conversationDialects: () => ['messages'],
  address(endpoint) {
    if (endpoint.type === 'conversation' && endpoint.dialect === 'messages') return { method: 'POST', path: '/v1/messages' }
    if (endpoint.type === 'count-tokens' && endpoint.dialect === 'messages') return { method: 'POST', path: '/v1/messages/count_tokens' }
    return endpoint.type === 'models' ? { method: 'GET', path: '/v1/models?limit=1000' } : undefined
  },
  requestChanges: ({ type }) => (type === 'models' ? { headers: { 'anthropic-version': '2023-06-01' } } : undefined),
  authenticate: (_request, settings) => (settings.api_key === undefined ? {} : { 'x-api-key': settings.api_key }),
  traits: () => noTraits,
}
