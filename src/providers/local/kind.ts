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
      model_path: { type: 'string', minLength: 1, description: 'The GGUF file. Left out: the one that `make local-model` fetched.' },
      threads: { type: 'integer', minimum: 1, maximum: 64, description: 'Threads of one answer; 1 when left out.' },
      context_tokens: { type: 'integer', minimum: 256, maximum: 1048576, description: 'Size of the context; 2048 when left out.' },
      queue: {
        type: 'integer',
        minimum: 0,
        maximum: 10000,
        description: 'Requests that may wait; 16 when left out. One answer is made at a time.',
      },
      deadline_ms: {
        type: 'integer',
        minimum: 1000,
        maximum: 2147483647,
        description: 'Longest time for one answer, waiting included; 300000 when left out.',
      },
    },
  },
  conversationDialects: () => ['chat-completions'],
  address: (endpoint) => (endpoint.type === 'conversation' ? openaiAddress(endpoint) : undefined),
  authenticate: bearer,
  traits: () => traits,
}
