import type { Policy } from './policy.js'

/** Who sends a request, told apart by `kind`. */
export type Caller = TokenCaller

/** A platform token as the hot path knows it. The key itself is not stored, only its keyed hash. */
export interface TokenCaller {
  readonly kind: 'token'
  readonly id: string
  readonly name: string
  /** Stored responses and other objects belong to the owner; all tokens of one owner share them. */
  readonly owner: string
  readonly policy: Policy
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}
