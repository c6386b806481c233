import { defined, type JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { UsageError } from '../usage-error.js'
import { durationMs } from './duration.js'
import { adminClient } from './platform-client.js'
import { cellOf, printTable } from './table.js'

/** `token create NAME`, `token list`, `token revoke NAME`, `token rotate NAME`: the key alone on standard output, words on standard error. */
export const token: Command = async (options) => {
  const [verb = 'list', name] = options.words
  if (verb === 'list') return list(options)
  if (name === undefined) throw new UsageError(`token ${verb} takes the NAME of a token`)
  switch (verb) {
    case 'create':
      return showKey(options, name, await adminClient(options).ask('POST', '/api/admin/tokens', { name, ...limitsOf(options) }))
    case 'rotate':
      return showKey(
        options,
        name,
        await adminClient(options).ask('POST', `${pathOf(name)}/rotate`, {
          grace_seconds: Math.ceil(durationMs(options.grace ?? '0s') / 1000),
        }),
      )
    case 'revoke':
      await adminClient(options).ask('DELETE', pathOf(name))
      process.stderr.write(`The token ${name} is revoked.\n`)
      return 0
    default:
      throw new UsageError('token takes create, list, rotate or revoke')
  }
}

const pathOf = (name: string): string => `/api/admin/tokens/${encodeURIComponent(name)}`

function showKey({ json }: CommandOptions, name: string, made: JsonObject): number {
  if (json) process.stdout.write(`${JSON.stringify(made)}\n`)
  else {
    process.stderr.write(`The key of the token ${name}, shown this once:\n`)
    process.stdout.write(`${String(made['key'])}\n`)
  }
  return 0
}

function limitsOf({ expires, models, budget, rpm, tpm }: CommandOptions): object {
  return defined<JsonObject>({
    expires_at: expires === undefined ? undefined : expiry(expires),
    models: models?.split(',').map((name) => name.trim()),
    budget_usd: budget?.replace(/\s*usd$/i, ''),
    requests_per_minute: rpm === undefined ? undefined : wholeNumber('--rpm', rpm),
    tokens_per_minute: tpm === undefined ? undefined : wholeNumber('--tpm', tpm),
  })
}

/** `30d` from now, or a date. */
function expiry(text: string): string {
  if (/^\d+[a-z]+$/i.test(text)) return new Date(Date.now() + durationMs(text)).toISOString()
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new UsageError(`--expires takes a time such as 30d or 2030-01-01, not ${JSON.stringify(text)}`)
  return new Date(time).toISOString()
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,12}$/.test(text)) throw new UsageError(`${option} takes a whole number, not ${JSON.stringify(text)}`)
  return Number(text)
}

async function list(options: CommandOptions): Promise<number> {
  const tokens = await adminClient(options).all('/api/admin/tokens', { limit: '1000' })
  const columns = ['name', 'spent_usd', 'budget_usd', 'requests_per_minute', 'expires_at', 'last_used_at'] as const
  const rows = tokens.map((one) => columns.map((column) => cellOf(one[column])))
  printTable(options, { columns, rows }, { data: tokens })
  return 0
}
