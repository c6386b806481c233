import type { Citation, MediaPart, OpaquePart } from './part.js'
import type { Proof } from './proof.js'
import type { Finish, TokenLogprob } from './reply.js'
import type { GatewayError } from './error.js'
import type { Usage } from './usage.js'

/**
 * An event of a streamed reply. `choice`: the choice's index. `part`: the number of the part in its choice, from 0 in the order of their
 * start; a number is never used twice. Several parts of a choice may be open at the same time (parallel tool calls of chat completions):
 * an encoder whose dialect does not allow this uses the `Sequencer`.
 *
 * Order: one `reply-start`; the parts; `usage` anywhere, cumulative, the last one counts; one `choice-end` for each choice; then
 * `reply-end`, which alone means success, or `error`, which alone means failure. Nothing follows either. Where an upstream breaks off, there
 * is an `error` and no `…-end` of open parts.
 */
export type StreamPart =
  | {
      readonly type: 'reply-start'
      readonly id: string
      readonly model: string
      readonly createdAt?: number
      readonly serviceTier?: string
      readonly systemFingerprint?: string
    }
  | { readonly type: 'text-start'; readonly choice: number; readonly part: number; readonly phase?: string }
  | {
      readonly type: 'text-delta'
      readonly choice: number
      readonly part: number
      readonly text: string
      readonly logprobs?: readonly TokenLogprob[]
    }
  | { readonly type: 'citation'; readonly choice: number; readonly part: number; readonly citation: Citation }
  | { readonly type: 'text-end'; readonly choice: number; readonly part: number; readonly proof?: Proof }
  | {
      readonly type: 'reasoning-start'
      readonly choice: number
      readonly part: number
      readonly summary?: boolean
      readonly itemId?: string
    }
  | { readonly type: 'reasoning-delta'; readonly choice: number; readonly part: number; readonly text: string }
  /** A new section of the summary begins (OpenAI's `summary_index`); a blank line in other dialects. */
  | { readonly type: 'reasoning-break'; readonly choice: number; readonly part: number }
  | { readonly type: 'reasoning-end'; readonly choice: number; readonly part: number; readonly proof?: Proof }
  | {
      readonly type: 'tool-call-start'
      readonly choice: number
      readonly part: number
      readonly id: string
      readonly name: string
      readonly kind: 'function' | 'custom'
      readonly itemId?: string
    }
  | { readonly type: 'tool-call-delta'; readonly choice: number; readonly part: number; readonly input: string }
  /** `cut`: the reply ended inside this tool call, so it must not be executed. */
  | { readonly type: 'tool-call-end'; readonly choice: number; readonly part: number; readonly proof?: Proof; readonly cut?: true }
  | { readonly type: 'refusal-start'; readonly choice: number; readonly part: number }
  | { readonly type: 'refusal-delta'; readonly choice: number; readonly part: number; readonly text: string }
  | { readonly type: 'refusal-end'; readonly choice: number; readonly part: number }
  /** A complete image or audio file. */
  | { readonly type: 'media'; readonly choice: number; readonly part: number; readonly media: MediaPart }
  /** A piece of audio (`data` in base64), a piece of its transcript, or both. `expiresAt`: seconds since the epoch. */
  | {
      readonly type: 'audio-delta'
      readonly choice: number
      readonly part: number
      readonly id?: string
      readonly data?: string
      readonly transcript?: string
      readonly expiresAt?: number
    }
  | { readonly type: 'opaque'; readonly choice: number; readonly part: number; readonly value: OpaquePart }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'choice-end'; readonly choice: number; readonly finish: Finish }
  | { readonly type: 'reply-end' }
  | { readonly type: 'error'; readonly error: GatewayError }
