import type { Policy } from './policy.js'

/** Who sends a request, told apart by `kind`. */
export type Caller = TokenCaller | AdminCaller

/** A platform token as the hot path knows it. The key itself is not stored, only its keyed hash. */
export interface TokenCaller {
  readonly kind: 'token'
  readonly id: string
  readonly name: string
  /** Stored responses and other objects belong to the owner; all tokens of one owner share them. */
  readonly owner: string
  readonly policy: Policy
  /** As much of the key as may be shown; absent for tokens of the configuration file. */
  readonly prefix?: string
  /** Milliseconds since the epoch. */
  readonly expiresAt?: number
}

/** Whoever has the admin key. */
export interface AdminCaller {
  readonly kind: 'admin'
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly policy: Policy
}
