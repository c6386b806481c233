import { timelineOf } from './timeline.js'

const attempt = { provider: 'one', model: 'm', duration_ms: 300, cost_usd: '0' }

test('attempts stand where they began, between them the waits, and the end of the reply behind them', () => {
  const attempts = [
    { ...attempt, started_ms: 12, error: 'upstream_timeout' },
    { ...attempt, provider: 'two', started_ms: 412, duration_ms: 388 },
  ]
  expect(timelineOf({ attempts, duration_ms: 812, first_byte_ms: 700 })).toEqual({
    length: 812,
    firstByte: 700,
    stretches: [
      { kind: 'gateway', label: 'Authentication and routing', from: 0, to: 12, failed: false },
      { kind: 'attempt', label: '1. one', from: 12, to: 312, failed: true },
      { kind: 'gateway', label: 'Waiting', from: 312, to: 412, failed: false },
      { kind: 'attempt', label: '2. two', from: 412, to: 800, failed: false },
      { kind: 'gateway', label: 'End of the reply', from: 800, to: 812, failed: false },
    ],
  })
})

test('without beginnings attempts stand one after the other, behind what the gateway took itself', () => {
  const attempts = [
    { ...attempt, error: 'upstream_timeout' },
    { ...attempt, provider: 'two', duration_ms: 500 },
  ]
  expect(timelineOf({ attempts, duration_ms: 812, first_byte_ms: 700 })).toEqual({
    length: 812,
    firstByte: 700,
    stretches: [
      { kind: 'gateway', label: 'Authentication and routing', from: 0, to: 12, failed: false },
      { kind: 'attempt', label: '1. one', from: 12, to: 312, failed: true },
      { kind: 'attempt', label: '2. two', from: 312, to: 812, failed: false },
    ],
  })
})

test('a request that ended while another attempt was awaited', () => {
  const attempts = [{ ...attempt, started_ms: 10, error: 'upstream_rate_limited' }]
  expect(timelineOf({ attempts, duration_ms: 900, first_byte_ms: null }).stretches.at(-1)).toEqual({
    kind: 'gateway',
    label: 'After the last attempt',
    from: 310,
    to: 900,
    failed: false,
  })
})

test('a refused request has no attempt', () => {
  expect(timelineOf({ attempts: [], duration_ms: 0, first_byte_ms: null })).toEqual({
    length: 1,
    firstByte: null,
    stretches: [{ kind: 'gateway', label: 'Authentication and routing', from: 0, to: 1, failed: false }],
  })
})

test('rounded attempts may be longer than the whole', () => {
  expect(timelineOf({ attempts: [attempt], duration_ms: 299, first_byte_ms: 100 })).toMatchObject({
    length: 300,
    stretches: [{ from: 0, to: 300 }],
  })
})
