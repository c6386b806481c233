import { setTimeout as pause } from 'node:timers/promises'
import { objectsOf, textOrEmpty, type JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { withAdmin } from './gateway-access.js'
import type { PlatformClient } from './platform-client.js'
import type { CsvCell } from '../../accounting/csv.js'
import { alignedText, cellOf, lineText, printTable } from './table.js'

const columns = [
  'started_at',
  'status',
  'outcome',
  'token',
  'style',
  'model',
  'provider',
  'duration_ms',
  'input_tokens',
  'output_tokens',
  'cost_usd',
] as const
const lookEveryMs = 1000
const mostRecords = 100

/** `requests [--failed] [--follow]`: the newest records, the newest last. */
export const requests: Command = (options) =>
  withAdmin(options, async (client) => {
    const records = options.failed === true ? await newestFailed(client) : await newest(client)
    if (options.follow === true) return follow(client, options, records)
    printTable(options, { columns, rows: records.map(cellsOf) }, { data: records })
    return 0
  })

/** One line each, with --json one object a line, until it is ended. */
async function follow(client: PlatformClient, options: CommandOptions, first: readonly JsonObject[]): Promise<never> {
  if (!options.json) process.stdout.write(alignedText({ columns, rows: first.map(cellsOf) }))
  let seen: ReadonlySet<unknown> = new Set()
  for (let records = first; ; records = await newest(client)) {
    const fresh = records.filter((record) => !seen.has(record['request_id']) && (options.failed !== true || record['outcome'] !== 'ok'))
    if (options.json) for (const record of fresh) process.stdout.write(`${JSON.stringify(record)}\n`)
    else if (records !== first) for (const record of fresh) process.stdout.write(lineText(cellsOf(record)))
    seen = new Set(records.map((record) => record['request_id']))
    await pause(lookEveryMs)
  }
}

/** The newest last. */
async function newest(client: PlatformClient, outcome?: string): Promise<JsonObject[]> {
  const page = await client.ask('GET', `/api/admin/requests?limit=${mostRecords}${outcome === undefined ? '' : `&outcome=${outcome}`}`)
  return [...objectsOf(page['data'])].reverse()
}

const failures = ['client_error', 'rejected', 'upstream_error', 'truncated', 'timeout', 'client_aborted', 'interrupted'] as const

/** However many have not failed since. */
async function newestFailed(client: PlatformClient): Promise<JsonObject[]> {
  const found = (await Promise.all(failures.map((outcome) => newest(client, outcome)))).flat()
  const startOf = (record: JsonObject): string => textOrEmpty(record['started_at'])
  return found.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)).slice(-mostRecords)
}

function cellsOf(record: JsonObject): CsvCell[] {
  return columns.map((column) => cellOf(record[column]))
}
