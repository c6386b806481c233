import { admin, isAdminPath, type AdminKey } from '../../access/admin-key.js'
import type { TokenCaller } from '../../access/caller.js'
import { carriesSession } from '../../access/accounts/session-cookie.js'
import { readCredential } from '../../access/credentials.js'
import { opensAdmin, refusalOf } from '../../access/permissions.js'
import type { Tokens } from '../../access/tokens.js'
import { GatewayFailure } from '../../exchange/error.js'
import { styleOf } from '../../operations/styles.js'
import { isConsolePath, mayUseSession } from '../console/authenticate-session.js'
import type { HttpContext, Middleware } from '../context.js'

/** Below these prefixes every path needs a token, known or not, and so does each path that another server may read as one of these. */
const guarded = /^\/(?:v1|v2|v1beta|v1alpha|api)(?:\/|$)|^\/metrics(?:\/|$)/

/** Paths that all servers read alike: without `//`, `/../`, `\\`, `;`, `%`. */
const plain = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,=:@-]+)*\/?$/

interface AuthenticateOptions {
  readonly tokens: Tokens
  readonly now: () => number
  readonly adminKey: AdminKey
  /** Finds who is signed in to the console. */
  readonly authenticateSession: (context: HttpContext) => Promise<void>
}

/** Finds the caller: by its token, or where that counts by its session of the console. Before an unknown path is answered. */
export function authenticate({ tokens, now, adminKey, authenticateSession }: AuthenticateOptions): Middleware {
  return (context, next) => {
    const { state, req: request } = context
    if (isConsolePath(state.path)) return authenticateSession(context).then(next)
    const isAdmin = isAdminPath(state.path)
    const open = !isAdmin && (state.operation?.open ?? (plain.test(state.path) && !guarded.test(state.path)))
    if (open) return next()
    const key = readCredential(request, state.errorFormat, state.path, state.query)
    if (key === undefined && mayUseSession(state.path) && carriesSession(request.headers)) return authenticateSession(context).then(next)
    if (isAdmin && key !== undefined && adminKey.matches(key)) {
      state.caller = admin
      return next()
    }
    const caller = key === undefined ? undefined : tokens.find(key, now())
    if (isAdmin && (caller === undefined || !opensAdmin(caller.policy.permissions))) {
      if (adminKey.isSet) throw unknown(key, 'admin key')
      // Nothing tells this caller that there is an admin API.
      delete state.operation
    }
    if (caller === undefined) {
      // Elsewhere every token that does not count is answered alike; here whoever holds the key asks about itself.
      if (key !== undefined && state.operation?.operationId === 'getOwnToken' && tokens.hasExpired(key, now())) throw expired()
      throw unknown(key, 'token')
    }
    state.caller = caller
    // The records are of requests to models and of what tokens ask about themselves.
    if (!isAdmin || state.operation === undefined) state.record.sentBy(caller)
    requirePermission(caller, context)
    return next()
  }
}

function requirePermission({ policy: { permissions } }: TokenCaller, { state, req: request, method }: HttpContext): void {
  if (permissions === undefined) return
  const refusal = refusalOf(permissions, {
    address: request.socket.remoteAddress,
    area: isAdminPath(state.path) ? 'admin' : state.path.startsWith('/api/') ? 'own' : 'inference',
    reads: method === 'GET' || method === 'HEAD',
    style: styleOf(state.operation?.operationId),
  })
  if (refusal !== undefined) throw refusal
}

function unknown(key: string | undefined, what: 'admin key' | 'token'): GatewayFailure {
  if (key !== undefined) return new GatewayFailure({ kind: 'invalid_api_key', message: `The ${what} is not valid.` })
  const message =
    what === 'token'
      ? "The request has no token. Send it as this API's clients send their key."
      : 'The request has no admin key. Send it as a bearer.'
  return new GatewayFailure({ kind: 'invalid_api_key', message })
}

function expired(): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_api_key', code: 'token_expired', message: 'The token has expired.' })
}
