import { Account } from '../accounting/account.js'
import type { Money } from '../accounting/money.js'
import { SharedSpending } from './shared-spending.js'

let now: number
let isShared: boolean
let inBooks: Map<string, Money>
let asked: number[]
let troubles: string[]
let accounts: Map<string, Account>
let shared: SharedSpending

beforeEach(() => {
  now = 0
  isShared = true
  inBooks = new Map()
  asked = []
  troubles = []
  accounts = new Map()
  const totals = (ids: readonly string[] = []): Promise<Map<string, Money>> => {
    asked.push(ids.length)
    return Promise.resolve(new Map(inBooks))
  }
  shared = new SharedSpending({
    accounts,
    spending: { isShared: () => Promise.resolve(isShared), totals },
    clock: () => now,
    onTrouble: (message) => troubles.push(message),
  })
})

function open(id: string): Account {
  const account = new Account({ of: 'token', id, name: id, budgets: undefined }, { day: 0n, week: 0n, month: 0n, total: 0n }, () => 0)
  accounts.set(id, account)
  return account
}

async function look(): Promise<void> {
  await shared.begin()?.()
  now += 500
}

test('what is booked while the batch is written is not taken for that of another gateway', async () => {
  const account = open('a')
  account.book(3n)
  const written = shared.begin()
  account.book(4n)
  inBooks.set('a', 3n + 10n)
  await written?.()
  expect(account.spent).toBe(17n)
})

test('the books are read twice a second, while others are there and once after that', async () => {
  open('a')
  await look()
  now -= 1
  expect(shared.begin()).toBeUndefined()
  now += 1
  isShared = false
  for (let count = 0; count < 3; count++) await look()
  expect(asked).toEqual([1, 1])
})

test('many accounts take turns', async () => {
  for (let count = 0; count < 4500; count++) open(String(count))
  for (let count = 0; count < 4; count++) await look()
  expect(asked).toEqual([2000, 2000, 500, 2000])
})

test('a database that does not answer changes nothing, and is told once', async () => {
  const account = open('a')
  account.book(3n)
  inBooks.set('a', 3n)
  Object.defineProperty(inBooks, Symbol.iterator, {
    value: () => {
      throw new Error('away')
    },
  })
  await look()
  await look()
  expect([account.spent, troubles]).toEqual([3n, ['what other gateways have booked cannot be read now']])
})
