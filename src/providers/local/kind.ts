import type { ProviderKind } from '../provider.js'
import { bearer, openaiAddress } from '../openai/index.js'

/** The gateway's own small model: its process speaks chat completions, text alone. */
export const local: ProviderKind = {
  kind: 'local',
  keyVariables: [],
  conversationDialects: () => ['chat-completions'],
  address: (endpoint) =>
    endpoint.type === 'conversation' && endpoint.dialect === 'chat-completions' ? openaiAddress(endpoint) : undefined,
  authenticate: bearer,
  traits: () => ({
    maxTokensField: 'max_tokens',
    systemRole: 'system',
    withoutMedia: ['image', 'audio', 'document', 'video'],
    unsupported: [
      'frequency_penalty',
      'presence_penalty',
      'logit_bias',
      'logprobs',
      'top_logprobs',
      'service_tier',
      'user',
      'metadata',
      'store',
      'reasoning_effort',
      'verbosity',
      'parallel_tool_calls',
      'prediction',
      'prompt_cache_key',
      'safety_identifier',
    ],
  }),
}
