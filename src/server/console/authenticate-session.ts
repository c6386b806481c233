import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isAdminPath } from '../../access/admin-key.js'
import { ownOrigin } from '../../access/accounts/own-origin.js'
import { sessionIdIn } from '../../access/accounts/session-cookie.js'
import type { Sessions, SignedIn } from '../../access/accounts/sessions.js'
import { sessionCaller, visitor } from '../../access/caller.js'
import type { ServerSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import { fromDatabase } from '../../operations/admin/database.js'
import { mayReadAsMember } from '../../operations/admin/own.js'
import type { HttpContext } from '../context.js'

/** Paths that accept a session only, or a visitor before the sign-in. */
export function isConsolePath(path: string): boolean {
  return path === '/api/console' || path.startsWith('/api/console/')
}

/** Paths that accept a session as well as a token; model endpoints never do. */
export function mayUseSession(path: string): boolean {
  return isAdminPath(path) || path === '/api/convert'
}

/** Finds who is signed in by the cookie of a request. Throws 401 where the operation needs somebody, 403 for requests of other sites. */
export function sessionAuthentication(sessions: Sessions, server: ServerSettings): (context: HttpContext) => Promise<void> {
  return async ({ state, req: request, method }) => {
    const { operation } = state
    const origin = ownOrigin(request.headers, server)
    const value = origin === undefined ? undefined : sessionIdIn(request.headers, origin)
    const signedIn = value === undefined ? undefined : await fromDatabase(sessions.find(value))
    const isOpen = operation?.open === true
    if (signedIn === undefined && !isOpen)
      throw new GatewayFailure({
        kind: 'invalid_api_key',
        code: 'signed_out',
        message: 'Nobody is signed in: sign in to the console first.',
      })
    if (method !== 'GET' && method !== 'HEAD') {
      requireOwnPage(request, origin)
      if (signedIn !== undefined && !isOpen) requireCsrfToken(request, signedIn)
    }
    if (signedIn?.user.role === 'member' && isAdminPath(state.path) && !mayReadAsMember(operation?.operationId))
      throw new GatewayFailure({ kind: 'permission_denied', message: 'This is for admins. Members read what is their own.' })
    state.caller = signedIn === undefined ? visitor : sessionCaller(signedIn)
  }
}

/** Pages of other sites can send no JSON without being asked for permission first, and cannot hide where they are from. */
function requireOwnPage({ headers }: IncomingMessage, origin: string | undefined): void {
  if (headers.origin === undefined || headers.origin !== origin || (headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
    throw new GatewayFailure({
      kind: 'permission_denied',
      code: 'cross_site',
      message: 'This request did not come from a page of this gateway.',
    })
  if (!/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
    throw new GatewayFailure({
      kind: 'unsupported_media_type',
      message: 'The content type must be application/json.',
      param: 'content-type',
    })
}

function requireCsrfToken({ headers }: IncomingMessage, { csrfToken }: SignedIn): void {
  const given = Buffer.from(String(headers[csrfHeader] ?? ''))
  const right = Buffer.from(csrfToken)
  if (given.length === right.length && timingSafeEqual(given, right)) return
  throw new GatewayFailure({
    kind: 'permission_denied',
    code: 'csrf_token',
    message: `The session's csrf_token belongs into ${csrfHeader}.`,
    param: csrfHeader,
  })
}

const csrfHeader = 'x-anywire-csrf'
