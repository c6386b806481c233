import type { PlatformNewTeam, PlatformTeam, PlatformTeamChanges } from '../../../generated/platform/model/index.js'
import { teamWith, type Team } from '../../access/people.js'
import { formatMoney } from '../../accounting/money.js'
import type { BudgetSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ChangeAction } from '../../store/audit-log.js'
import type { OperationHandler, OperationServices, Reply } from '../operation.js'
import { budgetNames, merged, shownBudgets, toppedUp } from './budget-members.js'
import { inTurn, recorded } from './changing.js'
import { nameTaken, requireAddressable } from './named.js'
import { namesByHolder } from './names-by-holder.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownBudget, time } from './token-view.js'
import { requireVersion, versionHeaders, versionOf, type Conditional } from './versions.js'

/** `GET /api/admin/teams` */
export const listTeams: OperationHandler<'listTeams'> = (_request, services, page) => {
  const { items, next } = pageOf(services.platform.people.teams, page)
  const members = membersOf(services)
  return { status: 200, body: { data: items.map((team) => shown(team, members, services)), next } }
}

/** `GET /api/admin/teams/{name}` */
export const getTeam: OperationHandler<'getTeam'> = (_request, services, { name }) => reply(named(name, services), services)

/** `POST /api/admin/teams` */
export const createTeam: OperationHandler<'createTeam'> = (request, services) => {
  const { platform, relay } = services
  const { name, ...settings } = bodyWith<PlatformNewTeam>(request, 'A team', ['name', ...budgetNames])
  requireAddressable(name)
  return inTurn(services, async () => {
    if (platform.people.teamNamed(name) !== undefined) throw nameTaken('team', name)
    const id = `team_${platform.randomBytes(16).toString('hex')}`
    const team = teamWith({ id, name, createdAt: relay.now(), settings, version: 1 })
    await recorded(request, services, { action: 'create', object: 'team', name, after: settings }, ({ people }) => people.addTeam(team))
    platform.people.putTeam(team)
    return reply(team, services)
  })
}

/** `PATCH /api/admin/teams/{name}` */
export const changeTeam: OperationHandler<'changeTeam'> = (request, services, { name, ...condition }) => {
  const budgets = bodyWith<PlatformTeamChanges>(request, 'A team', budgetNames)
  return change(request, services, { name, condition, action: 'change', settings: (before) => merged(before, budgets) })
}

/** `POST /api/admin/teams/{name}/top-up` */
export const topUpTeam: OperationHandler<'topUpTeam'> = (request, services, { name, ...condition }) => {
  const amount = amountIn(request)
  return change(request, services, {
    name,
    condition,
    action: 'top_up',
    settings: (before) => ({ ...before, ...toppedUp(before, amount) }),
  })
}

interface TeamChange {
  readonly name: string
  readonly condition: Conditional
  readonly action: ChangeAction
  readonly settings: (before: BudgetSettings) => BudgetSettings
}

function change(request: GatewayRequest, services: OperationServices, { name, condition, action, settings }: TeamChange) {
  const { platform } = services
  return inTurn(services, async () => {
    const before = named(name, services)
    requireVersion(condition, versionOf(before), 'team')
    const team = teamWith({ ...before, settings: settings(before.settings), version: before.version + 1 })
    const changed = { action, object: 'team', name, before: before.settings, after: team.settings } as const
    await recorded(request, services, changed, ({ people }) => people.changeTeam(team))
    platform.people.putTeam(team)
    platform.tokens.follow(platform.people)
    return reply(team, services)
  })
}

/** `DELETE /api/admin/teams/{name}` */
export const deleteTeam: OperationHandler<'deleteTeam'> = (request, services, { name, ...condition }) =>
  inTurn(services, async () => {
    const { platform } = services
    const team = named(name, services)
    requireVersion(condition, versionOf(team), 'team')
    const members = membersOf(services)
    const [users, tokens] = [members.users.get(team.id)?.length ?? 0, members.tokens.get(team.id)?.length ?? 0]
    if (users + tokens > 0)
      throw new GatewayFailure({
        kind: 'conflict',
        message: `The team ${JSON.stringify(name)} has ${users} users and ${tokens} tokens: move them first.`,
      })
    const changed = { action: 'delete', object: 'team', name, before: team.settings } as const
    await recorded(request, services, changed, ({ people }) => people.removeTeam(team))
    platform.people.removeTeam(team.id)
    return { status: 200, body: { name, deleted: true } }
  })

function named(name: string, { platform }: OperationServices): Team {
  const team = platform.people.teamNamed(name)
  if (team === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no team of this name.' })
  return team
}

/** The names of users and of tokens by the ids of their teams. */
interface Members {
  readonly users: ReturnType<typeof namesByHolder>
  readonly tokens: ReturnType<typeof namesByHolder>
}

function membersOf({ platform }: OperationServices): Members {
  return {
    users: namesByHolder(platform.people.users, ({ team }) => team),
    tokens: namesByHolder(platform.tokens.all(), ({ team }) => team),
  }
}

function reply(team: Team, services: OperationServices): Reply<PlatformTeam> {
  return { status: 200, ...versionHeaders(versionOf(team)), body: shown(team, membersOf(services), services) }
}

function shown(team: Team, { users, tokens }: Members, { accounts }: OperationServices): PlatformTeam {
  const account = accounts.ofGroup('team', team)
  return {
    name: team.name,
    version: versionOf(team),
    ...shownBudgets(team.settings),
    created_at: time(team.createdAt),
    users: users.get(team.id) ?? [],
    tokens: tokens.get(team.id) ?? [],
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    budgets: account.states().map((state) => shownBudget(account.holder, state)),
  }
}
