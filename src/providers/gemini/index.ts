import { noTraits, type ProviderKind } from '../provider.js'
import { pathSegments } from '../upstream-path.js'

export const gemini: ProviderKind = {
  kind: 'gemini',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  keyVariables: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  configuration: {
    description: 'The Gemini API. base_url without a version.',
    appended: /\/v1(?:alpha|beta)?(?:\/openai)?(?:\/models(?:\/.*)?|\/chat\/completions)?$/,
    discovery: { name: 'gemini', prefixes: ['gemini-', 'gemma-', 'learnlm-', 'imagen-'] },
  },
  conversationDialects: () => ['generate-content'],
  address(endpoint) {
    switch (endpoint.type) {
      case 'conversation':
        if (endpoint.dialect !== 'generate-content') return undefined
        return {
          method: 'POST',
          path: endpoint.stream
            ? `${modelPath(endpoint.model)}:streamGenerateContent?alt=sse`
            : `${modelPath(endpoint.model)}:generateContent`,
        }
      case 'models':
        return { method: 'GET', path: '/v1beta/models?pageSize=1000' }
      case 'count-tokens':
        return endpoint.dialect === 'generate-content' ? { method: 'POST', path: `${modelPath(endpoint.model)}:countTokens` } : undefined
      case 'media': {
        if (endpoint.endpoint === 'embed-content') return { method: 'POST', path: `${modelPath(endpoint.model)}:embedContent` }
        if (endpoint.endpoint === 'batch-embed-contents') return { method: 'POST', path: `${modelPath(endpoint.model)}:batchEmbedContents` }
        if (endpoint.endpoint === 'gemini-live') return { method: 'GET', path: livePath }
        if (endpoint.endpoint === 'generate-content') return { method: 'POST', path: `${modelPath(endpoint.model)}:generateContent` }
        return undefined
      }
      default:
        return undefined
    }
  },
  // The key goes in a header, never in a URL.
  authenticate: (_request, settings) => (settings.api_key === undefined ? {} : { 'x-goog-api-key': settings.api_key }),
  traits: () => noTraits,
  media: {
    embeddings: 'gemini',
    'image-generations': 'gemini',
    'image-edits': 'gemini',
    transcriptions: 'gemini',
    translations: 'gemini',
    speech: 'gemini',
    realtime: 'gemini-live',
  },
}

const livePath = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

/** `tunedModels/x` and `publishers/…` keep their collection. Slashes in a name are part of the path at this provider. */
function modelPath(model: string): string {
  const name = pathSegments(model)
  return `/v1beta/${/^(models|tunedModels|publishers)\//.test(model) ? name : `models/${name}`}`
}
