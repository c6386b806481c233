import type { PlatformPasswordChange, PlatformSignIn } from '../../../generated/platform/model/index.js'
import { requireGoodPassword } from '../../access/accounts/password-rules.js'
import type { User } from '../../access/people.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import { inTurn, recorded } from '../admin/changing.js'
import { fromDatabase } from '../admin/database.js'
import { bodyWith } from '../admin/read-body.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { beginSession, endSessions, requireSession } from './session.js'

/** `POST /api/console/sign-in` */
export const signIn: OperationHandler<'signIn'> = async (request, services) => {
  const { platform, console } = services
  const { name, password } = bodyWith<PlatformSignIn>(request, 'A sign-in', ['name', 'password'])
  if (await fromDatabase(console.passwords.isEmpty()))
    throw new GatewayFailure({
      kind: 'permission_denied',
      code: 'set_up_needed',
      message: 'No account has a password yet: open the set-up link that the gateway printed when it started.',
    })
  const named = platform.people.userNamed(name.trim()) ?? platform.people.userWithEmail(name.trim())
  const proven = await provesToBe(named, password, { as: name, address: request.incoming.socket.remoteAddress }, services)
  // As it is now: it may have been disabled while its password was checked.
  const user = platform.people.user(named?.id)
  if (!proven || user === undefined || user.disabled)
    throw new GatewayFailure({ kind: 'invalid_api_key', code: 'wrong_credentials', message: 'The name or the password is wrong.' })
  return beginSession(user, request, services)
}

/** `POST /api/console/password` */
export const changePassword: OperationHandler<'changePassword'> = async (request, services) => {
  const { console } = services
  const { user } = requireSession(request.caller)
  const asked = bodyWith<PlatformPasswordChange>(request, 'A change of the password', ['current_password', 'new_password'])
  requireGoodPassword(asked.new_password, user.name, '/new_password')
  if (!(await provesToBe(user, asked.current_password, { as: user.name, address: request.incoming.socket.remoteAddress }, services)))
    throw refuse('/current_password', 'This is not your password.', 'wrong_credentials')
  const hash = await console.hasher.hash(asked.new_password)
  await inTurn(services, async () => {
    await endSessions(user, services)
    const changed = { action: 'change', object: 'user', name: user.name, before: {}, after: { password: '***' } } as const
    await recorded(request, services, changed, ({ passwords }) => passwords.set(user.id, hash))
  })
  return beginSession(user, request, services)
}

/** Checks a password, throttled; without a user there is the same work, and `false`. */
async function provesToBe(
  user: User | undefined,
  password: string,
  { as, address }: { readonly as: string; readonly address: string | undefined },
  { console: { throttle, passwords, hasher } }: OperationServices,
): Promise<boolean> {
  throttle.begin(as, address)
  const matches = await hasher.matches(password, await fromDatabase(passwords.of(user?.id ?? '')))
  if (matches) throttle.succeeded(as, address)
  return matches
}
