import { isObject, listOf, objectOf, type JsonObject } from '../../json/object.js'
import { append } from '../../exchange/append.js'
import type { Command } from '../command.js'
import { durationMs } from './duration.js'
import { adminClient } from './platform-client.js'
import { printTable } from './table.js'

const sums = ['requests', 'failed', 'input_tokens', 'output_tokens', 'cost_usd'] as const

/** `usage [--since 7d] [--by model,token]`: sums of requests, tokens and cost. */
export const usage: Command = async (options) => {
  const client = adminClient(options)
  const by = (options.by ?? 'model').split(',').map((name) => name.trim())
  const from = new Date(Date.now() - durationMs(options.since ?? '7d')).toISOString()
  const rows: JsonObject[] = []
  let after: unknown
  do {
    const query = new URLSearchParams({ from, by: by.join(','), limit: '1000', ...(typeof after === 'string' ? { after } : {}) })
    const page = await client.ask('GET', `/api/admin/usage?${query.toString()}`)
    append(rows, listOf(page['data']).filter(isObject))
    after = page['next']
  } while (typeof after === 'string')
  const cells = rows.map((row) => [...by.map((name) => cell(objectOf(row['group'])?.[name])), ...sums.map((name) => cell(row[name]))])
  printTable(options, { columns: [...by, ...sums], rows: cells }, { from, data: rows })
  return 0
}

function cell(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
