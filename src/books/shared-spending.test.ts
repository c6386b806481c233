import { Accounts } from '../accounting/accounts.js'
import type { Spent } from '../accounting/account.js'
import type { Money } from '../accounting/money.js'
import type { Payer } from '../accounting/payer.js'
import { Quotas } from '../accounting/quotas.js'
import { SharedSpending } from './shared-spending.js'

const budgets = { day: 100n, total: 1000n }
const payer = (id: string): Payer => ({ id, name: id, policy: { budgets, rates: undefined } })

let now: number
let isShared: boolean
/** What the database has: of today, and in all. */
let inBooks: Map<string, { readonly day: Money; readonly total: Money }>
let read: string[][]
let troubles: string[]
let accounts: Accounts
let shared: SharedSpending

beforeEach(() => {
  now = Date.parse('2026-02-01T12:00:00Z')
  isShared = true
  inBooks = new Map()
  read = []
  troubles = []
  accounts = new Accounts({ quotas: new Quotas({ clock: () => now, now: () => now }), now: () => now })
  shared = new SharedSpending({
    accounts,
    spending: {
      isShared: () => Promise.resolve(isShared),
      totalsAfter(after, most) {
        const ids = [...inBooks.keys()].sort().filter((id) => id > after)
        read.push(ids.slice(0, most))
        return Promise.resolve(new Map(ids.slice(0, most).map((id) => [id, inBooks.get(id)?.total ?? 0n])))
      },
      known(_now, ids = []) {
        const spent = ids.map((id): [string, Spent] => [id, { week: 0n, month: 0n, day: 0n, total: 0n, ...inBooks.get(id) }])
        return Promise.resolve({ spent: new Map(spent), usedToday: new Map() })
      },
    },
    now: () => now,
    clock: () => now,
    onTrouble: (message) => troubles.push(message),
    mostAtOnce: 2,
  })
})

const spent = (id: string): Money[] =>
  accounts
    .of(payer(id))
    .budgets()
    .map(({ state }) => state.spent)

function book(id: string, money: Money): void {
  accounts.settle(payer(id), undefined, money, 0)
}

async function look(): Promise<void> {
  await shared.begin()?.()
  now += 500
}

test('what is booked while the batch is written is not taken for that of another gateway', async () => {
  book('a', 3n)
  const written = shared.begin()
  book('a', 4n)
  inBooks.set('a', { day: 13n, total: 13n })
  await written?.()
  expect(spent('a')).toEqual([17n, 17n])
})

test('what others have booked for one who comes to this gateway later counts on its days', async () => {
  inBooks.set('a', { day: 5n, total: 50n })
  await look()
  expect(spent('a')).toEqual([5n, 50n])
  book('a', 1n)
  inBooks.set('a', { day: 9n, total: 54n })
  await look()
  expect(spent('a')).toEqual([9n, 54n])
})

test('the books are read twice a second, while others are there and once after that', async () => {
  inBooks.set('a', { day: 1n, total: 1n })
  await look()
  now -= 1
  expect(shared.begin()).toBeUndefined()
  now += 1
  isShared = false
  for (let count = 0; count < 3; count++) await look()
  expect(read).toEqual([['a'], ['a']])
})

test('many take turns', async () => {
  for (const id of ['c', 'b', 'a', 'd']) inBooks.set(id, { day: 1n, total: 1n })
  for (let count = 0; count < 4; count++) await look()
  expect(read).toEqual([['a', 'b'], ['c', 'd'], [], ['a', 'b']])
})

test('a database that does not answer changes nothing, and is told once', async () => {
  book('a', 3n)
  Object.defineProperty(inBooks, 'keys', {
    value: () => {
      throw new Error('away')
    },
  })
  await look()
  await look()
  expect([spent('a'), troubles]).toEqual([[3n, 3n], ['what other gateways have booked cannot be read now']])
})
