import { hash, timingSafeEqual } from 'node:crypto'
import { policyOf } from './policy.js'
import type { AdminCaller } from './caller.js'

/** Whose requests do not come from a token. */
export const admin: AdminCaller = { kind: 'admin', id: 'admin', name: 'admin', owner: 'admin', policy: policyOf({}) }

/** Below this path the admin key counts, and no token. */
export function isAdminPath(path: string): boolean {
  return path === '/api/admin' || path.startsWith('/api/admin/')
}

/** Holds keys against the configured one in a time that says nothing of it (promises P53). */
export class AdminKey {
  readonly #digest: Buffer

  constructor(key: string) {
    this.#digest = digestOf(key)
  }

  matches(key: string): boolean {
    return timingSafeEqual(digestOf(key), this.#digest)
  }
}

const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer')
