import type { PlatformConsoleSession } from '../../../generated/platform/model/index.js'
import { ownOrigin } from '../../access/accounts/own-origin.js'
import { endedSessionCookie, sessionCookie } from '../../access/accounts/session-cookie.js'
import { expiryOf, type SignedIn } from '../../access/accounts/sessions.js'
import type { SessionCaller } from '../../access/caller.js'
import type { User } from '../../access/people.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { fromDatabase } from '../admin/database.js'
import { time } from '../admin/token-view.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'

/** `GET /api/console/session` */
export const getConsoleSession: OperationHandler<'getConsoleSession'> = async (request, services) => {
  if (request.caller.kind === 'session') return { status: 200, body: shown(request.caller.signedIn, request, services) }
  const nobody = await fromDatabase(services.console.passwords.isEmpty())
  return {
    status: 200,
    body: { state: nobody ? 'set_up_needed' : 'signed_out', base_address: services.console.baseAddress(request.incoming) },
  }
}

/** `GET /api/console/sessions` */
export const listSessions: OperationHandler<'listSessions'> = async ({ caller }, { console }) => {
  const { user, signedIn } = requireSession(caller)
  const sessions = await fromDatabase(console.sessions.of(user))
  return {
    status: 200,
    body: {
      data: sessions.map((session) => ({
        id: session.id,
        created_at: time(session.createdAt),
        last_used_at: time(session.lastUsedAt),
        expires_at: time(expiryOf(session)),
        address: session.address ?? null,
        user_agent: session.userAgent ?? null,
        current: session.id === signedIn.session.id,
      })),
    },
  }
}

/** `DELETE /api/console/sessions/{id}` */
export const endSession: OperationHandler<'endSession'> = async (request, services, { id }) => {
  const { user, signedIn } = requireSession(request.caller)
  const ended = await endSessions(user, services, id)
  if (ended === 0) throw new GatewayFailure({ kind: 'not_found', message: 'You have no session of this id.' })
  return signedOut(request, services, { ended, own: id === signedIn.session.id })
}

/** `POST /api/console/sign-out` */
export const signOut: OperationHandler<'signOut'> = async (request, services) => {
  const { user, signedIn } = requireSession(request.caller)
  return signedOut(request, services, { ended: await endSessions(user, services, signedIn.session.id), own: true })
}

/** `POST /api/console/sign-out-everywhere` */
export const signOutEverywhere: OperationHandler<'signOutEverywhere'> = async (request, services) => {
  const { user } = requireSession(request.caller)
  return signedOut(request, services, { ended: await endSessions(user, services), own: true })
}

/** The user has just proven who it is: a new session, whose cookie the reply sets. */
export async function beginSession(
  user: User,
  request: GatewayRequest,
  services: OperationServices,
): Promise<Reply<PlatformConsoleSession>> {
  const { incoming, caller } = request
  if (caller.kind === 'session') await endSessions(caller.user, services, caller.signedIn.session.id)
  const client = { address: incoming.socket.remoteAddress, userAgent: incoming.headers['user-agent'] }
  const { value, signedIn } = await fromDatabase(services.console.sessions.begin(user, client))
  return {
    status: 200,
    headers: { 'set-cookie': sessionCookie(value, originOf(request, services)) },
    body: shown(signedIn, request, services),
  }
}

/** Ends one session of the user or all, with what its playground has. Resolves with their number. */
export async function endSessions({ id: userId }: User, { console, platform }: OperationServices, id?: string): Promise<number> {
  const ended = await fromDatabase(console.sessions.end(userId, id))
  platform.tokens.playground.end(ended)
  console.traces.end(ended)
  return ended.length
}

/** The contract lets only sessions ask. */
export function requireSession(caller: GatewayRequest['caller']): SessionCaller {
  if (caller.kind !== 'session') throw new GatewayFailure({ kind: 'invalid_api_key', message: 'Sign in first.' })
  return caller
}

function signedOut(
  request: GatewayRequest,
  services: OperationServices,
  { ended, own }: { readonly ended: number; readonly own: boolean },
) {
  return {
    status: 200,
    body: { ended },
    ...(own ? { headers: { 'set-cookie': endedSessionCookie(originOf(request, services)) } } : {}),
  } as const
}

/** Requests at other hosts did not come here. */
function originOf({ incoming }: GatewayRequest, { console }: OperationServices): string {
  return ownOrigin(incoming.headers, console.server) ?? ''
}

function shown({ session, user, csrfToken }: SignedIn, request: GatewayRequest, { console }: OperationServices): PlatformConsoleSession {
  return {
    state: 'signed_in',
    base_address: console.baseAddress(request.incoming),
    user: { name: user.name, email: user.email ?? null, role: user.role, team: user.team?.name ?? null },
    csrf_token: csrfToken,
    expires_at: time(expiryOf(session)),
    version: console.version,
  }
}
