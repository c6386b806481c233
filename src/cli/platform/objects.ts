import { listOf, objectOf, objectsOf, textOrEmpty } from '../../json/object.js'
import type { Command } from '../command.js'
import { withAdmin } from './gateway-access.js'
import { listing } from './listing.js'
import { cellOf, printTable } from './table.js'

export const listProviders = listing(
  '/api/admin/providers',
  ['name', 'kind', 'managed_by', 'base_url', 'api_key', 'models', 'breaker', 'problem'],
  {
    models: ({ models }) => listOf(models).join(' '),
    breaker: ({ health }) => textOrEmpty(objectOf(health)?.['breaker']),
  },
)

export const listModels = listing('/api/admin/models', ['name', 'managed_by', 'aliases', 'targets'], {
  aliases: ({ aliases }) => listOf(aliases).join(' '),
  targets: ({ targets }) =>
    objectsOf(targets)
      .map(({ provider, model }) => `${textOrEmpty(provider)}/${textOrEmpty(model)}`)
      .join(' '),
})

/** The newest changes, newest first. */
export const listChanges: Command = async (options) => {
  const page = await withAdmin(options, (client) => client.ask('GET', '/api/admin/audit?limit=100'))
  const columns = ['at', 'actor', 'action', 'object', 'name', 'changes'] as const
  const changes = objectsOf(page['data'])
  const rows = changes.map(({ at, actor, action, object, name, changes: members }) => [
    cellOf(at),
    `${textOrEmpty(objectOf(actor)?.['kind'])} ${textOrEmpty(objectOf(actor)?.['name'])}`,
    ...[action, object, name].map(cellOf),
    objectsOf(members)
      .map(({ member }) => textOrEmpty(member))
      .join(' '),
  ])
  printTable(options, { columns, rows }, { data: changes })
  return 0
}

/** Asks a provider through the gateway. Exit code 1: it cannot be used. */
export const testProvider: Command = async (options) => {
  const [name = ''] = options.words
  const answer = await withAdmin(options, (client) => client.ask('POST', `/api/admin/providers/${encodeURIComponent(name)}/test`))
  const { reachable, key_valid: valid, models, duration_ms: ms, problem } = answer
  const count = typeof models === 'number' ? `, ${models} models` : ''
  const text = typeof problem === 'string' ? problem : `answers${count}`
  process.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : `${name}: ${text}, ${String(ms)} ms\n`)
  return reachable === true && valid !== false && (problem === null || problem === undefined) ? 0 : 1
}
