import { jest } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { Quotas } from '../accounting/quotas.js'
import type { TokenLimits } from '../config/configuration.js'
import { GatewayFailure } from '../exchange/error.js'
import { Admission } from './admission.js'
import { tokenCaller, type Caller } from './caller.js'
import type { Lease } from './lease.js'

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

const clock = (): number => performance.now()
const admissionOf = (inFlight: number): Admission =>
  new Admission({ inFlight, memoryBytes: 1000, quotas: new Quotas({ clock, now: () => Date.now() }), clock })

const caller = (limits: TokenLimits = {}, owner = 'o', id = owner): Caller =>
  tokenCaller({ id, name: id, owner }, { max_wait_ms: 10_000, ...limits })

class Client extends EventEmitter {
  readonly destroyed = false
}

/** Asks and notes under this name when it is let in, or why it is not. */
function ask(admission: Admission, who: Caller, name: string, log: string[], client = new Client()): Promise<Lease | undefined> {
  const noted = (thrown: unknown): undefined => {
    log.push(`${name} ${thrown instanceof GatewayFailure ? thrown.error.kind : String(thrown)}`)
  }
  try {
    return Promise.resolve(admission.enterInTurn(who, client)).then((lease) => {
      log.push(name)
      return lease
    }, noted)
  } catch (thrown) {
    noted(thrown)
    return Promise.resolve(undefined)
  }
}

const settle = (): Promise<void> => jest.advanceTimersByTimeAsync(0)

test('owners take turns, however many of one wait; the requests of a token keep their order', async () => {
  const admission = admissionOf(12)
  for (let count = 0; count < 11; count++) admission.enter(caller())
  const running = admission.enter(caller())
  const log: string[] = []
  const waiting = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => ask(admission, caller({}, name.slice(0, 1)), name, log))
  await settle()
  expect(log).toEqual([])
  const order = [running, ...(await inTurn(waiting, running))]
  expect([order.length, log]).toEqual([7, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']])

  async function inTurn(promises: Promise<Lease | undefined>[], first: Lease): Promise<Lease[]> {
    for (const promise of promises) void promise.then((lease) => setTimeout(() => lease?.release(), 1))
    first.release()
    await jest.advanceTimersByTimeAsync(100)
    return (await Promise.all(promises)).filter((lease) => lease !== undefined)
  }
})

test('a token at its limit does not hold up another of its owner', async () => {
  const admission = admissionOf(10)
  const one = caller({ max_concurrent: 1 }, 'o', 'one')
  const first = admission.enter(one)
  const log: string[] = []
  void ask(admission, one, 'one', log)
  const other = caller({ max_concurrent: 1 }, 'o', 'other')
  const second = admission.enter(other)
  void ask(admission, other, 'other', log)
  second.release()
  await settle()
  expect(log).toEqual(['other'])
  first.release()
  await settle()
  expect(log).toEqual(['other', 'one'])
})

test('a rate is waited for to the millisecond, and a new request stands behind those that wait', async () => {
  const admission = admissionOf(10)
  const who = caller({ requests_per_minute: 60 })
  for (let count = 0; count < 60; count++) admission.enter(who).release()
  const log: string[] = []
  void ask(admission, who, 'first', log)
  void ask(admission, who, 'second', log)
  await jest.advanceTimersByTimeAsync(999)
  expect(log).toEqual([])
  await jest.advanceTimersByTimeAsync(2)
  expect(log).toEqual(['first'])
  void ask(admission, who, 'third', log)
  await jest.advanceTimersByTimeAsync(1000)
  expect(log).toEqual(['first', 'second'])
})

test('after max_wait_ms the refusal is what it would have been', async () => {
  const admission = admissionOf(10)
  const who = caller({ max_concurrent: 1, max_wait_ms: 500 })
  const running = admission.enter(who)
  const log: string[] = []
  void ask(admission, who, 'late', log)
  await jest.advanceTimersByTimeAsync(499)
  expect(log).toEqual([])
  await jest.advanceTimersByTimeAsync(2)
  expect(log).toEqual(['late concurrency_limit'])
  running.release()
  expect([admission.inFlight, jest.getTimerCount()]).toEqual([0, 0])
})

test('limits that were raised meanwhile count for those that wait', async () => {
  let now = caller({ max_concurrent: 1, requests_per_minute: 2 })
  const quotas = new Quotas({ clock, now: () => Date.now(), ratesNow: () => now.policy.rates })
  const admission = new Admission({ inFlight: 10, memoryBytes: 1000, quotas, clock, callerNow: () => now })
  admission.enter(now)
  const log: string[] = []
  for (const name of ['one', 'two', 'three']) void ask(admission, now, name, log)
  await settle()
  expect(log).toEqual([])
  now = caller({ max_concurrent: 4, requests_per_minute: 3 })
  await jest.advanceTimersByTimeAsync(1000)
  expect(log).toEqual(['one', 'two'])
})

test('where the rate comes back too late, nobody waits for it', () => {
  const admission = admissionOf(10)
  const who = caller({ requests_per_minute: 1 })
  admission.enter(who).release()
  const log: string[] = []
  void ask(admission, who, 'never', log)
  expect(log).toEqual(['never rate_limit_exceeded'])
})

test('a client that leaves frees its place', async () => {
  const admission = admissionOf(10)
  const who = caller({ max_concurrent: 1 })
  const running = admission.enter(who)
  const log: string[] = []
  const client = new Client()
  void ask(admission, who, 'gone', log, client)
  void ask(admission, who, 'next', log)
  client.emit('close')
  running.release()
  await settle()
  expect([log, admission.inFlight]).toEqual([['gone upstream_disconnected', 'next'], 1])
})

test('the line is bounded, and one owner has half of it', async () => {
  const admission = admissionOf(4)
  const log: string[] = []
  const running = Array.from({ length: 4 }, () => admission.enter(caller({}, 'x')))
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void ask(admission, caller({}, name.slice(0, 1)), name, log)
  await settle()
  expect(log).toEqual(['a3 concurrency_limit', 'c1 overloaded'])
  for (const lease of running) lease.release()
  await settle()
  expect(log.slice(2)).toEqual(['a1', 'b1', 'a2', 'b2'])
})

test('without max_wait_ms the refusal comes at once', () => {
  const admission = admissionOf(10)
  const who = caller({ max_concurrent: 1, max_wait_ms: 0 })
  admission.enter(who)
  expect(() => admission.enterInTurn(who, new Client())).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'concurrency_limit' }) }),
  )
})
