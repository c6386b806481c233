import type { ProviderSettings } from '../../config/configuration.js'
import type { Endpoint, EndpointAddress, ProviderKind } from '../provider.js'

export const openai: ProviderKind = {
  kind: 'openai',
  defaultBaseUrl: 'https://api.openai.com/v1',
  keyVariables: ['OPENAI_API_KEY'],
  configuration: {
    description: 'OpenAI. base_url ends with /v1.',
    chatApi: true,
    settings: {
      organization: { type: 'string', description: 'Sent as openai-organization.' },
      project: { type: 'string', description: 'Sent as openai-project.' },
    },
    discovery: {
      name: 'openai',
      baseUrlVariable: 'OPENAI_BASE_URL',
      chatApi: 'both',
      prefixes: ['gpt-', 'o1', 'o3', 'o4', 'chatgpt-', 'text-embedding-', 'dall-e-', 'whisper-', 'tts-', 'omni-moderation-'],
    },
  },
  conversationDialects: openaiDialects,
  address: openaiAddress,
  authenticate: bearer,
  traits: () => ({}),
  media: {
    completions: 'openai',
    embeddings: 'openai',
    'image-generations': 'openai',
    'image-edits': 'openai',
    transcriptions: 'openai',
    translations: 'openai',
    speech: 'openai',
    moderations: 'openai',
    realtime: 'openai',
  },
}

export function openaiDialects(settings: ProviderSettings): readonly ('chat-completions' | 'responses')[] {
  if (settings.chat_api === 'responses') return ['responses']
  return settings.chat_api === 'both' ? ['chat-completions', 'responses'] : ['chat-completions']
}

const mediaPaths: Readonly<Record<string, string>> = {
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

/** The paths of OpenAI's API below a base URL that ends in `/v1`; compatibles share them. */
export function openaiAddress(endpoint: Endpoint): EndpointAddress | undefined {
  switch (endpoint.type) {
    case 'conversation':
      if (endpoint.dialect === 'responses') return { method: 'POST', path: '/responses' }
      return endpoint.dialect === 'chat-completions' ? { method: 'POST', path: '/chat/completions' } : undefined
    case 'stored-response': {
      const path = `/responses/${encodeURIComponent(endpoint.id)}`
      if (endpoint.action === 'get') return { method: 'GET', path: path + endpoint.query }
      if (endpoint.action === 'delete') return { method: 'DELETE', path }
      if (endpoint.action === 'cancel') return { method: 'POST', path: `${path}/cancel` }
      return { method: 'GET', path: `${path}/input_items${endpoint.query}` }
    }
    case 'media': {
      const path = mediaPaths[endpoint.form]
      return path === undefined ? undefined : { method: 'POST', path }
    }
    case 'count-tokens':
      return undefined
  }
}

export function bearer(_request: unknown, settings: ProviderSettings): Record<string, string> {
  return settings.api_key === undefined ? {} : { authorization: `Bearer ${settings.api_key}` }
}
