import type { IncomingMessage } from 'node:http'
import { GatewayFailure } from '../exchange/error.js'
import { credentialHeadersOf, factsOf, defaultDialect, type ErrorFormat } from '../contract/error-format.js'
import { countHeader, headerText } from './request-head.js'

const token68 = /^[A-Za-z0-9._~+/-]+=*$/

/** Carries the token in every style. Where a provider has `auth: client`, the client's own sign-in is in the other headers. */
export const tokenHeader = 'x-anywire-token'

/**
 * The credential that a caller presents. Nothing else reads one.
 * Order: `x-anywire-token`, then the dialect's own header (`x-api-key` for messages; `x-goog-api-key`, then under /v1beta `?key=`, for generate-content; either
 * header on the models lists), then `Authorization: Bearer`. The first one present decides.
 * Returns `undefined` where there is none. Throws 400 for two Authorization lines, 401 for a malformed value.
 */
export function readCredential(
  request: IncomingMessage,
  errorFormat: ErrorFormat,
  path: string,
  query: URLSearchParams,
): string | undefined {
  const { headers } = request
  if (countHeader(request.rawHeaders, 'authorization') > 1)
    throw new GatewayFailure({
      kind: 'invalid_request',
      message: 'The request has more than one Authorization header.',
      param: 'Authorization',
    })
  const own = headerText(headers[tokenHeader])
  if (own !== undefined) return checked(own)
  for (const name of credentialHeadersOf(errorFormat, path)) {
    const value = headerText(headers[name])
    if (value !== undefined) return checked(value)
  }
  const parameter = factsOf(errorFormat).credentialParameter
  if (parameter !== undefined && path.startsWith(parameter.below)) {
    const value = query.get(parameter.name)
    if (value !== null) return checked(value)
  }
  const authorization = headers.authorization
  if (authorization === undefined) return undefined
  const space = authorization.indexOf(' ')
  if (space < 0 || authorization.slice(0, space).toLowerCase() !== 'bearer') throw unreadable()
  return checked(authorization.slice(space + 1))
}

/** Browsers cannot set headers of a handshake: they offer the token as a subprotocol with this prefix. */
export const tokenProtocol = 'openai-insecure-api-key.'

/** The credential of a WebSocket handshake: `x-anywire-token`, then `Authorization: Bearer`, then the subprotocol. A cookie is never read. */
export function readSocketCredential(request: IncomingMessage, path: string, query: URLSearchParams): string | undefined {
  const { headers } = request
  if (headers[tokenHeader] !== undefined || headers.authorization !== undefined) return readCredential(request, defaultDialect, path, query)
  const offered = headers['sec-websocket-protocol']?.split(',').map((protocol) => protocol.trim())
  const carrier = offered?.find((protocol) => protocol.startsWith(tokenProtocol))
  return carrier === undefined ? undefined : checked(carrier.slice(tokenProtocol.length))
}

function checked(value: string): string {
  if (value.length > 512 || !token68.test(value)) throw unreadable()
  return value
}

function unreadable(): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_api_key', message: 'The token is not valid.' })
}
