import type { LossLedger } from './ledger.js'

/** The target of a request that an encoder writes. */
export interface Target {
  /** The provider's name of the model. */
  readonly model: string
  /** The configured output limit in tokens, for dialects that require one (`max_tokens` of messages) where the client sets none. */
  readonly defaultMaxOutputTokens?: number
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  /** A new id with this prefix and at least 128 random bits. */
  readonly newId: (prefix: string) => string
}

/** How a provider differs from the one that defines its dialect, which has no traits. The providers' documentation is named in their kinds. */
export interface TargetTraits {
  /** Chat completions: the name of the output limit; default `max_completion_tokens`. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Chat completions: the role of instructions; default: the client's. */
  readonly systemRole?: 'system' | 'developer'
  /** Chat completions: the member of an assistant message in which reasoning is sent back; absent: it is not sent back. */
  readonly reasoningHistoryField?: 'reasoning_content' | 'reasoning' | 'reasoning_details'
  /** Mistral: ids of tool calls must have exactly 9 characters of [a-zA-Z0-9]. */
  readonly nineCharacterToolIds?: boolean
  /** Mistral: `any` for `required`, `random_seed` for `seed`. */
  readonly mistralNames?: boolean
  /** xAI: `completion_tokens` does not include reasoning tokens. */
  readonly reasoningOutsideCompletion?: boolean
  /** Chat completions: the provider has neither custom tools nor `allowed_tools`. Custom tools are sent as functions with one text argument. */
  readonly functionToolsOnly?: boolean
  /** Whether the provider has web search. Absent: as the dialect's own provider, but `false` with `functionToolsOnly`. */
  readonly webSearch?: boolean
  /** Vertex: `countTokens` takes the members of a request at the top level, not in `generateContentRequest`. */
  readonly flatTokenCount?: boolean
  /** Chat completions: the server may have Gemini models, and takes their signatures in `extra_content`. */
  readonly geminiSignatures?: boolean
  /** Chat completions: the provider knows `usage: {include: true}`, OpenRouter's request for the cost in a reply's usage, or ignores it. */
  readonly takesCostRequest?: boolean
  /** Wire names of request members that the provider refuses: dropped with a ledger entry. */
  readonly unsupported?: readonly string[]
  /** Chat completions: members of messages that the provider refuses, such as those that client libraries copy from replies. */
  readonly unsupportedInMessages?: readonly string[]
  /** Kinds of media that the provider does not accept: a request with one is refused. */
  readonly withoutMedia?: readonly ('image' | 'audio' | 'document' | 'video')[]
}
