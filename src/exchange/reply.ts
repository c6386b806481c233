import type { GatewayError } from './error.js'
import type { Part } from './part.js'
import type { Usage } from './usage.js'

/** One whole reply of an upstream. */
export interface Reply {
  /** The upstream's id; `''` where it gave none. */
  readonly id: string
  /** The model that the upstream reports; `''` where it reports none. */
  readonly model: string
  /** Seconds since the epoch; absent where the upstream gives none. */
  readonly createdAt?: number
  readonly choices: readonly Choice[]
  readonly usage?: Usage
  readonly serviceTier?: string
  readonly systemFingerprint?: string
}

/** The most choices that a provider accepts in a request (OpenAI's `n`). */
const maxChoices = 128

/** The error where a provider sends more choices than can be requested; otherwise `undefined`. */
export function tooManyChoices(count: number): GatewayError | undefined {
  return count <= maxChoices ? undefined : { kind: 'upstream_invalid', message: `The provider sent more than ${maxChoices} choices.` }
}

export interface Choice {
  readonly index: number
  readonly parts: readonly Part[]
  readonly finish: Finish
  readonly logprobs?: readonly TokenLogprob[]
}

export type FinishReason =
  | 'stop'
  | 'stop-sequence'
  | 'length'
  | 'context-window'
  | 'tool-calls'
  /** The provider stopped the answer: safety, recitation, a blocked prompt … */
  | 'content-filter'
  /** The model itself declined (Anthropic `refusal`). */
  | 'refusal'
  /** The provider paused the turn inside its own tools (Anthropic `pause_turn`); the client sends the reply back to continue. */
  | 'pause'
  /** The model wrote an invalid tool call (Gemini MALFORMED_FUNCTION_CALL). */
  | 'malformed-call'
  /** The provider stopped with an error: the client gets an error. */
  | 'failed'

export interface Finish {
  readonly reason: FinishReason
  /** The stop sequence that matched. */
  readonly stopSequence?: string
  /** The provider's finish reason (`RECITATION`, `pause_turn`), for the log and for error messages. */
  readonly native?: string
  /** The provider's explanation in words. */
  readonly explanation?: string
}

export interface TokenLogprob {
  readonly token: string
  readonly logprob: number
  readonly bytes?: readonly number[] | null
  readonly top?: readonly Omit<TokenLogprob, 'top'>[]
}
