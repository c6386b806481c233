import type { PlatformUsageRow } from '../../../generated/platform/model/index.js'
import { courseOf, outcomesIn, stacked, sumOf } from './course.js'
import type { Span } from './range.js'

const row = (more: Partial<PlatformUsageRow>): PlatformUsageRow => ({
  group: {},
  start: null,
  requests: 1,
  failed: 0,
  estimated: 0,
  input_tokens: 10,
  output_tokens: 5,
  cached_input_tokens: 2,
  cache_write_input_tokens: 0,
  reasoning_output_tokens: 0,
  duration_ms: 100,
  first_byte_p50_ms: 40,
  first_byte_p95_ms: 90,
  cost_usd: '0.1',
  ...more,
})

const span: Span = { from: '2026-01-31T10:20:00.000Z', to: '2026-01-31T13:00:00.000Z', interval: 'hour' }

test('hours without requests are there too', () => {
  const rows = [
    row({ group: { outcome: 'ok' }, start: '2026-01-31T11:00:00.000Z', requests: 3 }),
    row({ group: { outcome: 'timeout' }, start: '2026-01-31T11:00:00.000Z', failed: 1, cost_usd: '0.2' }),
    row({ group: { outcome: 'ok' }, start: '2026-01-31T12:00:00.000Z' }),
  ]
  const whole = [row({ start: '2026-01-31T11:00:00.000Z', first_byte_p50_ms: 300, first_byte_p95_ms: 800 })]
  const course = courseOf(rows, whole, span)
  expect(course.map(({ start }) => new Date(start * 1000).getUTCHours())).toEqual([10, 11, 12])
  expect(course[0]).toMatchObject({ requests: 0, outcomes: {}, cost: '0', firstTokenP50: null, firstTokenP95: null })
  expect(course[1]).toMatchObject({
    requests: 4,
    failed: 1,
    outcomes: { ok: 3, timeout: 1 },
    cost: '0.3',
    firstTokenP50: 300,
    firstTokenP95: 800,
  })
  expect(outcomesIn(course)).toEqual(['ok', 'timeout'])
})

test('without outcomes the failed ones are counted', () => {
  const [moment] = courseOf([row({ start: '2026-01-31T10:00:00.000Z', requests: 5, failed: 2 })], [], span)
  expect(moment).toMatchObject({ outcomes: { ok: 3, failed: 2 } })
})

test('sums are exact', () => {
  expect(sumOf([row({}), row({ cost_usd: '0.2', estimated: 1 })])).toEqual({
    requests: 2,
    failed: 0,
    estimated: 1,
    inputTokens: 20,
    cachedInputTokens: 4,
    outputTokens: 10,
    cost: '0.3',
  })
})

test('a stack grows from line to line', () => {
  expect(stacked([[1, 2], [3, 0], [0, 1]])).toEqual([[1, 2], [4, 2], [4, 3]]) // prettier-ignore
})
