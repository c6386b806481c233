import type { Command, CommandOptions } from '../command.js'
import { changed } from './changed.js'
import { budgetsOf, dollars } from './limits.js'
import { listing } from './listing.js'

const budgets = ['spent_usd', 'budget_usd', 'budget_per_month_usd'] as const
type Kind = 'users' | 'teams'

export const createUser: Command = (options) => {
  const [name] = options.words
  const { team, email, role } = options
  return changed(options, 'created', (client) => client.ask('POST', pathOf('users'), { name, team, email, role, ...budgetsOf(options) }))
}
export const createTeam: Command = (options) => {
  const [name] = options.words
  return changed(options, 'created', (client) => client.ask('POST', pathOf('teams'), { name, ...budgetsOf(options) }))
}
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
