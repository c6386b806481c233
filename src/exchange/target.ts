import type { LossLedger } from './ledger.js'

/** The upstream for which an encoder writes. */
export interface Target {
  /** The model's name at the upstream. */
  readonly model: string
  /** The configured output limit where the client set none and the dialect requires one (`max_tokens` of messages). Absent: the model's own. */
  readonly defaultMaxOutputTokens?: number
  readonly traits: TargetTraits
  readonly ledger: LossLedger
  /** A fresh id with this prefix and at least 128 random bits. */
  readonly newId: (prefix: string) => string
}

/** How a provider departs from its dialect. All absent = the dialect's own provider. Each trait answers to a line of the wire references. */
export interface TargetTraits {
  /** Chat completions: the limit's name; default `max_completion_tokens`. */
  readonly maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Chat completions: role for system text; default as the client wrote it. */
  readonly systemRole?: 'system' | 'developer'
  /** Chat completions: the field in which reasoning is given back in history; default none. */
  readonly reasoningHistoryField?: 'reasoning_content' | 'reasoning' | 'reasoning_details'
  /** Mistral: ids of calls must be exactly 9 characters of [a-zA-Z0-9]. */
  readonly nineCharacterToolIds?: boolean
  /** Mistral names `required` `any` and `seed` `random_seed`. */
  readonly mistralNames?: boolean
  /** xAI: reasoning tokens are not part of completion_tokens. */
  readonly reasoningOutsideCompletion?: boolean
  /** Chat completions: the provider knows no tools but functions and no `allowed_tools`: free-text tools go as functions with one text argument. */
  readonly functionToolsOnly?: boolean
  /** The provider searches the web for its models, or does not; absent: as the dialect's own provider, unless only functions are known. */
  readonly webSearch?: boolean
  /** Vertex: `countTokens` takes a request's members themselves, not one `generateContentRequest`. */
  readonly flatTokenCount?: boolean
  /** Chat completions: a server that may stand before Gemini, and takes its signatures in `extra_content`; others never gave one. */
  readonly geminiSignatures?: boolean
  /** Request members that the upstream does not know: dropped with a ledger entry. Wire names of the upstream's dialect. */
  readonly unsupported?: readonly string[]
  /** Chat completions: members of messages that the provider refuses, such as those that clients' libraries copy from replies. */
  readonly unsupportedInMessages?: readonly string[]
  /** Images, documents and the like that the target cannot take are refused, not dropped. */
  readonly withoutMedia?: readonly ('image' | 'audio' | 'document' | 'video')[]
}
