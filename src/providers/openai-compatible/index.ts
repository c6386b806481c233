import type { TargetTraits } from '../../exchange/target.js'
import type { ProviderKind } from '../provider.js'
import { bearer, openaiAddress, openaiDialects, openaiMedia } from '../openai-api.js'

/** Only OpenAI has free-text tools: elsewhere they are sent as functions. */
const traits: TargetTraits = {
  takesCostRequest: true,
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  functionToolsOnly: true,
  reasoningHistoryField: 'reasoning_content',
  geminiSignatures: true,
}

/** Any server with OpenAI's API. Most compatible servers know only `max_tokens`. */
export const openaiCompatible: ProviderKind = {
  kind: 'openai-compatible',
  keyVariables: [],
  configuration: { description: 'Any server with OpenAI chat completions. base_url usually ends with /v1.', chatApi: true },
  conversationDialects: openaiDialects,
  address: openaiAddress,
  authenticate: bearer,
  traits: () => traits,
  media: { ...openaiMedia, moderations: 'openai', rerank: 'jina' },
}
