import { tokenCaller } from '../../access/caller.js'
import type { QuotaStates } from '../../accounting/quotas.js'
import type { WorkerMessage } from '../messages.js'
import { Hand } from './hand.js'

const caller = tokenCaller({ id: 't', name: 't', owner: 't' }, {})
const quotas = (left: number): QuotaStates => ({
  requests: [{ window: 'minute', limit: 1000, left, reset: 1 }],
  tokens: [],
  rateLimitPolicy: '',
})

function hand(): { hand: Hand; said: WorkerMessage[]; pass: (milliseconds: number) => void } {
  let now = 0
  const said: WorkerMessage[] = []
  return {
    hand: new Hand(
      (message) => said.push(message),
      () => now,
    ),
    said,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

const takeAll = (one: Hand): number => {
  let count = 0
  while (one.take('sk') !== undefined) count++
  return count
}

test('as many requests enter as were given, and more are asked for once, when half are left', () => {
  const { hand: one, said } = hand()
  expect(one.take('sk')).toBeUndefined()
  one.begin('sk', caller, { count: 4, money: 0n, quotas: undefined })
  one.take('sk')
  expect(said).toEqual([])
  expect([one.has('sk'), one.has('other')]).toEqual([true, false])
  one.take('sk')
  expect(said).toEqual([{ type: 'more', key: 'sk' }])
  one.add({ key: 'sk', caller: 't', count: 3, money: 0n, quotas: undefined })
  expect(takeAll(one)).toBe(5)
  expect(one.has('sk')).toBe(false)
  expect(said).toEqual([
    { type: 'more', key: 'sk' },
    { type: 'more', key: 'sk' },
  ])
})

test('clients are told what is left after each', () => {
  const { hand: one } = hand()
  const left = (): number | undefined => one.take('sk')?.quotas?.requests[0]?.left
  one.begin('sk', caller, { count: 4, money: 0n, quotas: quotas(500) })
  expect([left(), left()]).toEqual([499, 498])
  // Those that are still here were taken from what is left.
  one.add({ key: 'sk', caller: 't', count: 2, money: 0n, quotas: quotas(496) })
  expect([left(), left(), left(), left()]).toEqual([497, 496, 495, 494])
})

test('what is not used soon, is recalled or comes too late is given back', () => {
  const { hand: one, said, pass } = hand()
  one.begin('sk', caller, { count: 4, money: 0n, quotas: undefined })
  pass(90)
  one.tidy()
  expect(said).toEqual([])
  pass(20)
  expect(one.take('sk')).toBeUndefined()
  one.tidy()
  one.add({ key: 'sk', caller: 't', count: 2, money: 0n, quotas: undefined })
  one.begin('sk', caller, { count: 3, money: 0n, quotas: undefined })
  one.recall('another')
  one.recall('t')
  expect(one.take('sk')).toBeUndefined()
  one.begin('sk', caller, { count: 5, money: 0n, quotas: undefined })
  one.recall(undefined)
  expect(said).toEqual([4, 2, 3, 5].map((count) => ({ type: 'return', caller: 't', count, money: 0n })))
})

test('money is paid while there is enough, and what is left is given back', () => {
  const { hand: one, said, pass } = hand()
  one.begin('sk', caller, { count: 2, money: 0n, quotas: undefined })
  expect(one.pay('sk', 't', 1n)).toBe(false)
  one.addMoney('sk', 't', 10n)
  one.add({ key: 'sk', caller: 't', count: 1, money: 5n, quotas: undefined })
  expect([one.pay('sk', 't', 16n), one.pay('sk', 't', 9n), one.pay('sk', 't', 7n), one.pay('sk', 't', 2n)]).toEqual([
    false,
    true,
    false,
    true,
  ])
  takeAll(one)
  expect(one.has('sk')).toBe(true)
  one.recall('t')
  expect(one.has('sk')).toBe(false)
  one.addMoney('sk', 't', 3n)
  one.begin('sk', caller, { count: 0, money: 2n, quotas: undefined })
  pass(101)
  expect(one.pay('sk', 't', 1n)).toBe(false)
  one.tidy()
  expect(said.filter(({ type }) => type === 'return')).toEqual(
    [4n, 3n, 2n].map((money) => ({ type: 'return', caller: 't', count: 0, money })),
  )
})

test('nothing is paid for a caller whose tokens are counted', () => {
  const { hand: one } = hand()
  const counted: QuotaStates = { requests: [], tokens: [{ window: 'minute', limit: 1000, left: 1000, reset: 0 }], rateLimitPolicy: '' }
  one.begin('sk', caller, { count: 2, money: 0n, quotas: counted })
  expect(one.pay('sk', 't', 0n)).toBe(false)
})

test('what is held for the caller that a key belongs to now is neither paid nor added to for the one before', () => {
  const { hand: one, said } = hand()
  one.begin('sk', tokenCaller({ id: 'u', name: 'u', owner: 'u' }, {}), { count: 1, money: 5n, quotas: undefined })
  expect([one.pay('sk', 't', 1n), one.pay('sk', 'u', 1n)]).toEqual([false, true])
  one.add({ key: 'sk', caller: 't', count: 2, money: 3n, quotas: undefined })
  one.addMoney('sk', 't', 2n)
  expect(said).toEqual([
    { type: 'return', caller: 't', count: 2, money: 3n },
    { type: 'return', caller: 't', count: 0, money: 2n },
  ])
  expect([one.pay('sk', 'u', 5n), takeAll(one)]).toEqual([false, 1])
})
