import { setTimeout as pause } from 'node:timers/promises'
import { append } from '../../exchange/append.js'
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
/** A request may end after so many that began later, and is still seen. */
const mostFollowed = 1000
/** Of those that came since the look before. */
const mostPages = 5

/** `requests [--failed] [--follow]`: the newest records, the newest last. */
export const requests: Command = (options) =>
  withAdmin(options, async (client) => {
    if (options.follow === true) return follow(client, options)
    const records = options.failed === true ? await newestFailed(client) : await newest(client, { limit: mostRecords })
    printTable(options, { columns, rows: records.map(cellsOf) }, { data: records })
    return 0
  })

/** One line each, with --json one object a line, until it is ended. */
async function follow(client: PlatformClient, options: CommandOptions): Promise<never> {
  let known = await newest(client, { limit: mostFollowed })
  const first = options.failed === true ? await newestFailed(client) : known.slice(-mostRecords)
  if (options.json) for (const record of first) process.stdout.write(`${JSON.stringify(record)}\n`)
  else process.stdout.write(alignedText({ columns, rows: first.map(cellsOf) }))
  const shown = new Set(first.map(idOf))
  for (;;) {
    await pause(lookEveryMs)
    const seen = new Set(known.map(idOf))
    known = await newestWithNew(client, seen)
    for (const record of known) {
      if (seen.has(idOf(record)) || shown.has(idOf(record)) || (options.failed === true && record['outcome'] === 'ok')) continue
      process.stdout.write(options.json ? `${JSON.stringify(record)}\n` : lineText(cellsOf(record)))
    }
    shown.clear()
  }
}

/** As many of the newest as it takes to have all that are not among those that were seen. */
async function newestWithNew(client: PlatformClient, seen: ReadonlySet<unknown>): Promise<JsonObject[]> {
  const found: JsonObject[] = []
  let after: unknown = null
  do {
    const page = await client.ask('GET', requestsPath({ limit: mostFollowed, after }))
    const records = objectsOf(page['data'])
    append(found, records)
    after = records.some((record) => seen.has(idOf(record))) ? null : page['next']
  } while (after !== null && found.length < mostPages * mostFollowed)
  return found.reverse()
}

/** The newest last. */
async function newest(client: PlatformClient, asked: RequestsAsked): Promise<JsonObject[]> {
  const page = await client.ask('GET', requestsPath(asked))
  return [...objectsOf(page['data'])].reverse()
}

interface RequestsAsked {
  readonly limit: number
  readonly outcome?: string
  /** As the page before named it; null: the first page. */
  readonly after?: unknown
}

function requestsPath({ limit, outcome, after }: RequestsAsked): string {
  const asked = new URLSearchParams({ limit: String(limit) })
  if (outcome !== undefined) asked.set('outcome', outcome)
  if (typeof after === 'string') asked.set('after', after)
  return `/api/admin/requests?${asked.toString()}`
}

const idOf = (record: JsonObject): unknown => record['request_id']

const failures = ['client_error', 'rejected', 'upstream_error', 'truncated', 'timeout', 'client_aborted', 'interrupted'] as const

/** However many have not failed since. */
async function newestFailed(client: PlatformClient): Promise<JsonObject[]> {
  const found = (await Promise.all(failures.map((outcome) => newest(client, { limit: mostRecords, outcome })))).flat()
  const startOf = (record: JsonObject): string => textOrEmpty(record['started_at'])
  return found.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)).slice(-mostRecords)
}

function cellsOf(record: JsonObject): CsvCell[] {
  return columns.map((column) => cellOf(record[column]))
}
