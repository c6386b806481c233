import { Account, type Spent } from './account.js'
import type { Budgets } from './budgets.js'

const nothing: Spent = { day: 0n, week: 0n, month: 0n, total: 0n }

/** An account in the afternoon of Saturday, 31 January 2026; `at` moves its clock. */
function accountOf(budgets: Budgets | undefined, spent: Partial<Spent> = {}): { account: Account; at: (time: string) => void } {
  let now = Date.parse('2026-01-31T15:00:00Z')
  return {
    account: new Account({ of: 'token', id: 't', name: 't', budgets }, { ...nothing, ...spent }, () => now),
    at: (time) => {
      now = Date.parse(time)
    },
  }
}

test('the narrowest window that has no room is named, with the time at which the next begins', () => {
  const { account } = accountOf({ day: 10n, week: 20n, month: 30n, total: 40n }, { day: 1n, week: 15n, month: 28n, total: 28n })
  expect([2n, 3n, 6n, 10n].map((money) => account.shortOf(money)?.period)).toEqual([undefined, 'month', 'week', 'day'])
  expect(account.shortOf(3n)).toEqual({
    ...{ period: 'month', limit: 30n, spent: 28n },
    ...{ beganAt: Date.parse('2026-01-01T00:00:00Z'), resetsAt: Date.parse('2026-02-01T00:00:00Z') },
  })
})

test('what is reserved counts in every window', () => {
  const { account } = accountOf({ day: 10n, total: 100n })
  account.reserve(8n)
  expect([account.shortOf(2n), account.shortOf(3n)?.period]).toEqual([undefined, 'day'])
})

test.each([
  ['the last millisecond of the day', '2026-01-31T23:59:59.999Z', [7n, 7n, 7n, 7n]],
  ['Sunday, the first of the month', '2026-02-01T00:00:00Z', [0n, 7n, 0n, 7n]],
  ['Monday', '2026-02-02T00:00:00Z', [0n, 0n, 0n, 7n]],
  ['a year later', '2027-01-31T12:00:00Z', [0n, 0n, 0n, 7n]],
])('windows begin anew: %s', (_name, time, expected) => {
  const { account, at } = accountOf({ day: 1n, week: 1n, month: 1n, total: 1n })
  account.book(7n)
  at(time)
  expect(account.states().map(({ spent }) => spent)).toEqual(expected)
})

test('what an earlier process has spent is in each of the windows once, and leaves them as they end', () => {
  const budgets = { day: 9n, week: 9n, month: 9n, total: 9n }
  const { account, at } = accountOf(budgets, { day: 1n, week: 3n, month: 6n, total: 10n })
  const spent = (): bigint[] => account.states().map((state) => state.spent)
  const before = spent()
  at('2026-02-01T00:00:00Z')
  expect([before, spent(), account.spent]).toEqual([[1n, 3n, 6n, 10n], [0n, 3n, 0n, 10n], 10n])
})

test('a used budget of a day has room again on the next, though nothing has been booked since', () => {
  const { account, at } = accountOf({ day: 7n })
  account.book(7n)
  expect(account.shortOf(1n)?.period).toBe('day')
  at('2026-02-01T00:00:00Z')
  expect(account.shortOf(1n)).toBeUndefined()
})

test('a new budget counts what was spent before it was set', () => {
  const { account } = accountOf(undefined)
  account.book(7n)
  expect(account.shortOf(1n)).toBeUndefined()
  account.belongsTo({ of: 'token', id: 't', name: 't', budgets: { day: 7n } })
  expect(account.shortOf(1n)).toMatchObject({ period: 'day', spent: 7n })
})

describe('thresholds that are crossed', () => {
  const holder = (budgets: Budgets) => ({ of: 'token', id: 't', name: 't', budgets }) as const

  /** An account that notes what is crossed, `day 50`; `at` moves its clock. */
  function watched(budgets: Budgets, spent: Partial<Spent> = {}) {
    let now = Date.parse('2026-01-31T15:00:00Z')
    const crossed: string[] = []
    const account = new Account(holder(budgets), { ...nothing, ...spent }, () => now, {
      onCrossing: ({ state, percent }) => crossed.push(`${state.period} ${percent}`),
    })
    return {
      account,
      /** What spending this crosses. */
      book: (cost: bigint): string[] => {
        account.book(cost)
        return crossed.splice(0)
      },
      at: (time: string) => {
        now = Date.parse(time)
      },
    }
  }

  test('are told once in each window', () => {
    const { book, at } = watched({ day: 10n, total: 100n })
    expect([book(4n), book(1n), book(3n), book(1n)]).toEqual([[], ['day 50'], ['day 80'], []])
    at('2026-02-01T10:00:00Z')
    expect([book(8n), book(40n)]).toEqual([
      ['day 50', 'day 80'],
      ['day 100', 'total 50'],
    ])
    at('2026-02-02T10:00:00Z')
    expect(book(5n)).toEqual(['day 50'])
  })

  test('were told already where they were reached before the start', () => {
    const { book } = watched({ day: 10n, total: 100n }, { day: 5n, week: 5n, month: 5n, total: 80n })
    expect([book(1n), book(2n), book(12n)]).toEqual([[], ['day 80'], ['day 100']])
  })

  test('were told already where a new budget is reached when it is set', () => {
    const { account, book } = watched({ total: 100n })
    expect(book(60n)).toEqual(['total 50'])
    account.belongsTo(holder({ total: 65n }))
    expect([book(1n), book(4n)]).toEqual([[], ['total 100']])
  })
})

test('what was spent in all goes on over midnight', () => {
  const { account, at } = accountOf({ day: 10n })
  account.book(7n)
  at('2026-02-01T10:00:00Z')
  account.book(5n)
  at('2026-02-02T10:00:00Z')
  account.book(1n)
  expect([account.spent, account.states()[0]?.spent]).toEqual([13n, 1n])
})

test('what was spent before and today, and what is reserved, leaves less to reserve ahead', () => {
  const fresh = accountOf({ week: 400n }).account.mostAhead
  const { account } = accountOf({ week: 1000n }, { week: 100n })
  account.book(200n)
  account.reserve(300n)
  expect([fresh, account.mostAhead]).toEqual([400n / 16n, 400n / 16n])
})

test('what others at the same database have booked counts in every window, and what this process books or has not written yet counts once', () => {
  const { account, at } = accountOf({ day: 100n, total: 1000n }, { day: 1n, total: 10n })
  const spent = (): bigint[] => account.states().map((state) => state.spent)
  account.book(2n)
  const written = account.bookedHere
  account.book(4n)
  account.follow(10n + written + 8n, written)
  const before = spent()
  // The same again is no news.
  account.follow(10n + written + 8n, written)
  expect([before, spent(), account.spent]).toEqual([[15n, 24n], [15n, 24n], 24n])
  at('2026-02-01T00:00:00Z')
  account.follow(10n + account.bookedHere + 24n, account.bookedHere)
  expect([spent(), account.shortOf(85n)?.period]).toEqual([[16n, 40n], 'day'])
})
