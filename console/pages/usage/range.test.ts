import { rangeIn, rangeParameters, spanBefore, spanOf, usualRange, type Range } from './range.js'

const now = Date.parse('2026-01-31T12:20:00.000Z')

test.each<[Range, object, object]>([
  [
    { kind: '24h' },
    { from: '2026-01-30T13:00:00.000Z', to: '2026-01-31T13:00:00.000Z', interval: 'hour' },
    { from: '2026-01-29T13:00:00.000Z', to: '2026-01-30T13:00:00.000Z' },
  ],
  [
    { kind: '7d' },
    { from: '2026-01-25T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', interval: 'hour' },
    { from: '2026-01-18T00:00:00.000Z', to: '2026-01-25T00:00:00.000Z' },
  ],
  [
    { kind: '30d' },
    { from: '2026-01-02T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z', interval: 'day' },
    { from: '2025-12-03T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' },
  ],
  [
    { kind: 'custom', from: '2026-01-31T00:00:00.000Z', to: '2026-01-31T02:00:00.000Z' },
    { from: '2026-01-31T00:00:00.000Z', to: '2026-01-31T02:00:00.000Z', interval: '5m' },
    { from: '2026-01-30T22:00:00.000Z', to: '2026-01-31T00:00:00.000Z' },
  ],
])('%j and the range before', (range, expected, before) => {
  const span = spanOf(range, now)
  expect(span).toEqual(expected)
  expect(spanBefore(span)).toMatchObject(before)
})

test.each<Range>([{ kind: '24h' }, { kind: 'custom', from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }])(
  '%j is in the address',
  (range) => {
    expect(rangeIn(new URLSearchParams(rangeParameters(range)))).toEqual(range)
  },
)

test.each(['', 'range=year', 'range=custom', 'range=custom&from=2026-01-02&to=2026-01-01', 'range=custom&from=x&to=y'])(
  'the address %j has no range',
  (search) => {
    expect(rangeIn(new URLSearchParams(search))).toEqual(usualRange)
  },
)
