import type { CallOptions } from './api.js'

/** A change is refused (412) where somebody else has changed the object since this version was read. */
export function ifMatch(version: string | null): CallOptions {
  return version === null ? {} : { headers: { 'if-match': `"${version}"` } }
}
