import { limitHeaderNames } from '../../access/limit-headers.js'
import { clientDialects } from '../../dialects/registry.js'
import type { ServerSettings } from '../../config/configuration.js'
import type { Middleware } from '../context.js'

/** Prefixes of the paths that pages of the configured origins may call; the admin API is not among them. */
const shared = /^\/(?:v1|v2|v1beta|v1alpha)(?:\/|$)/

const ownLimitHeaders = Object.values(clientDialects).flatMap(({ facts: { limitHeaders } }) =>
  limitHeaders === undefined
    ? []
    : [limitHeaders.requests, limitHeaders.tokens].flatMap(({ limit, remaining, reset }) => [limit, remaining, reset]),
)

/** Reply headers that a page may read: the request's id, when to retry, limits, and losses of a translation. */
const exposed = [
  'x-request-id',
  'request-id',
  'retry-after',
  'x-should-retry',
  ...limitHeaderNames,
  ...ownLimitHeaders,
  'x-anywire-conversion',
  'x-anywire-cost-usd',
  'x-anywire-tokenizer',
].join(', ')

/**
 * Sets the CORS headers with which pages of `server.cors_origins` may read replies, errors and streams. Exact origins, never with cookies.
 * Without configured origins there are no headers.
 */
export function shareReplies(server: Pick<ServerSettings, 'cors_origins'>): Middleware {
  return ({ state, req: request, res: response }, next) => {
    const { cors_origins: origins } = server
    if (origins.length === 0 || !shared.test(state.path)) return next()
    response.setHeader('vary', 'origin')
    const { origin } = request.headers
    if (origin !== undefined && origins.includes(origin)) {
      state.sharedWith = origin
      response.setHeader('access-control-allow-origin', origin)
      response.setHeader('access-control-expose-headers', exposed)
    }
    return next()
  }
}

/** The contract is public: pages of any origin, such as API viewers, may read it. */
export const forEveryPage = { 'access-control-allow-origin': '*' }
