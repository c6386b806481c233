import { refuse } from '../../exchange/error.js'
import type { DialectFacts } from '../facts.js'
import { isOwnError, statusOf } from './error-encode.js'

const versionHeaders = ['anthropic-version', 'provider-version'] as const

export const facts: DialectFacts = {
  version: {
    name: 'anthropic-version',
    // `2026-10-21` took `temperature`, `top_p` and `top_k` away and refuses cited user text: what a translation writes is valid before it.
    own: '2023-06-01',
    clientHeaders: versionHeaders,
  },
  betaHeaders: ['anthropic-beta'],
  endpoint: '/v1/messages',
  // Clients whose base URL has `/v1` already, or has it missing, are answered in their own style too.
  ownsPath: (path) =>
    path === '/v1/messages' || path.startsWith('/v1/messages/') || path.startsWith('/v1/v1/messages') || path.startsWith('/messages'),
  libraryHeaders: versionHeaders,
  checkHeaders(headers) {
    const version = headers['anthropic-version'] ?? headers['provider-version']
    if (typeof version !== 'string') throw refuse('anthropic-version', 'anthropic-version: header is required (or provider-version)')
    // Every date is taken.
    if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) throw refuse('anthropic-version', 'anthropic-version: must be a date of the form YYYY-MM-DD')
  },
  credentialHeader: 'x-api-key',
  requestIdHeader: 'request-id',
  heartbeat: 'event: ping\ndata: {"type": "ping"}\n\n',
  endsAtMark: true,
  errorStatus: statusOf,
  isOwnError,
}
