import type { PlatformUsage, PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { ApiError, readProblem } from '../../api/problem.js'
import { loadReport } from './load-report.js'
import type { Span } from './range.js'

const span: Span = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-03T00:00:00.000Z', interval: 'hour' }
const { signal } = new AbortController()

function row(outcome: string, requests: number): PlatformUsageRow {
  const tokens = { input_tokens: 0, output_tokens: 0, cached_input_tokens: 0, cache_write_input_tokens: 0, reasoning_output_tokens: 0 }
  const sums = { requests, failed: 0, estimated: 0, duration_ms: 0, first_byte_p50_ms: 300, first_byte_p95_ms: 900, cost_usd: '1' }
  return { group: { outcome }, start: span.from, ...tokens, ...sums }
}

const reply = (data: PlatformUsageRow[], next: string | null = null): PlatformUsage => ({ from: span.from, to: span.to, data, next })

test('the course by outcome, page by page, and the sums of the time before', async () => {
  const asked: Readonly<Record<string, string>>[] = []
  const report = await loadReport({
    ...{ span, filters: { model: 'fast' }, signal },
    get: (parameters) => {
      asked.push(parameters)
      if (parameters['interval'] === undefined) return Promise.resolve(reply([row('', 7)]))
      if (parameters['by'] === undefined) return Promise.resolve(reply([row('', 3)]))
      return Promise.resolve(parameters['after'] === 'more' ? reply([row('timeout', 1)]) : reply([row('ok', 2)], 'more'))
    },
  })
  expect(asked).toEqual([
    { model: 'fast', from: '2025-12-30T00:00:00.000Z', to: span.from, first_byte_times: 'false' },
    { model: 'fast', ...span, limit: '1000', by: 'outcome', first_byte_times: 'false' },
    { model: 'fast', ...span, limit: '1000' },
    { model: 'fast', ...span, limit: '1000', by: 'outcome', first_byte_times: 'false', after: 'more' },
  ])
  expect([report.sums.requests, report.before.requests, report.course.length]).toEqual([3, 7, 48])
  expect(report.course[0]).toMatchObject({ firstTokenP50: 300, firstTokenP95: 900 })
})

test('where hours are not kept so long, days are shown', async () => {
  const refusal = new ApiError(readProblem(400, new Headers(), { detail: 'interval hour is kept for 1 days', param: 'interval' }))
  const report = await loadReport({
    ...{ span, filters: {}, signal },
    get: ({ interval }) => (interval === 'hour' ? Promise.reject(refusal) : Promise.resolve(reply([row('ok', 2)]))),
  })
  expect([report.span.interval, report.course.length]).toEqual(['day', 2])
})

test('another refusal is the page’s', async () => {
  const refusal = new ApiError(readProblem(403, new Headers(), { detail: 'no' }))
  await expect(loadReport({ span, filters: {}, signal, get: () => Promise.reject(refusal) })).rejects.toBe(refusal)
})
