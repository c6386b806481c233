/** A JSON Schema; only what the configuration's schema needs. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What the configuration must know of a kind of provider. The one table that a new kind is added to. */
export interface ProviderKind {
  /** The word in `kind:`. */
  readonly kind: string
  readonly description: string
  /** The provider's own address; absent: `base_url` must be given, unless `address` is `none`. */
  readonly defaultBaseUrl?: string
  /** `none`: the kind has no address of its own in the configuration. */
  readonly address?: 'none'
  /** The upstream has OpenAI's chat API, its responses API, or both: the kind takes `chat_api`. */
  readonly chatApi?: boolean
  /** Settings of this kind alone, by name. */
  readonly settings?: Readonly<Record<string, JsonSchema>>
  readonly requiredSettings?: readonly string[]
}

export const providerKinds: readonly ProviderKind[] = [
  {
    kind: 'openai',
    description: 'OpenAI. base_url ends with /v1.',
    defaultBaseUrl: 'https://api.openai.com/v1',
    chatApi: true,
    settings: {
      organization: { type: 'string', description: 'Sent as openai-organization.' },
      project: { type: 'string', description: 'Sent as openai-project.' },
    },
  },
  {
    kind: 'openai-compatible',
    description: 'Any server that speaks OpenAI chat completions. base_url ends with /v1 or its like.',
    chatApi: true,
  },
  { kind: 'anthropic', description: 'Anthropic. base_url without a version.', defaultBaseUrl: 'https://api.anthropic.com' },
  {
    kind: 'gemini',
    description: 'The Gemini API. base_url without a version.',
    defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  },
  { kind: 'cohere', description: 'Cohere. base_url without a version.', defaultBaseUrl: 'https://api.cohere.com' },
  {
    kind: 'local',
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
]

export function findProviderKind(kind: string): ProviderKind | undefined {
  return providerKinds.find((candidate) => candidate.kind === kind)
}
