import { Quotas, haveLeft, waitFor, type RateLimits } from './quotas.js'
import type { Quota } from './quota.js'

const now = Date.parse('2030-01-09T12:00:00Z')
const clocks = { clock: () => 0, now: () => now }
const limited = (rates: RateLimits, id = 'a') => ({ id, policy: { rates } })
const minute: RateLimits = { requestsPerMinute: 60, tokensPerMinute: 1000, requestsPerDay: 500, tokensPerDay: 9000 }

/** A quota that has this left, and the rest after so many seconds. */
const quota = (left: number, seconds = 0): Quota => ({
  limit: 100,
  window: 'minute',
  left,
  take: () => undefined,
  reserve: () => undefined,
  settle: () => undefined,
  countAhead: () => undefined,
  limitTo: () => undefined,
  until: () => seconds,
  reset: seconds,
})

describe('the quotas of a caller', () => {
  test('are described for the header RateLimit-Policy', () => {
    expect(new Quotas(clocks).of(limited(minute))?.rateLimitPolicy).toBe(
      '"requests-per-minute";q=60;w=60, "requests-per-day";q=500;w=86400, "tokens-per-minute";q=1000;w=60;qu="tokens", "tokens-per-day";q=9000;w=86400;qu="tokens"',
    )
    expect(new Quotas(clocks).of({ id: 'a', policy: {} })).toBeUndefined()
  })

  test('stay the same, also with what was used where the limits change, until the caller is forgotten', () => {
    const quotas = new Quotas(clocks)
    const first = quotas.of(limited(minute))
    first?.requests[0]?.take(10)
    first?.tokens[1]?.take(4000)
    expect(quotas.of(limited(minute))).toBe(first)
    const changed = quotas.of(limited({ requestsPerMinute: 30, tokensPerDay: 5000 }))
    expect(changed?.requests.map(({ left }) => left)).toEqual([20])
    expect(changed?.tokens.map(({ left }) => left)).toEqual([1000])
    quotas.forget('a')
    expect(quotas.of(limited(minute))?.requests[0]?.left).toBe(60)
  })

  test('are those of now for a request that knows its caller as it was', () => {
    const [before, now] = [limited({ requestsPerMinute: 30 }), limited({ requestsPerMinute: 10 })]
    const quotas = new Quotas({ ...clocks, ratesNow: () => now.policy.rates })
    quotas.of(before)?.requests[0]?.take(4)
    expect(quotas.of(now)?.requests.map(({ limit, left }) => [limit, left])).toEqual([[10, 6]])
    expect(quotas.of(before)).toBe(quotas.of(now))
    expect(quotas.known('a')).toBe(quotas.of(now))
  })

  test('begin with what an earlier process used today', () => {
    const quotas = new Quotas({ ...clocks, usedToday: new Map([['a', { requests: 7, tokens: 800 }]]) })
    const left = (id: string) => {
      const { requests = [], tokens = [] } = quotas.of(limited(minute, id)) ?? {}
      return [...requests, ...tokens].map((one) => one.left)
    }
    expect(left('a')).toEqual([60, 493, 1000, 8200])
    expect(left('b')).toEqual([60, 500, 1000, 9000])
  })

  test('begin anew where that was yesterday', () => {
    const usedToday = new Map([['a', { requests: 7, tokens: 800 }]])
    const quotas = new Quotas({ ...clocks, usedToday, usedAt: clocks.now() - 86_400_000 })
    expect(quotas.of(limited({ requestsPerDay: 10 }))?.requests[0]?.left).toBe(10)
  })
})

describe('a limit of the day that is set later', () => {
  const before = limited({ requestsPerMinute: 60 })
  const after = limited({ requestsPerDay: 10, tokensPerDay: 1000 })
  const left = (quotas: Quotas, caller = after): number[] => {
    const { requests = [], tokens = [] } = quotas.of(caller) ?? {}
    return [...requests, ...tokens].map((one) => one.left)
  }

  test('counts the whole day: what the books know, what has ended since then, and what runs', () => {
    const quotas = new Quotas({ ...clocks, usedToday: new Map([['a', { requests: 2, tokens: 100 }]]), usedAt: now })
    quotas.runningOf = (id) => (id === 'a' ? 3 : 0)
    quotas.of(before)
    quotas.countEnded('a', 1, 50)
    quotas.countEnded('a', 0, 7)
    expect(left(quotas)).toEqual([4, 843])
    expect(left(quotas, { ...after, id: 'b' })).toEqual([10, 1000])
  })

  test('counts nothing of the day before', () => {
    let time = now
    const quotas = new Quotas({ clock: () => 0, now: () => time })
    quotas.countEnded('a', 5, 500)
    time += 86_400_000
    expect(left(quotas)).toEqual([10, 1000])
  })

  test('counts what was used while it was removed', () => {
    const quotas = new Quotas(clocks)
    quotas.of(after)?.requests[0]?.take(1)
    quotas.countEnded('a', 1, 0)
    expect(quotas.of({ id: 'a', policy: {} })).toBeUndefined()
    quotas.countEnded('a', 1, 30)
    expect(left(quotas)).toEqual([8, 970])
  })

  test('is there for a request that knows its caller without limits', () => {
    const quotas = new Quotas({ ...clocks, ratesNow: () => after.policy.rates })
    quotas.of(after)
    expect(quotas.of({ id: 'a', policy: {} })).toBe(quotas.of(after))
  })
})

test('there is enough where each quota has it', () => {
  expect(haveLeft([], 1)).toBe(true)
  expect(haveLeft([quota(5), quota(1)], 1)).toBe(true)
  expect(haveLeft([quota(5), quota(0.9)], 1)).toBe(false)
})

test('one waits for the quota that takes the longest, in whole seconds and at least one', () => {
  const [full, short, long] = [quota(5, 100), quota(0, 2.1), quota(0, 40)]
  expect(waitFor([full, short], 1)).toEqual({ seconds: 3, quota: short })
  expect(waitFor([short, long], 1)).toEqual({ seconds: 40, quota: long })
  expect(waitFor([long, short], 1)).toEqual({ seconds: 40, quota: long })
  const soon = quota(0.5, 0.2)
  expect(waitFor([soon], 1)).toEqual({ seconds: 1, quota: soon })
  expect(waitFor([full], 1)).toEqual({ seconds: 1, quota: undefined })
  // Exactly enough is enough.
  expect(waitFor([quota(1, 9)], 1)).toEqual({ seconds: 1, quota: undefined })
})
