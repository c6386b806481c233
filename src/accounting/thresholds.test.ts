import { Account } from './account.js'
import type { Budgets } from './budgets.js'

function tellingAccount(budgets: Budgets, spent = 0n) {
  let now = Date.parse('2026-01-31T15:00:00Z')
  const told: string[] = []
  const account = new Account(
    { of: 'user', id: 'u', name: 'ada', budgets },
    { day: spent, week: spent, month: spent, total: spent },
    () => now,
    { onCrossing: ({ holder, state, percent }) => told.push(`${holder.name} ${state.period} ${percent}`) },
  )
  return { account, told, tomorrow: () => (now += 86_400_000) }
}

test('each threshold is told once in its window', () => {
  const { account, told } = tellingAccount({ day: 100n })
  for (const cost of [49n, 1n, 29n, 1n, 1n, 19n, 5n]) account.book(cost)
  expect(told).toEqual(['ada day 50', 'ada day 80', 'ada day 100'])
})

test('one request may reach several, of several windows', () => {
  const { account, told } = tellingAccount({ day: 10n, total: 16n })
  account.book(9n)
  expect(told).toEqual(['ada day 50', 'ada day 80', 'ada total 50'])
})

test('another day, the same again', () => {
  const { account, told, tomorrow } = tellingAccount({ day: 10n, total: 1000n })
  account.book(10n)
  tomorrow()
  account.book(5n)
  expect(told).toEqual(['ada day 50', 'ada day 80', 'ada day 100', 'ada day 50'])
})

test('what an earlier process has told, and what other limits make of it, is not told again', () => {
  const { account, told } = tellingAccount({ day: 100n }, 60n)
  account.book(1n)
  expect(told).toEqual([])
  account.belongsTo({ ...account.holder, budgets: { day: 70n } })
  account.book(1n)
  expect(told).toEqual([])
  account.book(8n)
  expect(told).toEqual(['ada day 100'])
})
