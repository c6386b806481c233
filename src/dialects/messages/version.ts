import { refuse } from '../../exchange/error.js'
import type { UpstreamHeaders } from '../dialect.js'

/** The headers in which a client says its version of the API. */
export const versionHeaders = ['anthropic-version', 'provider-version'] as const

/** Throws a 400 where no version is said. What a version looks like stands in the contract. */
export function requireVersion(headers: UpstreamHeaders): void {
  const version = headers['anthropic-version'] ?? headers['provider-version']
  if (typeof version !== 'string') throw refuse('anthropic-version', 'anthropic-version: header is required (or provider-version)')
}
