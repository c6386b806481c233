import { parseMoney, type Money } from '../../accounting/money.js'
import { csvRows } from './csv.js'

/** What a provider says of one day and model. Counts that its export does not have are absent. */
export interface ExportedUsage {
  /** In UTC: `2026-01-31`. */
  readonly day: string
  /** The provider's name; empty where the export is not by model. */
  readonly model: string
  readonly requests?: number
  /** Cached tokens and cache writes included. */
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly outputTokens?: number
  readonly cost?: Money
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Reads what OpenAI and Anthropic let their customers export: CSV of their consoles (usage, costs), or JSON of their administration APIs
 * (OpenAI `/v1/organization/usage/…` and `/costs`, Anthropic `/v1/organizations/usage_report/messages` and `/cost_report`; one page or a
 * list of pages). Lines of the same day and model are added up. Throws `Error` with what was expected.
 */
export function readExport(text: string): ExportedUsage[] {
  const lines = /^\s*[[{]/.test(text) ? fromJson(text) : csvRows(text).flatMap(fromCsv)
  if (lines.length === 0) throw new Error('the file has no usage: expected a CSV or JSON export of usage or costs, of OpenAI or Anthropic')
  return addedUp(lines)
}

function fromCsv(row: Readonly<Record<string, string>>): ExportedUsage[] {
  if ('usage_date_utc' in row) return [anthropicRow(row)]
  const { start_time: start = '' } = row
  if (start === '') return []
  if (row['amount_value'] === '') return []
  const day = dayOf(/^\d+$/.test(start) ? Number(start) * 1000 : Date.parse(start))
  return [openaiResult(day, 'amount_value' in row ? { ...row, amount: { value: row['amount_value'] } } : row)]
}

function anthropicRow(row: Fields): ExportedUsage {
  const day = dayOf(Date.parse(String(row['usage_date_utc']).slice(0, 10)))
  if ('cost_usd' in row) return { day, model: text(row['model']), cost: moneyIn(row['cost_usd']) }
  const cached = count(row['usage_input_tokens_cache_read'])
  const written = count(row['usage_input_tokens_cache_write_5m']) + count(row['usage_input_tokens_cache_write_1h'])
  return {
    day,
    model: text(row['model_version']),
    inputTokens: count(row['usage_input_tokens_no_cache']) + cached + written,
    cachedInputTokens: cached,
    outputTokens: count(row['usage_output_tokens']),
  }
}

function fromJson(text: string): ExportedUsage[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('the file is neither CSV nor JSON')
  }
  const buckets = (Array.isArray(value) ? value : [value]).flatMap((page) => listIn(page, 'data') ?? [])
  return buckets.flatMap((bucket) => {
    const results = listIn(bucket, 'results') ?? listIn(bucket, 'result') ?? []
    const { start_time: start, starting_at: starting } = fieldsIn(bucket)
    if (typeof start === 'number') return results.map((result) => openaiResult(dayOf(start * 1000), fieldsIn(result)))
    if (typeof starting === 'string') return results.map((result) => anthropicResult(dayOf(Date.parse(starting)), fieldsIn(result)))
    return []
  })
}

/** `line_item` is a model and what of it: `gpt-x, input`. */
function openaiResult(day: string, result: Fields): ExportedUsage {
  if ('amount' in result) {
    const item = text(result['line_item'])
    return {
      day,
      model: item.includes(', ') ? item.slice(0, item.indexOf(', ')) : item,
      cost: moneyIn(fieldsIn(result['amount'])['value']),
    }
  }
  return {
    day,
    model: text(result['model']),
    requests: count(result['num_model_requests']),
    inputTokens: count(result['input_tokens']),
    cachedInputTokens: count(result['input_cached_tokens']),
    outputTokens: count(result['output_tokens']),
  }
}

/** Costs are in cents, as text. */
function anthropicResult(day: string, result: Fields): ExportedUsage {
  const model = text(result['model'])
  if ('amount' in result) return { day, model, cost: moneyIn(result['amount']) / 100n }
  const cached = count(result['cache_read_input_tokens'])
  const creation = fieldsIn(result['cache_creation'])
  const written = count(creation['ephemeral_5m_input_tokens']) + count(creation['ephemeral_1h_input_tokens'])
  return {
    day,
    model,
    inputTokens: count(result['uncached_input_tokens']) + cached + written,
    cachedInputTokens: cached,
    outputTokens: count(result['output_tokens']),
  }
}

function addedUp(lines: readonly ExportedUsage[]): ExportedUsage[] {
  const sums = new Map<string, ExportedUsage>()
  for (const line of lines) {
    const key = `${line.day} ${line.model}`
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? line : added(sum, line))
  }
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}

const counts = ['requests', 'inputTokens', 'cachedInputTokens', 'outputTokens'] as const

/** The sum of two lines of one day and model. */
export function added(one: ExportedUsage, other: ExportedUsage): ExportedUsage {
  const sums: Partial<Record<(typeof counts)[number], number>> = {}
  for (const name of counts) if (one[name] !== undefined || other[name] !== undefined) sums[name] = (one[name] ?? 0) + (other[name] ?? 0)
  const hasCost = one.cost !== undefined || other.cost !== undefined
  return { day: one.day, model: one.model, ...sums, ...(hasCost ? { cost: (one.cost ?? 0n) + (other.cost ?? 0n) } : {}) }
}

function dayOf(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) throw new Error('a line of the file has no date that can be read')
  return new Date(milliseconds).toISOString().slice(0, 10)
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function count(value: unknown): number {
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${JSON.stringify(value)} is no count`)
  return number
}

/** Exports have binary fractions, and numbers such as 6e-7; more than 18 decimals are noise. */
function moneyIn(value: unknown): Money {
  const digits = typeof value === 'number' ? value.toFixed(18) : text(value)
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,20})(?:\.(\d*))?$/.exec(digits) ?? []
  if (whole === undefined) {
    const number = Number(digits)
    if (digits === '' || !Number.isFinite(number)) throw new Error(`${JSON.stringify(value)} is no amount of money`)
    return moneyIn(number)
  }
  const money = parseMoney(fraction === '' ? whole : `${whole}.${fraction.slice(0, 24)}`)
  return sign === '-' ? -money : money
}

function fieldsIn(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function listIn(value: unknown, name: string): readonly unknown[] | undefined {
  const list = fieldsIn(value)[name]
  return Array.isArray(list) ? list : undefined
}
