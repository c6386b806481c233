import { Breaker } from './breaker.js'
import { RetryBudget } from './retry-budget.js'

const settings = { consecutive_failures: 3, open_ms: 1000, open_max_ms: 3000 }

function opened(): Breaker {
  const breaker = new Breaker(settings)
  for (let count = 0; count < 3; count++) breaker.fail(0, false)
  return breaker
}

test('opens with the third failure in a row, not before', () => {
  const breaker = new Breaker(settings)
  breaker.fail(0, false)
  breaker.fail(0, false)
  expect([breaker.state(0), breaker.admit(0)]).toEqual(['closed', 'call'])
  breaker.succeed(false)
  breaker.fail(0, false)
  breaker.fail(0, false)
  expect(breaker.admit(0)).toBe('call')
  breaker.fail(0, false)
  expect([breaker.state(999), breaker.admit(999), breaker.waitMs(999)]).toEqual(['open', undefined, 1])
  expect(breaker.state(1000)).toBe('half_open')
})

test('half open lets one probe through at a time', () => {
  const breaker = opened()
  expect([breaker.admit(1000), breaker.admit(1000)]).toEqual(['probe', undefined])
  breaker.forget(true)
  expect(breaker.admit(1000)).toBe('probe')
  breaker.succeed(true)
  expect([breaker.state(1000), breaker.admit(1000), breaker.admit(1000)]).toEqual(['closed', 'call', 'call'])
})

test('after a probe that succeeded, the next opening has its own probe', () => {
  const breaker = opened()
  breaker.admit(1000)
  breaker.succeed(true)
  for (let count = 0; count < 3; count++) breaker.fail(1000, false)
  expect(breaker.admit(2000)).toBe('probe')
})

test('a call from before the opening that ends well closes it, but does not end the probe', () => {
  const breaker = opened()
  expect(breaker.admit(1000)).toBe('probe')
  breaker.forget(false)
  expect(breaker.admit(1000)).toBeUndefined()
  breaker.succeed(false)
  expect(breaker.admit(1000)).toBe('call')
})

test('each failed probe doubles the opening, up to the longest; a success begins anew', () => {
  const breaker = opened()
  let now = 1000
  for (const openMs of [2000, 3000, 3000]) {
    expect(breaker.admit(now)).toBe('probe')
    breaker.fail(now, true)
    expect(breaker.waitMs(now)).toBe(openMs)
    now += openMs
  }
  breaker.admit(now)
  breaker.succeed(true)
  for (let count = 0; count < 3; count++) breaker.fail(now, false)
  expect(breaker.waitMs(now)).toBe(1000)
})

test('calls from before the opening change nothing when they fail', () => {
  const breaker = opened()
  breaker.fail(500, false)
  expect(breaker.waitMs(500)).toBe(500)
  expect(breaker.admit(1000)).toBe('probe')
  breaker.fail(1000, false)
  expect(breaker.admit(1000)).toBeUndefined()
})

test.each([undefined, 0, -1])('a Retry-After of %s is none', (retryAfterMs) => {
  const breaker = new Breaker(settings)
  if (retryAfterMs === undefined) breaker.fail(0, false)
  else breaker.fail(0, false, retryAfterMs)
  expect(breaker.state(0)).toBe('closed')
})

test('a Retry-After opens at once, never for longer than the longest opening', () => {
  const breaker = new Breaker(settings)
  breaker.fail(0, false, 200)
  expect(breaker.waitMs(0)).toBe(200)
  breaker.fail(0, false, 60_000)
  expect(breaker.waitMs(0)).toBe(3000)
})

test('the budget is the larger of floor and share', () => {
  const budget = new RetryBudget({ budget_floor: 2, budget_percent: 20 })
  expect([budget.take(), budget.take(), budget.take()]).toEqual([true, true, false])
  budget.running = 15
  expect([budget.take(), budget.take()]).toEqual([true, false])
  budget.give()
  expect(budget.take()).toBe(true)
})

test('a process that has just begun goes on from where another is', () => {
  const taught = (breaker: Breaker, at: number, now: number): Breaker => {
    const other = new Breaker(settings)
    const found = breaker.asFound(at)
    if (found !== undefined) other.follow(found, now)
    return other
  }
  expect(new Breaker(settings).asFound(0)).toBeUndefined()
  const failing = new Breaker(settings)
  failing.fail(0, false)
  failing.fail(0, false)
  const closed = taught(failing, 0, 70)
  closed.fail(70, false)
  expect(closed.state(70)).toBe('open')
  const open = taught(opened(), 400, 70)
  expect([open.state(70), open.waitMs(70), open.state(670)]).toEqual(['open', 600, 'half_open'])
  const probing = opened()
  probing.admit(1000)
  const halfOpen = taught(probing, 1000, 70)
  expect([halfOpen.state(70), halfOpen.admit(70)]).toEqual(['half_open', undefined])
  halfOpen.follow({ type: 'failed', probe: true }, 70)
  expect(halfOpen.waitMs(70)).toBe(2000)
})
