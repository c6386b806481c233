import type { Citation, MediaPart, OpaquePart } from './part.js'
import type { Proof } from './proof.js'
import type { Finish, TokenLogprob } from './reply.js'
import type { GatewayError } from './error.js'
import type { Usage } from './usage.js'

/**
 * A streamed reply, piece by piece. `choice` is the choice's index; `part` numbers the parts of one choice from 0 in the order
 * of their start and is never used twice. Parts of one choice may be open at the same time (parallel calls of chat completions
 * interleave): an encoder whose dialect forbids that runs them through `sequential.ts`.
 *
 * Order: one `reply-start`; parts; `usage` anywhere, cumulative, the last one wins; one `choice-end` a choice; then `reply-end` as
 * the only success mark, or `error` as the only failure mark. Nothing follows either. An upstream that breaks off yields `error`
 * and no `…-end` of what was open.
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
  /** A new summary section begins (OpenAI `summary_index`); other dialects write a blank line. */
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
  /** `cut`: the reply was cut inside this call: nobody may make it. */
  | { readonly type: 'tool-call-end'; readonly choice: number; readonly part: number; readonly proof?: Proof; readonly cut?: true }
  | { readonly type: 'refusal-start'; readonly choice: number; readonly part: number }
  | { readonly type: 'refusal-delta'; readonly choice: number; readonly part: number; readonly text: string }
  | { readonly type: 'refusal-end'; readonly choice: number; readonly part: number }
  /** A whole image or audio. */
  | { readonly type: 'media'; readonly choice: number; readonly part: number; readonly media: MediaPart }
  /** A piece of audio: base64 `data`, a piece of its `transcript`, or both. */
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
