import { Admission } from '../../access/admission.js'
import { tokenCaller, type TokenCaller } from '../../access/caller.js'
import { Accounts } from '../../accounting/accounts.js'
import { parseMoney, type Money } from '../../accounting/money.js'
import { Quotas } from '../../accounting/quotas.js'
import type { TokenLimits } from '../../config/configuration.js'
import { AdmissionsAhead } from './admissions-ahead.js'

const callerWith = (limits: TokenLimits): TokenCaller => tokenCaller({ id: 't', name: 't', owner: 't' }, limits)

function desk(): { admission: Admission; accounts: Accounts; ahead: AdmissionsAhead; pass: (milliseconds: number) => void } {
  let now = 0
  const clock = (): number => now
  const quotas = new Quotas({ clock, now: clock })
  const admission = new Admission({ inFlight: 10_000, memoryBytes: 1000, quotas, clock })
  const accounts = new Accounts({ quotas, now: clock })
  return {
    admission,
    accounts,
    ahead: new AdmissionsAhead(admission, accounts, clock),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

test('a caller of a few requests gets none ahead, one of many in a short time does', () => {
  const { ahead, pass } = desk()
  const caller = callerWith({ max_concurrent: 1000 })
  for (let count = 0; count < 10; count++) {
    expect(ahead.grantAfter(caller)).toBe(0)
    pass(30)
  }
  pass(60)
  expect([1, 2, 3].map(() => ahead.grantAfter(caller))).toEqual([0, 0, 0])
  expect(ahead.grantAfter(caller)).toBe(62)
})

test.each<[string, TokenLimits, number]>([
  ['a sixteenth of its slots', { max_concurrent: 100 }, 6],
  ['of its rate less than a sixty-fourth', { max_concurrent: 1000, requests_per_minute: 200 }, 3],
  ['none where little is left', { max_concurrent: 15 }, 0],
])('at most %s', (_name, limits, expected) => {
  expect(desk().ahead.grant(callerWith(limits))).toBe(expected)
})

test('they hold what others would get, are not counted as running, and are given back whole', () => {
  const { admission, ahead } = desk()
  const caller = callerWith({ max_concurrent: 32, requests_per_minute: 1000 })
  expect(ahead.grant(caller)).toBe(2)
  expect([ahead.has('t'), ahead.has(undefined), ahead.has('u')]).toEqual([true, true, false])
  expect([admission.runningOf('t'), admission.inFlight, admission.quotasOf(caller)?.requests[0]?.left]).toEqual([0, 0, 998])
  for (let count = 0; count < 30; count++) admission.enter(caller)
  expect(admission.enterAtOnce(caller)).toBeUndefined()
  const begun = ahead.take('t')
  expect([admission.runningOf('t'), admission.inFlight]).toEqual([31, 31])
  ahead.giveBack('t', 1)
  expect([ahead.take('t'), ahead.has('t'), ahead.has(undefined)]).toEqual([undefined, false, false])
  expect([admission.runningOf('t'), admission.quotasOf(caller)?.requests[0]?.left]).toEqual([31, 969])
  begun?.lease.release()
  expect(admission.enterAtOnce(caller)).toBeDefined()
})

test('a worker that dies frees the slots of those that it had, but nothing of the rate: it may have used them', () => {
  const { admission, ahead } = desk()
  const caller = callerWith({ max_concurrent: 32, requests_per_minute: 1000 })
  expect(ahead.grant(caller)).toBe(2)
  ahead.lost()
  expect([ahead.has(undefined), admission.inFlight, admission.load]).toEqual([false, 0, 'free'])
  expect(admission.quotasOf(caller)?.requests[0]?.left).toBe(998)
  for (let count = 0; count < 32; count++) admission.enter(caller)
  expect(admission.enterAtOnce(caller)).toBeUndefined()
})

test('what is ahead while the bucket is full adds nothing to it', () => {
  const { admission, ahead, pass } = desk()
  const caller = callerWith({ max_concurrent: 1000, requests_per_minute: 640 })
  expect(ahead.grant(caller)).toBe(10)
  pass(90)
  expect(admission.quotasOf(caller)?.requests[0]?.left).toBe(630)
  for (let count = 0; count < 10; count++) ahead.take('t')
  expect(admission.quotasOf(caller)?.requests[0]?.left).toBe(630)
})

test('the oldest are used first: after a change of the caller no request enters as the caller was once those from before are used', () => {
  const { ahead } = desk()
  const [before, after] = [{ max_concurrent: 32 }, { max_concurrent: 64 }].map(callerWith)
  if (before === undefined || after === undefined) throw new Error('no callers')
  expect([ahead.grant(before), ahead.grant(after)]).toEqual([2, 3])
  expect(Array.from({ length: 6 }, () => ahead.take('t')?.caller)).toEqual([before, before, after, after, after, undefined])
})

describe('money', () => {
  const caller = callerWith({ max_concurrent: 1000, budget_usd: '1' })
  const oneUsd = parseMoney('1')
  const each = oneUsd / 1000n

  test('as many requests are reserved for as may come, and each takes its part', () => {
    const { accounts, ahead } = desk()
    const account = accounts.of(caller)
    expect(ahead.payAhead(caller, each)).toBe(0n)
    ahead.grant(caller)
    expect([ahead.payAhead(caller, each), ahead.payAhead(caller)]).toEqual([62n * each, 0n])
    expect(account.reserved).toBe(0n)
    expect(() => account.reserve(oneUsd - 61n * each, 0)).toThrow('of which')
    const spent = ahead.spend('t', each)
    expect([spent?.money, account.reserved]).toEqual([each, each])
    accounts.settle(caller, spent, each / 2n, 0)
    expect([account.reserved, account.spent]).toEqual([0n, each / 2n])
    ahead.giveBack('t', 62, 61n * each)
    expect(ahead.has('t')).toBe(false)
    expect(typeof account.reserve(oneUsd - each / 2n, 0)).toBe('object')
  })

  test('for a request that entered before its caller was changed nothing is reserved in its former accounts', () => {
    const { accounts, ahead } = desk()
    const team = { createdAt: 0, settings: {}, version: 1, budgets: { total: oneUsd } }
    const inTeam = (id: string): TokenCaller => ({ ...caller, team: { ...team, id, name: id } })
    const [before, after] = [inTeam('a'), inTeam('b')]
    const aheadIn = (of: TokenCaller): Money | undefined => of.team && accounts.ofGroup('team', of.team).ahead
    ahead.grant(before)
    ahead.giveBack('t', 62)
    ahead.grant(after)
    expect([ahead.payAhead(before, each), aheadIn(before)]).toEqual([0n, 0n])
    expect(ahead.payAhead(after, each)).toBe(62n * each)
    expect([aheadIn(before), aheadIn(after)]).toEqual([0n, 62n * each])
  })

  test('a worker that dies gives back what it has not used', () => {
    const { accounts, ahead } = desk()
    ahead.grant(caller)
    ahead.payAhead(caller, each)
    const spent = ahead.spend('t', each)
    ahead.lost()
    expect([accounts.of(caller).reserved, ahead.has(undefined)]).toEqual([each, false])
    accounts.settle(caller, spent, 0n, 0)
    expect(typeof accounts.of(caller).reserve(oneUsd, 0)).toBe('object')
  })

  test('money that is left after the last admission is recalled, too', () => {
    const { ahead } = desk()
    const count = ahead.grant(caller)
    const money = ahead.payAhead(caller, each)
    ahead.giveBack('t', count, money - each)
    expect([ahead.has('t'), ahead.has(undefined)]).toEqual([true, true])
    ahead.giveBack('t', 0, each)
    expect([ahead.has('t'), ahead.has(undefined)]).toEqual([false, false])
  })
})
