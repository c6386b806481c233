import type { TargetTraits } from '../../exchange/target.js'
import type { ProviderSettings } from '../provider-settings.js'
import { bearer, openaiAddress, openaiDialects, openaiMedia } from '../openai-api.js'
import { noTraits, type Endpoint, type ProviderKind } from '../provider.js'

const defaultBaseUrl = 'https://api.openai.com/v1'
/** OpenAI's own server refuses members that it does not know. */
const otherServer: TargetTraits = { takesCostRequest: true }

export const openai: ProviderKind = {
  kind: 'openai',
  defaultBaseUrl,
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
  address: (endpoint, settings) =>
    counts(endpoint, settings) ? { method: 'POST', path: '/responses/input_tokens' } : openaiAddress(endpoint),
  authenticate: bearer,
  traits: ({ base_url: address }) => (address === undefined || address === defaultBaseUrl ? noTraits : otherServer),
  media: { ...openaiMedia, moderations: 'openai' },
}

/** OpenAI counts requests for responses alone. Other servers of the same API have no such endpoint. */
function counts(endpoint: Endpoint, settings: ProviderSettings): boolean {
  return endpoint.type === 'count-tokens' && endpoint.dialect === 'responses' && openaiDialects(settings).includes('responses')
}
