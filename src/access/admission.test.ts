import { Admission } from './admission.js'
import type { Token } from './token.js'

const token: Token = { id: 't', name: 't', owner: 't', maxConcurrent: 2, requestsPerMinute: 60 }

function admission(inFlight = 10): { admission: Admission; pass: (milliseconds: number) => void } {
  let now = 0
  return {
    admission: new Admission({ inFlight, clock: () => now }),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

/** Starts and ends a request; says why not. */
function run(one: Admission): string {
  const refused = one.enter(token)
  if (refused !== undefined) return refused.kind
  one.leave(token)
  return 'ok'
}

test('a burst of the whole limit, then one a second; over a minute exact to one', () => {
  const { admission: one, pass } = admission()
  for (let count = 0; count < 60; count++) expect(run(one)).toBe('ok')
  expect(run(one)).toBe('rate_limit_exceeded')
  let served = 0
  // Three times the limit, spread over a minute.
  for (let count = 0; count < 180; count++) {
    pass(60_000 / 180)
    if (run(one) === 'ok') served++
  }
  expect(Math.abs(served - 60)).toBeLessThanOrEqual(1)
})

test('a refusal takes nothing from the bucket, and says when to come again', () => {
  const { admission: one, pass } = admission()
  for (let count = 0; count < 60; count++) run(one)
  for (let count = 0; count < 1000; count++) expect(one.enter(token)).toMatchObject({ kind: 'rate_limit_exceeded', retryAfterSeconds: 1 })
  expect(one.rate(token)).toEqual({ limit: 60, remaining: 0, resetSeconds: 60 })
  pass(999)
  expect(run(one)).toBe('rate_limit_exceeded')
  pass(1)
  expect(run(one)).toBe('ok')
  pass(30_000)
  expect(one.rate(token)).toEqual({ limit: 60, remaining: 30, resetSeconds: 30 })
})

test('what is refused for concurrency takes nothing from the rate', () => {
  const { admission: one } = admission()
  expect([one.enter(token), one.enter(token)]).toEqual([undefined, undefined])
  for (let count = 0; count < 100; count++) expect(one.enter(token)).toMatchObject({ kind: 'concurrency_limit' })
  expect(one.rate(token)?.remaining).toBe(58)
  one.leave(token)
  expect(one.enter(token)).toBeUndefined()
})

test('busy from 80 per cent, full at the limit', () => {
  const { admission: one } = admission(10)
  const loads = Array.from({ length: 11 }, (_, running) => {
    one.inFlight = running
    return one.load
  })
  expect(loads).toEqual(['free', 'free', 'free', 'free', 'free', 'free', 'free', 'free', 'busy', 'busy', 'full'])
})
