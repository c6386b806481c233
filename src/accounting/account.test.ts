import fc from 'fast-check'
import { GatewayFailure } from '../exchange/error.js'
import { Account, type Allowance, type Reservation } from './account.js'

function accountOf(allowance: Allowance, spent = 0n): { account: Account; pass: (milliseconds: number) => void } {
  let now = 0
  return {
    account: new Account(allowance, spent, () => now),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

/** The reservation, or the kind of the refusal. */
function ask(account: Account, money: bigint, tokens = 0): Reservation | string {
  try {
    return account.reserve(money, tokens)
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error.kind
    throw thrown
  }
}

test('a budget for ten takes ten, and one more when one has ended for less', () => {
  const { account } = accountOf({ budget: 100n })
  const taken = Array.from({ length: 50 }, () => ask(account, 10n))
  expect(taken.filter((one) => typeof one !== 'string')).toHaveLength(10)
  expect(taken.at(-1)).toBe('insufficient_quota')
  const [first] = taken
  if (typeof first === 'string') throw new Error(first)
  account.settle(first, 3n, 0)
  expect([account.spent, account.reserved, ask(account, 8n), typeof ask(account, 7n)]).toEqual([3n, 90n, 'insufficient_quota', 'object'])
})

test('what was spent before counts; who has all spent is refused a session', () => {
  const { account } = accountOf({ budget: 10n }, 10n)
  expect([ask(account, 1n), typeof ask(account, 0n)]).toEqual(['insufficient_quota', 'object'])
  expect(account.refusalWhenSpent()?.error.kind).toBe('insufficient_quota')
  expect(accountOf({ budget: 10n }).account.refusalWhenSpent(9n)).toBeUndefined()
  expect(accountOf({ budget: 10n }).account.refusalWhenSpent(10n)).toBeDefined()
})

test('without limits nothing is refused, and what was spent is known', () => {
  const { account } = accountOf({})
  expect(account.isLimited).toBe(false)
  account.settle(undefined, 7n, 9)
  expect(account.spent).toBe(7n)
})

test('tokens of the minute: by estimate, corrected at the end', () => {
  const { account, pass } = accountOf({ tokensPerMinute: 600 })
  const first = account.reserve(0n, 100)
  expect(account.rateHeaders()).toEqual({
    'x-ratelimit-limit-tokens': '600',
    'x-ratelimit-remaining-tokens': '500',
    'x-ratelimit-reset-tokens': '10s',
  })
  account.settle(first, 0n, 700)
  expect(account.rateHeaders()['x-ratelimit-remaining-tokens']).toBe('0')
  expect(() => account.reserve(0n, 50)).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'rate_limit_exceeded', retryAfterSeconds: 15 }) }),
  )
  pass(15_000)
  account.settle(account.reserve(0n, 50), 0n, 0)
  expect(account.rateHeaders()['x-ratelimit-remaining-tokens']).toBe('50')
})

test('a request that is thought to take more than the limit passes when the minute is whole', () => {
  const { account } = accountOf({ tokensPerMinute: 100 })
  account.reserve(0n, 1000)
  expect(account.rateHeaders()['x-ratelimit-remaining-tokens']).toBe('0')
})

test('a refusal for either limit takes nothing of the other', () => {
  const { account } = accountOf({ budget: 10n, tokensPerMinute: 100 })
  expect([ask(account, 11n, 50), ask(account, 1n, 100), ask(account, 1n, 100)]).toEqual([
    'insufficient_quota',
    expect.anything(),
    'rate_limit_exceeded',
  ])
  expect([account.reserved, account.rateHeaders()['x-ratelimit-remaining-tokens']]).toEqual([1n, '0'])
})

test('however requests begin and end: the budget is never overrun, and who has money left is never refused', () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('ask' as const), money: fc.bigInt(0n, 40n) }),
    fc.record({ type: fc.constant('end' as const), which: fc.nat(20), share: fc.integer({ min: 0, max: 100 }) }),
  )
  fc.assert(
    fc.property(fc.bigInt(0n, 200n), fc.array(step, { maxLength: 200 }), (budget, steps) => {
      const { account } = accountOf({ budget })
      const open: Reservation[] = []
      let booked = 0n
      for (const one of steps) {
        if (one.type === 'ask') {
          const fits = booked + open.reduce((sum, { money }) => sum + money, 0n) + one.money <= budget
          const taken = ask(account, one.money)
          expect(typeof taken === 'string').toBe(!fits)
          if (typeof taken !== 'string') open.push(taken)
        } else {
          const [reservation] = open.splice(one.which % Math.max(1, open.length), 1)
          if (reservation === undefined) continue
          const cost = (reservation.money * BigInt(one.share)) / 100n
          booked += cost
          account.settle(reservation, cost, 0)
        }
        expect(account.spent).toBe(booked)
        expect(account.spent + account.reserved <= budget).toBe(true)
      }
      for (const reservation of open) account.settle(reservation, 0n, 0)
      expect(account.reserved).toBe(0n)
    }),
  )
})
