import { refuse } from '../../exchange/error.js'
import type { UpstreamHeaders } from '../dialect.js'

/** The headers with a client's version of the API. */
export const versionHeaders = ['anthropic-version', 'provider-version'] as const

/** Throws a 400 where the version is missing. The contract defines its format. */
export function requireVersion(headers: UpstreamHeaders): void {
  const version = headers['anthropic-version'] ?? headers['provider-version']
  if (typeof version !== 'string') throw refuse('anthropic-version', 'anthropic-version: header is required (or provider-version)')
}
