import { setTimeout as pause } from 'node:timers/promises'
import { objectsOf, type JsonObject } from '../../json/object.js'
import type { Command, CommandOptions } from '../command.js'
import { withAdmin } from './gateway-access.js'
import type { PlatformClient } from './platform-client.js'
import type { CsvCell } from '../../accounting/csv.js'
import { alignedText, cellOf, printTable } from './table.js'

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

/** `requests [--failed] [--follow]`: the newest records, the newest last. */
export const requests: Command = (options) =>
  withAdmin(options, async (client) => {
    const records = await newest(client, options)
    if (options.follow === true) return follow(client, options, records)
    printTable(options, { columns, rows: records.map(cellsOf) }, { data: records })
    return 0
  })

/** One line each, with --json one object a line, until it is ended. */
async function follow(client: PlatformClient, options: CommandOptions, first: readonly JsonObject[]): Promise<never> {
  if (!options.json) process.stdout.write(alignedText({ columns, rows: first.map(cellsOf) }))
  let seen: ReadonlySet<unknown> = new Set()
  for (let records = first; ; records = await newest(client, options)) {
    const fresh = records.filter((record) => !seen.has(record['request_id']))
    if (options.json) for (const record of fresh) process.stdout.write(`${JSON.stringify(record)}\n`)
    else if (records !== first) for (const record of fresh) process.stdout.write(`${cellsOf(record).join('  ')}\n`)
    seen = new Set(records.map((record) => record['request_id']))
    await pause(lookEveryMs)
  }
}

async function newest(client: PlatformClient, { failed }: CommandOptions): Promise<JsonObject[]> {
  const page = await client.ask('GET', '/api/admin/requests?limit=100')
  const records = [...objectsOf(page['data'])].reverse()
  return failed === true ? records.filter(({ outcome }) => outcome !== 'ok') : records
}

function cellsOf(record: JsonObject): CsvCell[] {
  return columns.map((column) => cellOf(record[column]))
}
