import type { PlatformNewUser, PlatformUser, PlatformUserChanges } from '../../../generated/platform/model/index.js'
import { userWith, type User } from '../../access/people.js'
import { formatMoney } from '../../accounting/money.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ChangeAction } from '../../store/audit-log.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { budgetNames, merged, shownBudgets, toppedUp } from './budget-members.js'
import { inTurn, recorded } from './changing.js'
import { nameTaken, refuseOfFile, requireAddressable, requireTeam } from './named.js'
import { namesByHolder } from './names-by-holder.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownBudget, time } from './token-view.js'
import { requireVersion, versionHeaders, versionOf, type Conditional } from './versions.js'

const members = ['email', 'role', 'team', ...budgetNames] as const
const changeable = [...members, 'disabled'] as const

/** `GET /api/admin/users` */
export const listUsers: OperationHandler<'listUsers'> = (_request, services, page) => {
  const { items, next } = pageOf(services.platform.people.users, page)
  const tokens = tokenNames(services)
  return { status: 200, body: { data: items.map((user) => shown(user, tokens, services)), next } }
}

/** `GET /api/admin/users/{name}` */
export const getUser: OperationHandler<'getUser'> = (_request, services, { name }) => reply(named(name, services), services)

/** `POST /api/admin/users` */
export const createUser: OperationHandler<'createUser'> = (request, services) => {
  const { platform, relay } = services
  const asked = bodyWith<PlatformNewUser>(request, 'A user', ['name', ...members])
  requireAddressable(asked.name)
  return inTurn(services, async () => {
    const { name, email, role = 'member', team, ...settings } = asked
    if (platform.people.userNamed(name) !== undefined) throw nameTaken('user', name)
    const id = `usr_${platform.randomBytes(16).toString('hex')}`
    const user = userWith({
      id,
      name,
      email,
      role,
      team: requireTeam(team, services),
      disabled: false,
      createdAt: relay.now(),
      settings,
      version: 1,
    })
    await recorded(request, services, { action: 'create', object: 'user', name, after: set(user) }, ({ people }) => people.addUser(user))
    platform.people.putUser(user)
    return reply(user, services)
  })
}

/** `PATCH /api/admin/users/{name}` */
export const changeUser: OperationHandler<'changeUser'> = (request, services, { name, ...condition }) => {
  const { email, role, team, disabled, ...budgets } = bodyWith<PlatformUserChanges>(request, 'A user', changeable)
  return change(request, services, {
    name,
    condition,
    action: 'change',
    make: (user) => ({
      ...user,
      email: email === null ? undefined : (email ?? user.email),
      role: role ?? user.role,
      team: team === undefined ? user.team : requireTeam(team, services),
      disabled: disabled ?? user.disabled,
      settings: merged(user.settings, budgets),
    }),
  })
}

/** `POST /api/admin/users/{name}/top-up` */
export const topUpUser: OperationHandler<'topUpUser'> = (request, services, { name, ...condition }) => {
  const amount = amountIn(request)
  return change(request, services, {
    name,
    condition,
    action: 'top_up',
    make: (user) => ({ ...user, settings: { ...user.settings, ...toppedUp(user.settings, amount) } }),
  })
}

interface UserChange {
  readonly name: string
  readonly condition: Conditional
  readonly action: ChangeAction
  readonly make: (before: User) => User
}

function change(request: GatewayRequest, services: OperationServices, { name, condition, action, make }: UserChange) {
  const { platform } = services
  return inTurn(services, async () => {
    const before = named(name, services)
    requireVersion(condition, versionOf(before), 'user')
    const user = userWith({ ...make(before), version: before.version + 1 })
    if (user.role !== 'owner' || user.disabled) refuseLastOwner(before, services)
    const changed = { action, object: 'user', name, before: set(before), after: set(user) } as const
    await recorded(request, services, changed, ({ people }) => people.changeUser(user))
    platform.people.putUser(user)
    platform.tokens.follow(platform.people)
    return reply(user, services)
  })
}

/** `DELETE /api/admin/users/{name}` */
export const deleteUser: OperationHandler<'deleteUser'> = (request, services, { name, ...condition }) =>
  inTurn(services, async () => {
    const { platform, accounts, relay } = services
    const user = named(name, services)
    requireVersion(condition, versionOf(user), 'user')
    refuseLastOwner(user, services)
    const tokens = platform.tokens.all().filter((token) => token.user?.id === user.id)
    for (const token of tokens) refuseOfFile(token.name, services)
    const ids = tokens.map((token) => token.id)
    const names = tokens.map((token) => token.name).sort()
    const changed = { action: 'delete', object: 'user', name, before: { ...set(user), tokens: names } } as const
    await recorded(request, services, changed, ({ people }) => people.removeUser(user, ids, new Date(relay.now())))
    for (const tokenId of ids) {
      platform.tokens.remove(tokenId)
      accounts.forget(tokenId)
    }
    platform.people.removeUser(user.id)
    platform.tokens.follow(platform.people)
    return { status: 200, body: { name, deleted: true, revoked_tokens: names } }
  })

/** What can be set of a user. */
function set({ email, role, team, disabled, settings }: User): object {
  return { email, role, team: team?.name, disabled, ...settings }
}

function refuseLastOwner(user: User, { platform }: OperationServices): void {
  if (!platform.people.isLastOwner(user)) return
  throw new GatewayFailure({
    kind: 'conflict',
    code: 'last_owner',
    message: `${JSON.stringify(user.name)} is the only owner who is not disabled: make another user an owner first.`,
  })
}

function named(name: string, { platform }: OperationServices): User {
  const user = platform.people.userNamed(name)
  if (user === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no user of this name.' })
  return user
}

function reply(user: User, services: OperationServices): Reply<PlatformUser> {
  return { status: 200, ...versionHeaders(versionOf(user)), body: shown(user, tokenNames(services), services) }
}

type TokenNames = ReturnType<typeof namesByHolder>

const tokenNames = ({ platform }: OperationServices): TokenNames => namesByHolder(platform.tokens.all(), ({ user }) => user)

function shown(user: User, tokens: TokenNames, { accounts }: OperationServices): PlatformUser {
  const account = accounts.ofGroup('user', user)
  return {
    name: user.name,
    version: versionOf(user),
    email: user.email ?? null,
    role: user.role,
    team: user.team?.name ?? null,
    disabled: user.disabled,
    ...shownBudgets(user.settings),
    created_at: time(user.createdAt),
    tokens: tokens.get(user.id) ?? [],
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    budgets: account.states().map((state) => shownBudget(account.holder, state)),
  }
}
