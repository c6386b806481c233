import fc from 'fast-check'
import { GatewayFailure } from '../exchange/error.js'
import { Accounts } from './accounts.js'
import type { Payer } from './payer.js'
import { periods, type Budgets, type Period } from './budgets.js'
import type { Reservation } from './caller-account.js'
import { parseMoney } from './money.js'
import { Quotas, type RateLimits } from './quotas.js'

interface Clocked {
  readonly accounts: Accounts
  readonly pass: (milliseconds: number) => void
}

function accountsAt(start = 0): Clocked {
  let now = start
  const clock = (): number => now
  return {
    accounts: new Accounts({ quotas: new Quotas({ clock, now: clock }), now: clock }),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

const payer = (budgets?: Budgets, rates?: RateLimits, groups: Pick<Payer, 'user' | 'team'> = {}, id = 't'): Payer => ({
  id,
  name: id,
  policy: { budgets, rates },
  ...groups,
})

/** The reservation, or the kind of the refusal. */
function ask(accounts: Accounts, who: Payer, money: bigint, tokens = 0): Reservation | string {
  try {
    return accounts.of(who).reserve(money, tokens)
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error.kind
    throw thrown
  }
}

test('a budget for ten takes ten, and one more when one has ended for less', () => {
  const { accounts } = accountsAt()
  const who = payer({ total: 100n })
  const taken = Array.from({ length: 50 }, () => ask(accounts, who, 10n))
  expect(taken.filter((one) => typeof one !== 'string')).toHaveLength(10)
  expect(taken.at(-1)).toBe('insufficient_quota')
  const [first] = taken
  if (typeof first === 'string') throw new Error(first)
  accounts.settle(who, first, 3n, 0)
  expect([accounts.of(who).spent, accounts.of(who).reserved]).toEqual([3n, 90n])
  expect([ask(accounts, who, 8n), typeof ask(accounts, who, 7n)]).toEqual(['insufficient_quota', 'object'])
})

test('a request that began before the limits of its token changed leaves them as they are, and is counted by them', () => {
  const group = (total: bigint) => ({ user: { id: 'u', name: 'ada', budgets: { total } } })
  let current = payer({ total: 100n }, { tokensPerMinute: 1000 }, group(1000n))
  const clock = (): number => 0
  const quotas = new Quotas({ clock, now: clock, ratesNow: () => current.policy.rates })
  const accounts = new Accounts({ quotas, now: clock, payerNow: () => current })
  const left = (): number | undefined => quotas.known('t')?.tokens[0]?.left
  const before = current
  const running = ask(accounts, before, 30n, 400)
  current = payer({ total: 50n }, { tokensPerMinute: 500 }, group(60n))
  const next = ask(accounts, current, 10n, 50)
  expect(left()).toBe(50)
  if (typeof running === 'string' || typeof next === 'string') throw new Error('refused')
  // It has used less than was reserved: the quotas that count now get it back.
  accounts.settle(before, running, 30n, 100)
  expect(left()).toBe(350)
  expect(ask(accounts, before, 11n)).toBe('insufficient_quota')
  expect(ask(accounts, current, 11n)).toBe('insufficient_quota')
  expect([typeof ask(accounts, before, 4n, 300), ask(accounts, current, 4n, 51), typeof ask(accounts, current, 4n, 50)]).toEqual([
    'object',
    'rate_limit_exceeded',
    'object',
  ])
})

test('a quota that is set while a request runs gets nothing back that it never gave, and counts what the request has used', () => {
  const { accounts } = accountsAt()
  const before = payer(undefined, { tokensPerDay: 10_000 })
  const running = accounts.of(before).reserve(0n, 400)
  const after = payer(undefined, { tokensPerDay: 10_000, tokensPerMinute: 1000 })
  accounts.of(after).reserve(0n, 500)
  accounts.settle(before, running, 0n, 100)
  expect([typeof ask(accounts, after, 0n, 400), ask(accounts, after, 0n, 1)]).toEqual(['object', 'rate_limit_exceeded'])
})

test('one that was removed and set again counts what ran meanwhile at its end', () => {
  const { accounts } = accountsAt()
  const limited = payer(undefined, { tokensPerMinute: 1000 })
  const running = accounts.of(limited).reserve(0n, 400)
  accounts.of(payer(undefined, { requestsPerMinute: 10 }))
  const again = payer(undefined, { tokensPerMinute: 1000 })
  accounts.of(again).reserve(0n, 500)
  accounts.settle(limited, running, 0n, 100)
  expect([typeof ask(accounts, again, 0n, 400), ask(accounts, again, 0n, 1)]).toEqual(['object', 'rate_limit_exceeded'])
})

test('a request that runs at midnight counts on the day of its end, which gets nothing back that the day before has given', () => {
  const { accounts, pass } = accountsAt(23 * 3_600_000)
  const who = payer(undefined, { tokensPerDay: 100 })
  const running = accounts.of(who).reserve(0n, 60)
  pass(2 * 3_600_000)
  expect([typeof ask(accounts, who, 0n, 40), ask(accounts, who, 0n, 1)]).toEqual(['object', 'rate_limit_exceeded'])
  accounts.settle(who, running, 0n, 10)
  expect([typeof ask(accounts, who, 0n, 50), ask(accounts, who, 0n, 1)]).toEqual(['object', 'rate_limit_exceeded'])
})

test('ahead is reserved at most a sixteenth of what is left, for one request at least, and it counts as reserved by nobody', () => {
  const { accounts, pass } = accountsAt()
  const who = payer({ total: 1700n }, undefined, { team: { id: 'team', name: 'team', budgets: { day: 1600n } } })
  const account = accounts.of(who)
  expect(account.reserveAhead(1000n, 101n)).toBeUndefined()
  const ahead = account.reserveAhead(1000n, 50n)
  expect([ahead?.money, account.reserved]).toEqual([100n, 0n])
  expect([ask(accounts, who, 1501n), account.refusalWhenSpent(1599n)?.error.kind, account.refusalWhenSpent(1600n)?.error.kind]).toEqual([
    'insufficient_quota',
    undefined,
    'insufficient_quota',
  ])
  expect([account.canReserveAfterRecall(1600n), account.canReserveAfterRecall(1601n)]).toEqual([true, false])
  for (const one of ahead?.accounts ?? []) {
    one.countAhead(-50n)
    one.reserve(-50n)
  }
  account.keepForRunning(1600n)
  expect(account.reserveAhead(50n, 10n)).toBeUndefined()
  pass(1000)
  expect(account.reserveAhead(50n, 10n)?.money).toBe(50n)
  expect(accounts.of(payer({ total: 1700n }, { tokensPerMinute: 1000 }, {}, 'u')).reserveAhead(50n, 10n)).toBeUndefined()
  expect(accounts.of(payer(undefined, undefined, {}, 'v')).reserveAhead(50n, 10n)?.money).toBe(50n)
})

test('what was spent before the start counts in its own windows alone, however late the account is first used', () => {
  const [january, february] = [Date.UTC(2026, 0, 20), Date.UTC(2026, 1, 1)]
  const accounts = new Accounts({
    quotas: new Quotas({ clock: () => 0, now: () => february }),
    now: () => february,
    spent: new Map([['t', { day: 5n, week: 20n, month: 90n, total: 95n }]]),
    spentAt: january,
  })
  expect(ask(accounts, payer({ day: 10n, month: 100n }), 10n)).toMatchObject({ money: 10n })
  expect(accounts.of(payer({ total: 100n })).spent).toBe(95n)
})

test('however often it is reserved, what is ahead is at most a sixteenth of what is left', () => {
  const { accounts } = accountsAt()
  const team = { id: 'team', name: 'team', budgets: { total: 1600n } }
  const tokens = ['t', 'u', 'v'].map((id) => payer(undefined, undefined, { team }, id))
  const reserved = (): bigint[] => tokens.map((who) => accounts.of(who).reserveAhead(40n, 1n)?.money ?? 0n)
  expect([reserved(), reserved()]).toEqual([
    [40n, 40n, 20n],
    [0n, 0n, 0n],
  ])
  // Less is left: what is ahead is more than a sixteenth of it.
  const running = tokens.map((who) => accounts.of(who).reserve(100n, 0))
  expect(reserved()).toEqual([0n, 0n, 0n])
  tokens.forEach((who, index) => {
    accounts.settle(who, running[index], 0n, 0)
  })
  for (const account of running[0]?.accounts ?? []) {
    account.countAhead(-32n)
    account.reserve(-32n)
  }
  expect(reserved()).toEqual([32n, 0n, 0n])
})

test('a user whose budget has changed has the new one for what its tokens ask from then on', () => {
  const { accounts } = accountsAt()
  const asks = (total: bigint) => ask(accounts, payer(undefined, undefined, { user: { id: 'u', name: 'ada', budgets: { total } } }), 10n)
  expect([typeof asks(10n), asks(10n), typeof asks(20n), asks(20n)]).toEqual([
    'object',
    'insufficient_quota',
    'object',
    'insufficient_quota',
  ])
})

test('a refusal names the budget, what is left of it beside what is spent and reserved, and the cost of the request', () => {
  const { accounts } = accountsAt(Date.parse('2026-01-31T15:00:00Z'))
  const dollar = parseMoney('1')
  const who = payer({ day: 10n * dollar })
  accounts.settle(who, undefined, 2n * dollar, 0)
  accounts.of(who).reserve(3n * dollar, 0)
  expect(() => accounts.of(who).reserve(6n * dollar, 0)).toThrow(
    'The budget of this token for this day is 10 USD, of which 5 is left; this request may cost up to 6 USD; the next day begins at 2026-02-01T00:00Z.',
  )
})

test('who has all spent is refused a session; what it has cost so far counts', () => {
  const { accounts } = accountsAt()
  const who = payer({ total: 10n })
  expect(accounts.of(who).refusalWhenSpent(9n)).toBeUndefined()
  expect(accounts.of(who).refusalWhenSpent(10n)?.error.kind).toBe('insufficient_quota')
  accounts.settle(who, undefined, 10n, 0)
  expect(accounts.of(who).refusalWhenSpent()?.error.kind).toBe('insufficient_quota')
})

test('without limits nothing is refused, and what was spent is known', () => {
  const { accounts } = accountsAt()
  const who = payer()
  accounts.settle(who, undefined, 7n, 9)
  expect(accounts.of(who).spent).toBe(7n)
})

test('two tokens of one user share its budget, and those of one team the team’s; the refusal says whose it is', () => {
  const { accounts } = accountsAt()
  const user = { id: 'u', name: 'ada', budgets: { day: 10n } }
  const team = { id: 'g', name: 'research', budgets: { month: 15n } }
  const [one, other, third] = [
    payer({ total: 8n }, undefined, { user, team }, 'one'),
    payer(undefined, undefined, { user, team }, 'other'),
    payer(undefined, undefined, { team }, 'third'),
  ]
  expect([typeof ask(accounts, one, 8n), typeof ask(accounts, other, 2n), typeof ask(accounts, third, 5n)]).toEqual(Array(3).fill('object'))
  expect(() => accounts.of(other).reserve(1n, 0)).toThrow(/The budget of the user "ada" for this day is/)
  expect(() => accounts.of(third).reserve(1n, 0)).toThrow(/The budget of the team "research" for this month is/)
  expect(() => accounts.of(one).reserve(1n, 0)).toThrow(/The budget of this token is/)
})

test('a token that moves to another team settles with the one it had, and counts for the new one from then on', () => {
  const { accounts } = accountsAt()
  const [red, blue] = ['red', 'blue'].map((id) => ({ id, name: id, budgets: { total: 10n } }))
  const before = payer(undefined, undefined, { team: red })
  const reservation = accounts.of(before).reserve(6n, 0)
  const after = payer(undefined, undefined, { team: blue })
  expect(typeof ask(accounts, after, 10n)).toBe('object')
  accounts.settle(before, reservation, 5n, 0)
  expect([red, blue].map((team) => team && accounts.ofGroup('team', team)).map((account) => [account?.spent, account?.reserved])).toEqual([
    [5n, 0n],
    [0n, 10n],
  ])
})

test('tokens of the minute: by estimate, corrected at the end', () => {
  const { accounts, pass } = accountsAt()
  const who = payer(undefined, { tokensPerMinute: 600 })
  accounts.settle(who, accounts.of(who).reserve(0n, 100), 0n, 700)
  expect(() => accounts.of(who).reserve(0n, 50)).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'rate_limit_exceeded', retryAfterSeconds: 15 }) }),
  )
  pass(15_000)
  accounts.settle(who, accounts.of(who).reserve(0n, 50), 0n, 0)
  expect(typeof ask(accounts, who, 0n, 50)).toBe('object')
})

test('tokens of the day are there again at midnight', () => {
  const { accounts, pass } = accountsAt(22 * 3_600_000)
  const who = payer(undefined, { tokensPerDay: 100 })
  accounts.settle(who, accounts.of(who).reserve(0n, 90), 0n, 90)
  expect(() => accounts.of(who).reserve(0n, 11)).toThrow(
    expect.objectContaining({
      error: expect.objectContaining({ message: expect.stringContaining('100 tokens per day'), retryAfterSeconds: 7200 }),
    }),
  )
  pass(2 * 3_600_000)
  expect(typeof ask(accounts, who, 0n, 100)).toBe('object')
})

test('a request that is thought to take more than the limit passes when all of it is there', () => {
  const { accounts } = accountsAt()
  const who = payer(undefined, { tokensPerMinute: 100 })
  expect([ask(accounts, who, 0n, 1000), ask(accounts, who, 0n, 1)]).toEqual([
    expect.objectContaining({ tokens: 100 }),
    'rate_limit_exceeded',
  ])
})

test('a refusal for either limit takes nothing of the other', () => {
  const { accounts } = accountsAt()
  const who = payer({ total: 10n }, { tokensPerMinute: 100 })
  expect([ask(accounts, who, 11n, 50), ask(accounts, who, 1n, 100), ask(accounts, who, 1n, 100)]).toEqual([
    'insufficient_quota',
    expect.anything(),
    'rate_limit_exceeded',
  ])
  expect(accounts.of(who).reserved).toBe(1n)
})

/** What the accounts should say, worked out again for each question from all that has happened. */
class Model {
  readonly #costs: { readonly holders: readonly string[]; readonly at: number; readonly money: bigint }[] = []
  readonly open: { readonly who: Payer; readonly reservation: Reservation; readonly money: bigint }[] = []

  book(who: Payer, at: number, money: bigint): void {
    this.#costs.push({ holders: holders(who).map(({ id }) => id), at, money })
  }

  fits(who: Payer, now: number, money: bigint): boolean {
    return holders(who).every(({ id, budgets }) => {
      const reserved = this.open.filter((one) => holders(one.who).some((holder) => holder.id === id))
      const more = reserved.reduce((sum, one) => sum + one.money, 0n) + money
      return periods.every((period) => {
        const limit = budgets?.[period]
        return limit === undefined || this.spent(id, period, now) + more <= limit
      })
    })
  }

  spent(id: string, period: Period, now: number): bigint {
    const same = (at: number): boolean => windowOf(period, at) === windowOf(period, now)
    return this.#costs.filter(({ holders, at }) => holders.includes(id) && same(at)).reduce((sum, { money }) => sum + money, 0n)
  }
}

const holders = ({ id, policy, user, team }: Payer) => [
  { id, budgets: policy.budgets },
  ...[user, team].flatMap((group) => (group === undefined ? [] : [{ id: group.id, budgets: group.budgets }])),
]

/** A name for the window, by the calendar. */
function windowOf(period: Period, at: number): string {
  const date = new Date(at)
  if (period === 'total') return ''
  if (period === 'month') return date.toISOString().slice(0, 7)
  if (period === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

test('however requests begin and end: no budget is overrun, and who has money left is never refused', () => {
  const budgets = fc.record(
    { day: fc.bigInt(0n, 90n), week: fc.bigInt(0n, 150n), month: fc.bigInt(0n, 200n), total: fc.bigInt(0n, 400n) },
    { requiredKeys: [] },
  )
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ type: fc.constant('ask' as const), token: fc.nat(3), money: fc.bigInt(0n, 40n) }) },
    { weight: 5, arbitrary: fc.record({ type: fc.constant('end' as const), which: fc.nat(20), share: fc.integer({ min: 0, max: 100 }) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 300 }) }) },
  )
  fc.assert(
    fc.property(fc.array(budgets, { minLength: 7, maxLength: 7 }), fc.array(step, { maxLength: 150 }), (limits, steps) => {
      let now = Date.parse('2026-01-28T12:00:00Z')
      const clock = (): number => now
      const accounts = new Accounts({ quotas: new Quotas({ clock, now: clock }), now: clock })
      const [user, otherUser, team] = ['u1', 'u2', 'team'].map((id, index) => ({ id, name: id, budgets: limits[index] }))
      const tokens = [
        payer(limits[3], undefined, { user, team }, 't0'),
        payer(limits[4], undefined, { user, team }, 't1'),
        payer(limits[5], undefined, { user: otherUser, team }, 't2'),
        payer(limits[6], undefined, {}, 't3'),
      ]
      const model = new Model()
      for (const one of steps) {
        if (one.type === 'pass') now += one.hours * 3_600_000
        else if (one.type === 'ask') {
          const who = tokens[one.token] ?? payer()
          const fits = model.fits(who, now, one.money)
          const taken = ask(accounts, who, one.money)
          expect(typeof taken === 'string').toBe(!fits)
          if (typeof taken !== 'string') model.open.push({ who, reservation: taken, money: one.money })
        } else {
          const [ended] = model.open.splice(one.which % Math.max(1, model.open.length), 1)
          if (ended === undefined) continue
          const cost = (ended.money * BigInt(one.share)) / 100n
          model.book(ended.who, now, cost)
          accounts.settle(ended.who, ended.reservation, cost, 0)
        }
        for (const who of tokens)
          for (const { holder, state } of accounts.of(who).budgets()) {
            expect(state.spent).toBe(model.spent(holder.id, state.period, now))
          }
      }
      for (const { who, reservation } of model.open) accounts.settle(who, reservation, 0n, 0)
      for (const who of tokens) expect(accounts.of(who).reserved).toBe(0n)
    }),
  )
})

test('a token that was removed leaves nothing behind for another with its id', () => {
  const { accounts } = accountsAt()
  const who = payer({ total: 10n })
  const taken = ask(accounts, who, 10n)
  if (typeof taken === 'string') throw new Error(taken)
  accounts.settle(who, taken, 10n, 0)
  expect(ask(accounts, who, 1n)).toBe('insufficient_quota')
  accounts.forget(who.id)
  expect(accounts.of(payer({ total: 10n })).spent).toBe(0n)
})
