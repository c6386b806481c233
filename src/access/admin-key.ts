import { hash, timingSafeEqual } from 'node:crypto'
import { policyOf } from './policy.js'
import type { AdminCaller } from './caller.js'

/** The owner of requests that come without a token. */
export const admin: AdminCaller = { kind: 'admin', id: 'admin', name: 'admin', owner: 'admin', policy: policyOf({}) }

/** Below this path the admin key counts, and no token. */
export function isAdminPath(path: string): boolean {
  return path === '/api/admin' || path.startsWith('/api/admin/')
}

/** Compares keys with the configured one in constant time. */
export class AdminKey {
  #digested: string | undefined
  #digest: Buffer | undefined

  /** `key` may change. Absent: there is none. */
  constructor(private readonly settings: { readonly key?: string }) {}

  get isSet(): boolean {
    return this.settings.key !== undefined
  }

  matches(key: string): boolean {
    const own = this.settings.key
    if (own === undefined) return false
    if (this.#digest === undefined || this.#digested !== own) this.#digest = digestOf(own)
    this.#digested = own
    return timingSafeEqual(digestOf(key), this.#digest)
  }
}

const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer')
