import type { TargetTraits } from '../../exchange/target.js'
import type { ProviderKind } from '../provider.js'
import { bearer, openaiAddress } from '../openai-api.js'

const traits: TargetTraits = {
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  functionToolsOnly: true,
  withoutMedia: ['image', 'audio', 'document', 'video'],
}

/** The built-in model: a child process that serves chat completions on loopback, only text. */
export const local: ProviderKind = {
  kind: 'local',
  keyVariables: [],
  priceLists: 'free',
  configuration: {
    description: 'A GGUF model that the gateway runs itself, in a process of its own.',
    address: 'none',
    settings: {
      model_path: { type: 'string', minLength: 1, description: 'The GGUF file. Default: the one that `make local-model` has downloaded.' },
      threads: { type: 'integer', minimum: 1, maximum: 64, description: 'Threads for one answer. Default: 1.' },
      context_tokens: { type: 'integer', minimum: 256, maximum: 1048576, description: 'Tokens of the context. Default: 2048.' },
      queue: {
        type: 'integer',
        minimum: 0,
        maximum: 10000,
        description: 'Requests that may wait, since one is answered at a time. Default: 16.',
      },
      deadline_ms: {
        type: 'integer',
        minimum: 1000,
        maximum: 2147483647,
        description: 'Longest time for one answer, waiting included, in milliseconds. Default: 300000.',
      },
    },
  },
  conversationDialects: () => ['chat-completions'],
  address: (endpoint) => (endpoint.type === 'conversation' ? openaiAddress(endpoint) : undefined),
  authenticate: bearer,
  traits: () => traits,
}
