import { defined, type JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { changed, changing } from './changed.js'
import { budgetsOf, dollars, noneAsNull, withoutNone } from './limits.js'
import { listing } from './listing.js'

const budgets = ['spent_usd', 'budget_usd', 'budget_per_month_usd'] as const
type Kind = 'users' | 'teams'

export const createUser = changing(pathOf('users'), 'create', (options) => withoutNone(userSettings(options)))
export const createTeam = changing(pathOf('teams'), 'create', (options) => withoutNone({ ...budgetsOf(options) }))
export const changeUser = changing(pathOf('users'), 'change', (options) => noneAsNull(userSettings(options)))
export const changeTeam = changing(pathOf('teams'), 'change', (options) => noneAsNull({ ...budgetsOf(options) }))
export const listUsers = listing('/api/admin/users', ['name', 'role', 'team', 'email', 'disabled', ...budgets], {
  disabled: ({ disabled }) => (disabled === true ? 'yes' : ''),
})
export const listTeams = listing('/api/admin/teams', ['name', ...budgets])
export const topUpUser: Command = (options) => topUp(options, 'users')
export const topUpTeam: Command = (options) => topUp(options, 'teams')
export const disableUser: Command = (options) => setDisabled(options, true)
export const enableUser: Command = (options) => setDisabled(options, false)
export const deleteUser: Command = (options) => remove(options, 'users')
export const deleteTeam: Command = (options) => remove(options, 'teams')

function pathOf(kind: Kind, name?: string): string {
  return `/api/admin/${kind}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`
}

function userSettings(options: CommandOptions): JsonObject {
  const { team, email, role } = options
  return defined({ team, email, role, ...budgetsOf(options) })
}

function topUp(options: CommandOptions, kind: Kind): Promise<number> {
  const [name, amount] = options.words
  return changed(options, 'topped up', (client) => client.ask('POST', `${pathOf(kind, name)}/top-up`, { amount_usd: dollars(amount) }))
}

function setDisabled(options: CommandOptions, disabled: boolean): Promise<number> {
  return changed(options, disabled ? 'disabled' : 'enabled', (client) =>
    client.ask('PATCH', pathOf('users', options.words[0]), { disabled }),
  )
}

function remove(options: CommandOptions, kind: Kind): Promise<number> {
  return changed(options, 'deleted', (client) => client.ask('DELETE', pathOf(kind, options.words[0])))
}
