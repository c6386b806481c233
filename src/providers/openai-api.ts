import type { MediaEndpoint } from '../exchange/media-task.js'
import type { ProviderSettings } from './provider-settings.js'
import type { Endpoint, EndpointAddress, MediaFormats } from './provider.js'
import { pathSegment, queryValue } from './upstream-path.js'

/** Which of OpenAI's two chat APIs a provider has. */
export function openaiDialects(settings: ProviderSettings): readonly ('chat-completions' | 'responses')[] {
  if (settings.chat_api === 'responses') return ['responses']
  return settings.chat_api === 'both' ? ['chat-completions', 'responses'] : ['chat-completions']
}

const mediaPaths: Readonly<Partial<Record<MediaEndpoint, string>>> = {
  completions: '/completions',
  embeddings: '/embeddings',
  'image-generations': '/images/generations',
  'image-edits': '/images/edits',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
  speech: '/audio/speech',
  moderations: '/moderations',
  rerank: '/rerank',
}

/** What servers with all of OpenAI's API have beside chat. */
export const openaiMedia: MediaFormats = {
  completions: 'openai',
  embeddings: 'openai',
  'image-generations': 'openai',
  'image-edits': 'openai',
  transcriptions: 'openai',
  translations: 'openai',
  speech: 'openai',
  realtime: 'openai',
}

/** The paths of OpenAI's API below a base URL that ends in `/v1`; compatibles share them. */
export function openaiAddress(endpoint: Endpoint): EndpointAddress | undefined {
  switch (endpoint.type) {
    case 'conversation':
      if (endpoint.dialect === 'responses') return { method: 'POST', path: '/responses' }
      return endpoint.dialect === 'chat-completions' ? { method: 'POST', path: '/chat/completions' } : undefined
    case 'compaction':
      return { method: 'POST', path: '/responses/compact' }
    case 'stored-response': {
      const path = `/responses/${pathSegment(endpoint.id, 'response_id')}`
      if (endpoint.action === 'get') return { method: 'GET', path: path + endpoint.query }
      if (endpoint.action === 'delete') return { method: 'DELETE', path }
      if (endpoint.action === 'cancel') return { method: 'POST', path: `${path}/cancel` }
      return { method: 'GET', path: `${path}/input_items${endpoint.query}` }
    }
    case 'media': {
      if (endpoint.endpoint === 'realtime') return { method: 'GET', path: `/realtime?model=${queryValue(endpoint.model)}` }
      const path = mediaPaths[endpoint.endpoint]
      return path === undefined ? undefined : { method: 'POST', path }
    }
    case 'models':
      return { method: 'GET', path: '/models' }
    case 'count-tokens':
      return undefined
  }
}

/** The same for servers that have embeddings and rerank alone. */
export function embeddingsAndRerank(endpoint: Endpoint): EndpointAddress | undefined {
  const has = endpoint.type === 'media' && (endpoint.endpoint === 'embeddings' || endpoint.endpoint === 'rerank')
  return has ? openaiAddress(endpoint) : undefined
}

/** The key as a bearer token; no header where there is no key. */
export function bearer(_request: unknown, settings: ProviderSettings): Record<string, string> {
  return settings.api_key === undefined ? {} : { authorization: `Bearer ${settings.api_key}` }
}
