/** What the page of usage covers: a number of hours or days up to now, or two times. */
export type Range = { readonly kind: '24h' | '7d' | '30d' } | { readonly kind: 'custom'; readonly from: string; readonly to: string }

export type Interval = '5m' | 'hour' | 'day'

export interface Span {
  readonly from: string
  readonly to: string
  readonly interval: Interval
}

const hour = 3_600_000
const day = 86_400_000

export const usualRange: Range = { kind: '7d' }

export function rangeIn(search: URLSearchParams): Range {
  const kind = search.get('range')
  if (kind === '24h' || kind === '7d' || kind === '30d') return { kind }
  const [from, to] = [isTime(search.get('from')), isTime(search.get('to'))]
  if (kind === 'custom' && from !== undefined && to !== undefined && from < to)
    return { kind, from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  return usualRange
}

export function rangeParameters(range: Range): Record<string, string> {
  return range.kind === 'custom' ? { range: range.kind, from: range.from, to: range.to } : { range: range.kind }
}

/**
 * The times of a range. Days begin at midnight in UTC, as the sums do, so that this range and the one before are cut alike.
 * `now`: milliseconds since the epoch.
 */
export function spanOf(range: Range, now: number): Span {
  switch (range.kind) {
    case '24h':
      return span(Math.ceil(now / hour) * hour, day, 'hour')
    case '7d':
      return span(Math.ceil(now / day) * day, 7 * day, 'hour')
    case '30d':
      return span(Math.ceil(now / day) * day, 30 * day, 'day')
    case 'custom':
      return { from: range.from, to: range.to, interval: intervalOf(Date.parse(range.to) - Date.parse(range.from)) }
  }
}

/** The span of the same length before. */
export function spanBefore({ from, to, interval }: Span): Span {
  const begin = Date.parse(from)
  return span(begin, Date.parse(to) - begin, interval)
}

function span(to: number, length: number, interval: Interval): Span {
  return { from: new Date(to - length).toISOString(), to: new Date(to).toISOString(), interval }
}

/** Enough points to see a course, few enough to be told apart. */
function intervalOf(length: number): Interval {
  if (length <= 6 * hour) return '5m'
  return length <= 7 * day ? 'hour' : 'day'
}

function isTime(text: string | null): number | undefined {
  const time = text === null ? NaN : Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
