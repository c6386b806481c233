import type { PlatformInviteCode, PlatformSetUp } from '../../../generated/platform/model/index.js'
import { findInvite, makeInvite, setUpLink, type Invite } from '../../access/accounts/invites.js'
import { requireGoodPassword } from '../../access/accounts/password-rules.js'
import { visitor } from '../../access/caller.js'
import { userWith, type User } from '../../access/people.js'
import { GatewayFailure, refuse } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { inTurn, recorded } from '../admin/changing.js'
import { fromDatabase } from '../admin/database.js'
import { requireAddressable } from '../admin/named.js'
import { bodyWith } from '../admin/read-body.js'
import { time } from '../admin/token-view.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { beginSession, endSessions } from './session.js'

/** `POST /api/console/invite` */
export const readInvite: OperationHandler<'readInvite'> = async (request, services) => {
  const { code } = bodyWith<PlatformInviteCode>(request, 'A question for an invitation', ['code'])
  const { invite, user } = await usableInvite(code, request, services)
  const hasPassword = user !== undefined && (await fromDatabase(services.console.passwords.of(user.id))) !== undefined
  const purpose = user === undefined ? 'first_account' : hasPassword ? 'reset' : 'invitation'
  return { status: 200, body: { purpose, user: user?.name ?? null, expires_at: time(invite.expiresAt) } }
}

/** `POST /api/console/set-up` */
export const setUpAccount: OperationHandler<'setUpAccount'> = async (request, services) => {
  const { code, ...asked } = bodyWith<PlatformSetUp>(request, 'A set-up', ['code', 'name', 'email', 'password'])
  const { invite, user: invited } = await usableInvite(code, request, services)
  const name = invited?.name ?? asked.name
  if (name === undefined) throw refuse('/name', 'The first account needs a name.')
  if (invited === undefined) requireAddressable(name)
  if (asked.name !== undefined && asked.name !== name) throw refuse('/name', `This invitation is for ${name}.`)
  requireGoodPassword(asked.password, name, '/password')
  const hash = await services.console.hasher.hash(asked.password)
  const user = await inTurn(services, () => take(invite, invited ?? firstAccount(name, asked.email, services), hash, request, services))
  return beginSession(user, request, services)
}

/** `POST /api/admin/users/{name}/invite` */
export const inviteUser: OperationHandler<'inviteUser'> = async (request, services, { name }) => {
  const { platform, relay, console } = services
  const user = platform.people.userNamed(name)
  if (user === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no user of this name.' })
  if (user.disabled)
    throw new GatewayFailure({
      kind: 'conflict',
      code: 'user_disabled',
      message: `The user ${JSON.stringify(name)} is disabled: enable it first.`,
    })
  const changed = { action: 'change', object: 'user', name, before: {}, after: { invite: '***' } } as const
  const { code, expiresAt } = await recorded(request, services, changed, ({ invites: kept }) =>
    makeInvite({ kept, secretKey: platform.secretKey, now: relay.now(), randomBytes: platform.randomBytes }, user.id),
  )
  const link = setUpLink(console.baseAddress(request.incoming), code)
  return { status: 200, body: { user: name, link, code, expires_at: time(expiresAt) } }
}

/** The invite of a code that works, and its user; a code for the first account works until there is one. */
async function usableInvite(
  code: string,
  { incoming }: GatewayRequest,
  { console, platform, relay }: OperationServices,
): Promise<{ readonly invite: Invite; readonly user: User | undefined }> {
  const address = incoming.socket.remoteAddress
  console.throttle.begin(codes, address)
  const invite = await fromDatabase(findInvite(code, { kept: console.invites, secretKey: platform.secretKey, now: relay.now() }))
  if (invite === undefined) throw unknownCode()
  const user = platform.people.user(invite.userId)
  const works = invite.userId === undefined ? await fromDatabase(console.passwords.isEmpty()) : user !== undefined && !user.disabled
  if (!works) throw unknownCode()
  console.throttle.succeeded(codes, address)
  return { invite, user }
}

/** In place of a user's name, which has no spaces. */
const codes = 'codes of invitations'

function unknownCode(): GatewayFailure {
  return refuse('/code', 'This code does not work, or does not work any more: it is for one use within 30 minutes.', 'invalid_code')
}

/** It owns the gateway. A user that has its name already becomes it. */
function firstAccount(name: string, email: string | undefined, { platform, relay }: OperationServices): User {
  const known = platform.people.userNamed(name)
  if (known !== undefined)
    return userWith({ ...known, email: email ?? known.email, role: 'owner', disabled: false, version: known.version + 1 })
  const id = `usr_${platform.randomBytes(16).toString('hex')}`
  return userWith({ id, name, email, role: 'owner', disabled: false, createdAt: relay.now(), settings: {}, version: 1 })
}

/** Uses up the code: the password is set, and the account made, with it or not at all. */
async function take(invite: Invite, user: User, hash: string, request: GatewayRequest, services: OperationServices): Promise<User> {
  const { platform } = services
  const known = platform.people.user(user.id)
  await endSessions(user, services)
  const changed = {
    action: known === undefined ? 'create' : 'change',
    object: 'user',
    name: user.name,
    before: { role: known?.role },
    after: { role: user.role, password: '***' },
  } as const
  const { id, incoming } = request
  await recorded({ id, incoming, caller: { ...visitor, name: user.name } }, services, changed, async ({ people, passwords, invites }) => {
    if (!(await invites.take(invite.hash))) throw unknownCode()
    if (known === undefined) await people.addUser(user)
    else if (known !== user) await people.changeUser(user)
    await passwords.set(user.id, hash)
  })
  platform.people.putUser(user)
  platform.tokens.follow(platform.people)
  return user
}
