import type { PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { addMoney } from '../../format/money.js'
import type { Span } from './range.js'

/** The sums of one interval. */
export interface Moment {
  /** Seconds since the epoch. */
  readonly start: number
  readonly requests: number
  readonly failed: number
  /** Requests by their outcome; without outcomes in the rows, `ok` and `failed`. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cost: string
  /** Milliseconds until half of the streamed replies, and 95 of 100, had their first content; null where none was streamed. */
  readonly firstTokenP50: number | null
  readonly firstTokenP95: number | null
}

const seconds = { '5m': 300, hour: 3600, day: 86_400 } as const

/**
 * One moment for each interval of the span, also for those without requests, which the report leaves out. `whole`: one row an interval:
 * times of groups cannot be added up.
 */
export function courseOf(rows: readonly PlatformUsageRow[], whole: readonly PlatformUsageRow[], span: Span): readonly Moment[] {
  const step = seconds[span.interval]
  const first = Math.floor(Date.parse(span.from) / 1000 / step) * step
  const end = Date.parse(span.to) / 1000
  const startOf = ({ start }: PlatformUsageRow): number => (start === null ? 0 : Date.parse(start) / 1000)
  const byStart = Map.groupBy(rows, startOf)
  const wholeByStart = new Map(whole.map((row) => [startOf(row), row]))
  const moments: Moment[] = []
  for (let start = first; start < end; start += step) moments.push(momentOf(start, byStart.get(start) ?? [], wholeByStart.get(start)))
  return moments
}

function momentOf(start: number, rows: readonly PlatformUsageRow[], whole: PlatformUsageRow | undefined): Moment {
  const sums = sumOf(rows)
  const outcomes: Record<string, number> = {}
  for (const { group, requests, failed } of rows) {
    const outcome = group['outcome']
    if (outcome === undefined) {
      outcomes['ok'] = (outcomes['ok'] ?? 0) + requests - failed
      outcomes['failed'] = (outcomes['failed'] ?? 0) + failed
    } else outcomes[outcome] = (outcomes[outcome] ?? 0) + requests
  }
  return {
    start,
    requests: sums.requests,
    failed: sums.failed,
    outcomes,
    inputTokens: sums.inputTokens,
    outputTokens: sums.outputTokens,
    cost: sums.cost,
    firstTokenP50: whole?.first_byte_p50_ms ?? null,
    firstTokenP95: whole?.first_byte_p95_ms ?? null,
  }
}

export interface Sums {
  readonly requests: number
  readonly failed: number
  readonly estimated: number
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  readonly cost: string
}

export function sumOf(rows: readonly PlatformUsageRow[]): Sums {
  const sums = { requests: 0, failed: 0, estimated: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  for (const row of rows) {
    sums.requests += row.requests
    sums.failed += row.failed
    sums.estimated += row.estimated
    sums.inputTokens += row.input_tokens
    sums.cachedInputTokens += row.cached_input_tokens
    sums.outputTokens += row.output_tokens
  }
  return { ...sums, cost: addMoney(...rows.map(({ cost_usd: cost }) => cost)) }
}

/** Outcomes from the best to the worst: the order of stacks, their colours and their words. */
export const outcomes = [
  'ok',
  'client_aborted',
  'client_error',
  'rejected',
  'interrupted',
  'truncated',
  'timeout',
  'upstream_error',
  'failed',
] as const

export type CourseOutcome = (typeof outcomes)[number]

/** Those that occur. */
export function outcomesIn(course: readonly Moment[]): readonly CourseOutcome[] {
  return outcomes.filter((outcome) => course.some((moment) => (moment.outcomes[outcome] ?? 0) > 0))
}

/** For each line of a stack its height with those below: the last is the sum of all. */
export function stacked(lines: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const heights: number[][] = []
  for (const line of lines) {
    const below = heights.at(-1)
    heights.push(line.map((value, index) => value + (below?.[index] ?? 0)))
  }
  return heights
}
