import { defined, listOf, objectOf, textOrEmpty, type JsonObject } from '../../json/object.js'
import { CommandError } from '../command-error.js'
import type { Command, CommandOptions } from '../command.js'
import { readInput } from '../read-input.js'
import { changing } from './changed.js'
import { settingsIn } from './entry-settings.js'
import { withAdmin } from './gateway-access.js'
import { listing } from './listing.js'
import { counted } from '../../observability/counted.js'

const path = '/api/admin/providers'

export const list = listing(path, ['name', 'kind', 'managed_by', 'base_url', 'api_key', 'models', 'breaker', 'problem'], {
  models: ({ models }) => listOf(models).join(' '),
  breaker: ({ health }) => textOrEmpty(objectOf(health)?.['breaker']),
})

export const create = changing(path, 'create', contentOf)
export const change = changing(path, 'change', contentOf)
export const remove = changing(path, 'delete')

/** Asks a provider through the gateway. Exit code 1: it cannot be used. */
export const test: Command = async (options) => {
  const [name = ''] = options.words
  const answer = await withAdmin(options, (client) => client.ask('POST', `${path}/${encodeURIComponent(name)}/test`))
  const { reachable, models, duration_ms: ms, problem } = answer
  const count = typeof models === 'number' ? `, ${counted(models, 'model')}` : ''
  const text = typeof problem === 'string' ? problem : `answers${count}`
  process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : `${name}: ${text}, ${String(ms)} ms\n`)
  return reachable === true && problem === null ? 0 : 1
}

/** Options go before what the file of `--settings` has. */
function contentOf(options: CommandOptions): JsonObject {
  const { kind, 'base-url': address, 'key-file': keyFile } = options
  return { ...settingsIn(options), ...defined<JsonObject>({ kind, base_url: address, api_key: keyIn(keyFile) }) }
}

/** Keys are not options: other users of the machine see those, and shells remember them. */
function keyIn(file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const key = readInput(file).trim()
  if (key === '') throw new CommandError(`there is no key in ${file === '-' ? 'standard input' : file}`)
  return key
}
