import { objectOf } from '../../json/object.js'
import type { Command } from '../command.js'
import { durationMs } from './duration.js'
import { withAdmin } from './gateway-access.js'
import { cellOf, printTable } from './table.js'

const sums = ['requests', 'failed', 'input_tokens', 'output_tokens', 'first_byte_p50_ms', 'first_byte_p95_ms', 'cost_usd'] as const

/** `usage [--since 7d] [--by model,token]`: sums of requests, tokens and cost, and the times until the first content. */
export const usage: Command = async (options) => {
  const by = (options.by ?? 'model').split(',').map((name) => name.trim())
  const from = new Date(Date.now() - durationMs(options.since ?? '7d')).toISOString()
  const rows = await withAdmin(options, (client) => client.all('/api/admin/usage', { from, by: by.join(','), limit: '1000' }))
  const cells = rows.map((row) => [...by.map((name) => cellOf(objectOf(row['group'])?.[name])), ...sums.map((name) => cellOf(row[name]))])
  printTable(options, { columns: [...by, ...sums], rows: cells }, { from, data: rows })
  return 0
}
