import { GatewayFailure } from '../../exchange/error.js'

interface Versioned {
  readonly id: string
  readonly version?: number | undefined
}

const shownOfId = 12

/** Another text after each change, and for another object of the same name. `null` for objects of the configuration file. */
export function versionOf({ id, version }: Versioned): string | null {
  return version === undefined ? null : `${id.slice(-shownOfId)}-${version}`
}

/** The headers of a reply that shows this version. */
export function versionHeaders(version: string | null): { readonly headers?: { readonly etag: string } } {
  return version === null ? {} : { headers: { etag: `"${version}"` } }
}

export interface Conditional {
  readonly 'if-match'?: string
}

/** Refuses with 412 where the caller wants to change another version than the present one. */
export function requireVersion({ 'if-match': wanted }: Conditional, version: string | null, what: string): void {
  if (wanted === undefined) return
  const tags = wanted.split(',').map((tag) => tag.trim())
  if (tags.includes('*') || (version !== null && tags.includes(`"${version}"`))) return
  throw new GatewayFailure({
    kind: 'conflict',
    status: 412,
    code: 'precondition_failed',
    message: `This ${what} has changed since it was read. Read it again.`,
    param: 'if-match',
  })
}
