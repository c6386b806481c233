import type { PlatformNewTeam, PlatformTeam, PlatformTeamChanges } from '../../../generated/platform/model/index.js'
import { teamWith, type Team } from '../../access/people.js'
import { formatMoney } from '../../accounting/money.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { budgetNames, merged, shownBudgets, toppedUp } from './budget-members.js'
import { fromDatabase } from './database.js'
import { nameTaken } from './named.js'
import { pageOf } from './page.js'
import { amountIn, bodyWith } from './read-body.js'
import { shownBudget, time } from './token-view.js'

/** `GET /api/admin/teams` */
export const listTeams: OperationHandler<'listTeams'> = (_request, services, page) => {
  const { items, next } = pageOf(services.platform.people.teams, page)
  return { status: 200, body: { data: items.map((team) => shown(team, services)), next } }
}

/** `GET /api/admin/teams/{name}` */
export const getTeam: OperationHandler<'getTeam'> = (_request, services, { name }) => {
  return { status: 200, body: shown(named(name, services), services) }
}

/** `POST /api/admin/teams` */
export const createTeam: OperationHandler<'createTeam'> = (request, services) => {
  const { platform, relay } = services
  const { name, ...settings } = bodyWith<PlatformNewTeam>(request, 'A team', ['name', ...budgetNames])
  return platform.changes.run(async () => {
    if (platform.people.teamNamed(name) !== undefined) throw nameTaken('team', name)
    const id = `team_${platform.randomBytes(16).toString('hex')}`
    const team = teamWith({ id, name, createdAt: relay.now(), settings })
    await fromDatabase(platform.keptPeople.addTeam(team))
    platform.people.putTeam(team)
    return { status: 200, body: shown(team, services) }
  })
}

/** `PATCH /api/admin/teams/{name}` */
export const changeTeam: OperationHandler<'changeTeam'> = (request, services, { name }) => {
  const budgets = bodyWith<PlatformTeamChanges>(request, 'A team', budgetNames)
  return services.platform.changes.run(() => {
    const team = named(name, services)
    return change(services, { ...team, settings: merged(team.settings, budgets) })
  })
}

/** `POST /api/admin/teams/{name}/top-up` */
export const topUpTeam: OperationHandler<'topUpTeam'> = (request, services, { name }) => {
  const amount = amountIn(request)
  return services.platform.changes.run(() => {
    const team = named(name, services)
    return change(services, { ...team, settings: { ...team.settings, ...toppedUp(team.settings, amount) } })
  })
}

async function change(services: OperationServices, to: Team): Promise<{ status: 200; body: PlatformTeam }> {
  const { platform } = services
  const team = teamWith(to)
  await fromDatabase(platform.keptPeople.changeTeam(team))
  platform.people.putTeam(team)
  platform.tokens.follow(platform.people)
  return { status: 200, body: shown(team, services) }
}

/** `DELETE /api/admin/teams/{name}` */
export const deleteTeam: OperationHandler<'deleteTeam'> = (_request, services, { name }) =>
  services.platform.changes.run(async () => {
    const { platform } = services
    const { id } = named(name, services)
    const { users, tokens } = belongingTo(id, services)
    if (users.length + tokens.length > 0)
      throw new GatewayFailure({
        kind: 'conflict',
        message: `The team ${JSON.stringify(name)} has ${users.length} users and ${tokens.length} tokens: move them first.`,
      })
    await fromDatabase(platform.keptPeople.removeTeam(id))
    platform.people.removeTeam(id)
    return { status: 200, body: { name, deleted: true } }
  })

function named(name: string, { platform }: OperationServices): Team {
  const team = platform.people.teamNamed(name)
  if (team === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no team of this name.' })
  return team
}

/** Names. */
function belongingTo(id: string, { platform }: OperationServices): { readonly users: string[]; readonly tokens: string[] } {
  return {
    users: platform.people.users.filter((user) => user.team?.id === id).map((user) => user.name),
    tokens: platform.tokens
      .all()
      .filter((token) => token.team?.id === id)
      .map((token) => token.name)
      .sort(),
  }
}

function shown(team: Team, services: OperationServices): PlatformTeam {
  const account = services.accounts.ofGroup('team', team)
  return {
    name: team.name,
    version: null,
    ...shownBudgets(team.settings),
    created_at: time(team.createdAt),
    ...belongingTo(team.id, services),
    spent_usd: formatMoney(account.spent),
    reserved_usd: formatMoney(account.reserved),
    budgets: account.states().map((state) => shownBudget(account.holder, state)),
  }
}
