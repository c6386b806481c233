import type { PlatformUsage, PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { ApiError } from '../../api/problem.js'
import { courseOf, sumOf, type Moment, type Sums } from './course.js'
import { courseGroup, type Filters } from './query.js'
import { spanBefore, type Span } from './range.js'

export interface Report {
  /** As it could be answered: sums of hours are kept for some days only. */
  readonly span: Span
  readonly course: readonly Moment[]
  readonly sums: Sums
  readonly before: Sums
}

export interface ReportQuestion {
  readonly span: Span
  readonly filters: Filters
  readonly get: (parameters: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<PlatformUsage>
  readonly signal: AbortSignal
}

/** Outcomes of one course; each page has at least one of them. */
const mostPages = 12

export async function loadReport(question: ReportQuestion): Promise<Report> {
  const { filters, get, signal } = question
  const { from, to } = spanBefore(question.span)
  const before = get({ ...filters, from, to }, signal)
  try {
    const { span, rows } = await courseRows(question)
    return { span, course: courseOf(rows, span), sums: sumOf(rows), before: sumOf((await before).data) }
  } finally {
    // It has no other reader where the course has failed.
    before.catch(() => undefined)
  }
}

async function courseRows(question: ReportQuestion): Promise<{ readonly span: Span; readonly rows: readonly PlatformUsageRow[] }> {
  try {
    return { span: question.span, rows: await allRows(question) }
  } catch (error) {
    const refused = error instanceof ApiError && error.problem.param === 'interval'
    if (!refused || question.span.interval === 'day') throw error
    const span: Span = { ...question.span, interval: 'day' }
    return { span, rows: await allRows({ ...question, span }) }
  }
}

async function allRows({ span, filters, get, signal }: ReportQuestion): Promise<readonly PlatformUsageRow[]> {
  const by = courseGroup(filters)
  const rows: PlatformUsageRow[] = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const more: Record<string, string> = { ...(by !== undefined && { by }), ...(after !== null && { after }) }
    const reply: PlatformUsage = await get({ ...filters, ...span, limit: '1000', ...more }, signal)
    for (const row of reply.data) rows.push(row)
    after = reply.next
    if (after === null) break
  }
  return rows
}
