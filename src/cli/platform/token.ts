import { defined, type JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { remark } from '../complaint.js'
import { changing } from './changed.js'
import { durationMs } from './duration.js'
import { withAdmin } from './gateway-access.js'
import { budgetsOf, expiryOf, namesOf, noneAsNull, wholeNumber, withoutNone } from './limits.js'
import { cellOf, printTable } from './table.js'

const path = '/api/admin/tokens'
const pathOf = (name: string): string => `${path}/${encodeURIComponent(name)}`

/** The key alone on standard output, words on standard error. */
export const create: Command = async (options) => {
  const [name = ''] = options.words
  const token = { name, ...withoutNone(settingsOf(options)) }
  return showKey(options, name, await withAdmin(options, (client) => client.ask('POST', path, token)))
}

export const change = changing(path, 'change', (options) => noneAsNull(settingsOf(options)))

function settingsOf(options: CommandOptions): JsonObject {
  const { expires, models, styles, scopes, rpm, tpm, user, team } = options
  return defined({
    ...{ user, team, expires_at: expiryOf(expires) },
    ...{ models: namesOf(models), styles: namesOf(styles), scopes: namesOf(scopes) },
    ...{ requests_per_minute: wholeNumber('--rpm', rpm), tokens_per_minute: wholeNumber('--tpm', tpm) },
    ...budgetsOf(options),
  })
}

export const rotate: Command = async (options) => {
  const [name = ''] = options.words
  const change = { grace_seconds: Math.ceil(durationMs(options.grace ?? '0s') / 1000) }
  return showKey(options, name, await withAdmin(options, (client) => client.ask('POST', `${pathOf(name)}/rotate`, change)))
}

export const revoke: Command = async (options) => {
  const [name = ''] = options.words
  const revoked = await withAdmin(options, (client) => client.ask('DELETE', pathOf(name)))
  if (options.json) process.stdout.write(`${JSON.stringify(revoked)}\n`)
  else remark(options, `The token ${name} is revoked.`)
  return 0
}

export const list: Command = async (options) => {
  const tokens = await withAdmin(options, (client) => client.all(path, { limit: '1000' }))
  const columns = ['name', 'user', 'team', 'spent_usd', 'budget_usd', 'requests_per_minute', 'expires_at', 'last_used_at'] as const
  const rows = tokens.map((one) => columns.map((column) => cellOf(one[column])))
  printTable(options, { columns, rows }, { data: tokens })
  return 0
}

function showKey(options: CommandOptions, name: string, made: JsonObject): number {
  if (options.json) process.stdout.write(`${JSON.stringify(made)}\n`)
  else {
    remark(options, `The key of the token ${name}, shown this once:`)
    process.stdout.write(`${String(made['key'])}\n`)
  }
  return 0
}
