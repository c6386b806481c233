import type { PlatformNewUser, PlatformUser, PlatformUserChanges } from '../../../generated/platform/model/index.js'
import { userWith, type User } from '../../access/people.js'
import { formatMoney } from '../../accounting/money.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { budgetNames, merged, shownBudgets, toppedUp } from './budget-members.js'
import { fromDatabase } from './database.js'
import { nameTaken, refuseOfFile, requireTeam } from './named.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownBudget, time } from './token-view.js'

const members = ['email', 'role', 'team', ...budgetNames] as const

/** `GET /api/admin/users` */
export const listUsers: OperationHandler<'listUsers'> = (_request, services, page) => {
  const { items, next } = pageOf(services.platform.people.users, page)
  return { status: 200, body: { data: items.map((user) => shown(user, services)), next } }
}

/** `GET /api/admin/users/{name}` */
export const getUser: OperationHandler<'getUser'> = (_request, services, { name }) => {
  return { status: 200, body: shown(named(name, services), services) }
}

/** `POST /api/admin/users` */
export const createUser: OperationHandler<'createUser'> = (request, services) => {
  const { platform, relay } = services
  const asked = bodyWith<PlatformNewUser>(request, 'A user', ['name', ...members])
  return platform.changes.run(async () => {
    const { name, email, role = 'member', team, ...settings } = asked
    if (platform.people.userNamed(name) !== undefined) throw nameTaken('user', name)
    const id = `usr_${platform.randomBytes(16).toString('hex')}`
    const user = userWith({ id, name, email, role, team: requireTeam(team, services), createdAt: relay.now(), settings })
    await fromDatabase(platform.keptPeople.addUser(user))
    platform.people.putUser(user)
    return { status: 200, body: shown(user, services) }
  })
}

/** `PATCH /api/admin/users/{name}` */
export const changeUser: OperationHandler<'changeUser'> = (request, services, { name }) => {
  const { email, role, team, ...budgets } = bodyWith<PlatformUserChanges>(request, 'A user', members)
  return services.platform.changes.run(() => {
    const user = named(name, services)
    return change(services, {
      ...user,
      email: email === null ? undefined : (email ?? user.email),
      role: role ?? user.role,
      team: team === undefined ? user.team : requireTeam(team, services),
      settings: merged(user.settings, budgets),
    })
  })
}

/** `POST /api/admin/users/{name}/top-up` */
export const topUpUser: OperationHandler<'topUpUser'> = (request, services, { name }) => {
  const amount = amountIn(request)
  return services.platform.changes.run(() => {
    const user = named(name, services)
    return change(services, { ...user, settings: { ...user.settings, ...toppedUp(user.settings, amount) } })
  })
}

async function change(services: OperationServices, to: User): Promise<{ status: 200; body: PlatformUser }> {
  const { platform } = services
  const user = userWith(to)
  await fromDatabase(platform.keptPeople.changeUser(user))
  platform.people.putUser(user)
  platform.tokens.follow(platform.people)
  return { status: 200, body: shown(user, services) }
}

/** `DELETE /api/admin/users/{name}` */
export const deleteUser: OperationHandler<'deleteUser'> = (_request, services, { name }) =>
  services.platform.changes.run(async () => {
    const { platform, accounts, relay } = services
    const { id } = named(name, services)
    const tokens = platform.tokens.all().filter(({ user }) => user?.id === id)
    for (const token of tokens) refuseOfFile(token.name, services)
    const ids = tokens.map((token) => token.id)
    await fromDatabase(platform.keptPeople.removeUser(id, ids, new Date(relay.now())))
    for (const tokenId of ids) {
      platform.tokens.remove(tokenId)
      accounts.forget(tokenId)
    }
    platform.people.removeUser(id)
    return { status: 200, body: { name, deleted: true, revoked_tokens: tokens.map((token) => token.name).sort() } }
  })

function named(name: string, { platform }: OperationServices): User {
  const user = platform.people.userNamed(name)
  if (user === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no user of this name.' })
  return user
}

function shown(user: User, { accounts, platform }: OperationServices): PlatformUser {
  const account = accounts.ofGroup('user', user)
  const tokens = platform.tokens.all().filter((token) => token.user?.id === user.id)
  return {
    name: user.name,
    version: null,
    email: user.email ?? null,
    role: user.role,
    team: user.team?.name ?? null,
    ...shownBudgets(user.settings),
    created_at: time(user.createdAt),
    tokens: tokens.map(({ name }) => name).sort(),
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    budgets: account.states().map((state) => shownBudget(account.holder, state)),
  }
}
