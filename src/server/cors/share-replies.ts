import type { ServerSettings } from '../../config/configuration.js'
import { exposedHeaders } from '../../relay/exposed-headers.js'
import type { Middleware } from '../context.js'

/** Prefixes of the paths that pages of the configured origins may call; the admin API is not among them. */
const shared = /^\/(?:v1|v2|v1beta|v1alpha)(?:\/|$)/

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
      response.setHeader('access-control-expose-headers', exposedHeaders)
    }
    return next()
  }
}

/** The contract is public: pages of any origin, such as API viewers, may read it. */
export const forEveryPage = { 'access-control-allow-origin': '*' }
