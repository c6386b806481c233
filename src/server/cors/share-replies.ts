import type { Middleware } from '../context.js'

/** Below these prefixes pages of the configured origins may call; the admin API is not among them. */
const shared = /^\/(?:v1|v2|v1beta|v1alpha)(?:\/|$)/

/** What a page may read of a reply beside its body: the request's id, when to try again, limits, and what a translation lost. */
const exposed = [
  'x-request-id',
  'request-id',
  'retry-after',
  'x-should-retry',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
  'x-anywire-conversion',
  'x-anywire-tokenizer',
].join(', ')

/**
 * Lets pages of `server.cors_origins` read replies, errors and streams too. Exact origins, never with cookies (promises P56). Without
 * configured origins nothing is said.
 */
export function shareReplies(origins: readonly string[]): Middleware {
  return ({ state, req: request, res: response }, next) => {
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

/** The contract is public: pages of other addresses, such as a viewer of API documents, may read it. */
export const forEveryPage = { 'access-control-allow-origin': '*' }
