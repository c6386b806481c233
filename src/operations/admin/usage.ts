import type { PlatformUsageRow } from '../../../generated/platform/model/index.js'
import type { Caller } from '../../access/caller.js'
import { formatMoney } from '../../accounting/money.js'
import { refuse } from '../../exchange/error.js'
import { defined, parseJson } from '../../json/object.js'
import { firstByteWithin } from '../../store/booking/first-byte.js'
import type { Dimension } from '../../store/booking/rollups.js'
import type { UsageRow } from '../../store/usage-repository.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import { fromDatabase } from './database.js'
import { onlyOwn } from './own.js'
import { sendTable, type TableRow } from './send-table.js'
import { usageQuestion, type UsageParameters, type UsageQuestion } from './usage-query.js'

const usualLimit = 100
const rowsAtOnce = 1000

/** `GET /api/admin/usage` */
export const getUsage: OperationHandler<'getUsage'> = async ({ caller }, services, parameters) => {
  const { limit = usualLimit, after, first_byte_times: firstByteTimes = true, ...asked } = parameters
  const question = { ...questionOf(asked, caller, services), firstByteTimes }
  const page = await pageOf(question, services, limit, after === undefined ? undefined : placeIn(after, question))
  return {
    status: 200,
    body: {
      from: timeText(question.from),
      to: timeText(question.to),
      data: page.rows.map((row) => shown(row, question.by)),
      next: page.next === undefined ? null : Buffer.from(JSON.stringify(page.next)).toString('base64url'),
    },
  }
}

/** `GET /api/admin/usage/export` */
export const exportUsage: OperationHandler<'exportUsage'> = (request, services, { format = 'csv', ...asked }) => {
  const question = { ...questionOf(asked, request.caller, services), firstByteTimes: true }
  return sendTable(request, { name: 'usage', format, columns: [...question.by, ...sumColumns] }, rows(question, services))
}

function questionOf(asked: UsageParameters, caller: Caller, { platform, relay }: OperationServices): UsageQuestion {
  const own = onlyOwn(caller)
  return usageQuestion(own === undefined ? asked : { ...asked, owner: own.name }, relay.now(), platform.fineUsageDays)
}

async function* rows(question: UsageQuestion, services: OperationServices): AsyncGenerator<readonly TableRow[]> {
  let after: readonly string[] | undefined
  do {
    const page = await pageOf(question, services, rowsAtOnce, after)
    yield page.rows.map((row) => ({ object: shown(row, question.by), cells: cellsOf(row) }))
    after = page.next
  } while (after !== undefined)
}

function pageOf(question: UsageQuestion, { platform }: OperationServices, limit: number, after: readonly string[] | undefined) {
  const intervals = question.intervalSeconds === undefined ? 1 : (question.to - question.from) / question.intervalSeconds
  const mostGroups = Math.max(1, Math.floor(limit / intervals))
  return fromDatabase(platform.usage.read(defined({ ...question, mostGroups, after })))
}

function placeIn(after: string, { by }: UsageQuestion): readonly string[] {
  const place = parseJson(Buffer.from(after, 'base64url').toString())
  if (!Array.isArray(place) || place.length !== by.length || !place.every((value) => typeof value === 'string'))
    throw refuse('after', 'after is none that this report has named as next')
  return place
}

const sumColumns = [
  ...['start', 'requests', 'failed', 'estimated', 'input_tokens', 'output_tokens', 'cached_input_tokens', 'cache_write_input_tokens'],
  ...['reasoning_output_tokens', 'duration_ms', 'first_byte_p50_ms', 'first_byte_p95_ms', 'cost_usd'],
]

function shown(row: UsageRow, by: readonly Dimension[]): PlatformUsageRow {
  return {
    group: Object.fromEntries(by.map((dimension, index) => [dimension, row.group[index] ?? ''])),
    start: row.start === undefined ? null : timeText(row.start),
    requests: row.requests,
    failed: row.failed,
    estimated: row.estimated,
    input_tokens: row.inputTokens,
    output_tokens: row.outputTokens,
    cached_input_tokens: row.cachedInputTokens,
    cache_write_input_tokens: row.cacheWriteInputTokens,
    reasoning_output_tokens: row.reasoningOutputTokens,
    duration_ms: row.durationMs,
    first_byte_p50_ms: firstByteWithin(0.5, row.firstByteCounts) ?? null,
    first_byte_p95_ms: firstByteWithin(0.95, row.firstByteCounts) ?? null,
    cost_usd: formatMoney(row.cost),
  }
}

function cellsOf(row: UsageRow): TableRow['cells'] {
  return [
    ...row.group,
    row.start === undefined ? null : timeText(row.start),
    row.requests,
    row.failed,
    row.estimated,
    row.inputTokens,
    row.outputTokens,
    row.cachedInputTokens,
    row.cacheWriteInputTokens,
    row.reasoningOutputTokens,
    row.durationMs,
    firstByteWithin(0.5, row.firstByteCounts) ?? null,
    firstByteWithin(0.95, row.firstByteCounts) ?? null,
    formatMoney(row.cost),
  ]
}

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString()
