import type { ServerSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import { baseAddress } from '../base-address.js'
import type { Middleware } from '../context.js'
import { wrongAddress } from '../wrong-address.js'

/** 405 with `Allow`, or 404; for the usual wrong base addresses a 404 that says which one the client needs. */
export function refuseUnknownPaths(server: ServerSettings): Middleware {
  return (context, next) => {
    const { state, method, req: request } = context
    if (state.operation !== undefined) return next()
    if (state.allow !== undefined)
      throw new GatewayFailure({ kind: 'method_not_allowed', message: `${method} is not possible here; ${state.allow.join(', ')} is.` })
    const message =
      unknownVerb(state.path) ?? wrongAddress(state.path, request.headers, baseAddress(request, server)) ?? 'There is nothing at this path.'
    throw new GatewayFailure({ kind: 'not_found', message })
  }
}

function unknownVerb(path: string): string | undefined {
  if (path.startsWith('/v1beta/interactions') || path.startsWith('/v1/interactions'))
    return 'The interactions API is not served here; generateContent and streamGenerateContent are.'
  if (!/^\/v1(?:beta)?\/models\/.+(?::|%3A)[A-Za-z]+$/i.test(path)) return undefined
  return 'Models have no such method here; generateContent, streamGenerateContent, countTokens, embedContent and batchEmbedContents are served.'
}
