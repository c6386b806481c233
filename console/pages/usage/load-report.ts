import type { PlatformUsage, PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { ApiError } from '../../api/problem.js'
import { courseOf, sumOf, type Moment, type Sums } from './course.js'
import { courseGroup, type Dimension, type Filters } from './query.js'
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

/** What makes the reports that show no time to the first token cheaper. */
export const withoutTimes = { first_byte_times: 'false' } as const

/** Outcomes of one course; each page has at least one of them. */
const mostPages = 12

export async function loadReport(question: ReportQuestion): Promise<Report> {
  const { filters, get, signal } = question
  const { from, to } = spanBefore(question.span)
  const before = get({ ...filters, from, to, ...withoutTimes }, signal)
  try {
    const { span, rows, whole } = await courseRows(question)
    return { span, course: courseOf(rows, whole, span), sums: sumOf(rows), before: sumOf((await before).data) }
  } finally {
    // It has no other reader where the course has failed.
    before.catch(() => undefined)
  }
}

interface CourseRows {
  readonly span: Span
  readonly rows: readonly PlatformUsageRow[]
  /** One for each interval. */
  readonly whole: readonly PlatformUsageRow[]
}

async function courseRows(question: ReportQuestion): Promise<CourseRows> {
  try {
    return await rowsOf(question)
  } catch (error) {
    const refused = error instanceof ApiError && error.problem.param === 'interval'
    if (!refused || question.span.interval === 'day') throw error
    const span: Span = { ...question.span, interval: 'day' }
    return await rowsOf({ ...question, span })
  }
}

async function rowsOf(question: ReportQuestion): Promise<CourseRows> {
  const { span } = question
  const by = courseGroup(question.filters)
  if (by === undefined) {
    const rows = await allRows(question, undefined)
    return { span, rows, whole: rows }
  }
  const [rows, whole] = await Promise.all([allRows(question, by), allRows(question, undefined)])
  return { span, rows, whole }
}

async function allRows({ span, filters, get, signal }: ReportQuestion, by: Dimension | undefined): Promise<readonly PlatformUsageRow[]> {
  const rows: PlatformUsageRow[] = []
  let after: string | null = null
  for (let page = 0; page < mostPages; page += 1) {
    const more: Record<string, string> = { ...(by !== undefined && { by, ...withoutTimes }), ...(after !== null && { after }) }
    const reply: PlatformUsage = await get({ ...filters, ...span, limit: '1000', ...more }, signal)
    for (const row of reply.data) rows.push(row)
    after = reply.next
    if (after === null) break
  }
  return rows
}
