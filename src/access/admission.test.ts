import type { OutgoingHttpHeaders } from 'node:http'
import { GatewayFailure } from '../exchange/error.js'
import { Quotas } from '../accounting/quotas.js'
import type { TokenLimits } from '../config/configuration.js'
import { Admission } from './admission.js'
import { tokenCaller, type Caller } from './caller.js'
import type { Lease } from './lease.js'
import { addLimitHeaders } from './limit-headers.js'

const caller = (limits: TokenLimits, id = 't'): Caller => tokenCaller({ id, name: id, owner: id }, limits)
const token = caller({ max_concurrent: 2, requests_per_minute: 60 })
const unlimited = caller({ max_concurrent: 1000 }, 'unlimited')

function admission(inFlight = 10): { admission: Admission; pass: (milliseconds: number) => void } {
  let now = 0
  return {
    admission: new Admission({ inFlight, memoryBytes: 1000, quotas: new Quotas({ clock: () => now, now: () => now }), clock: () => now }),
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

/** The lease, or why there is none. */
function enter(one: Admission, who = token): Lease | GatewayFailure['error'] {
  try {
    return one.enter(who)
  } catch (thrown) {
    if (thrown instanceof GatewayFailure) return thrown.error
    throw thrown
  }
}

/** What a client is told of its rate. */
function rateHeaders(one: Admission, who: Caller): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {}
  const quotas = one.quotasOf(who)
  if (quotas !== undefined) addLimitHeaders(headers, { quotas, errorFormat: 'chat-completions', now: () => 0 })
  return headers
}

/** Starts and ends a request; says why not. */
function run(one: Admission): string {
  const lease = enter(one)
  if ('kind' in lease) return lease.kind
  lease.release()
  return 'ok'
}

const rate = (limit: number, remaining: number, resetSeconds: number) => ({
  'x-ratelimit-limit-requests': String(limit),
  'x-ratelimit-remaining-requests': String(remaining),
  'x-ratelimit-reset-requests': `${resetSeconds}s`,
  'ratelimit-policy': `"requests-per-minute";q=${limit};w=60`,
  ratelimit: `"requests-per-minute";r=${remaining};t=${resetSeconds}`,
})

test('a burst of the whole limit, then one a second; over a minute exact to one', () => {
  const { admission: one, pass } = admission()
  for (let count = 0; count < 60; count++) expect(run(one)).toBe('ok')
  expect(run(one)).toBe('rate_limit_exceeded')
  let served = 0
  // Three times the limit, spread over a minute.
  for (let count = 0; count < 180; count++) {
    pass(60_000 / 180)
    if (run(one) === 'ok') served++
  }
  expect(Math.abs(served - 60)).toBeLessThanOrEqual(1)
})

test('a refusal takes nothing from the rate, and says when to come again', () => {
  const { admission: one, pass } = admission()
  for (let count = 0; count < 60; count++) run(one)
  for (let count = 0; count < 1000; count++) expect(enter(one)).toMatchObject({ kind: 'rate_limit_exceeded', retryAfterSeconds: 1 })
  expect(rateHeaders(one, token)).toEqual(rate(60, 0, 60))
  pass(999)
  expect(run(one)).toBe('rate_limit_exceeded')
  pass(1)
  expect(run(one)).toBe('ok')
  pass(30_000)
  expect(rateHeaders(one, token)).toEqual(rate(60, 30, 30))
})

test('what is refused for concurrency takes nothing from the rate', () => {
  const { admission: one } = admission()
  const first = one.enter(token)
  one.enter(token)
  for (let count = 0; count < 100; count++) expect(enter(one)).toMatchObject({ kind: 'concurrency_limit' })
  expect(rateHeaders(one, token)).toMatchObject({ 'x-ratelimit-remaining-requests': '58' })
  first.release()
  expect(enter(one)).not.toHaveProperty('kind')
})

test('a refusal takes no slot of the process', () => {
  const { admission: one } = admission()
  one.enter(token)
  one.enter(token)
  for (let count = 0; count < 100; count++) enter(one)
  expect(one.inFlight).toBe(2)
})

test('a lease that is given back twice frees one slot', () => {
  const { admission: one } = admission()
  const [first, second] = [one.enter(token), one.enter(token)]
  first.release()
  first.release()
  expect(one.inFlight).toBe(1)
  expect(enter(one)).not.toHaveProperty('kind')
  expect(enter(one)).toMatchObject({ kind: 'concurrency_limit' })
  second.release()
  expect(one.inFlight).toBe(1)
})

test('what a token asks about itself takes nothing from its rate, and has a rate of its own', () => {
  const { admission: one, pass } = admission()
  for (let question = 0; question < 60; question++) one.enterToAsk(token).release()
  expect(rateHeaders(one, token)['x-ratelimit-remaining-requests']).toBe('60')
  expect(() => one.enterToAsk(token)).toThrow(
    expect.objectContaining({ error: expect.objectContaining({ kind: 'rate_limit_exceeded', retryAfterSeconds: 1 }) }),
  )
  one.enterToAsk(unlimited).release()
  pass(1000)
  one.enterToAsk(token).release()
})

test('without a rate limit nothing is said of it', () => {
  expect(rateHeaders(admission().admission, unlimited)).toEqual({})
})

test('a request that is refused for want of what was taken ahead enters when that is given back', async () => {
  const { admission: one } = admission(100)
  const wide = caller({ max_concurrent: 16 }, 'wide')
  const client = { destroyed: false, once: () => undefined }
  const ahead = one.enterAhead(wide, 64)
  expect(ahead).toHaveLength(1)
  const recalled: (string | undefined)[] = []
  one.recall = (callerId) => {
    recalled.push(callerId)
    return Promise.resolve().then(() => {
      for (const lease of ahead.splice(0)) {
        one.notAhead(wide, lease)
        lease.takeBack()
      }
    })
  }
  const leases = Array.from({ length: 15 }, () => one.enter(wide))
  leases.push(await one.enterInTurn(wide, client))
  expect(one.runningOf('wide')).toBe(16)
  await expect(one.enterInTurn(wide, client)).rejects.toThrow('16 requests')
  one.recall = () => undefined
  expect(() => one.enterAfterRecall(wide)).toThrow('16 requests')
  expect(recalled).toEqual(['wide', 'wide'])
})

test('busy from 80 per cent, full at the limit', () => {
  const { admission: one } = admission(10)
  const loads = [one.load]
  for (let running = 1; running <= 10; running++) {
    one.enter(unlimited)
    loads.push(one.load)
  }
  expect(loads).toEqual(['free', 'free', 'free', 'free', 'free', 'free', 'free', 'free', 'busy', 'busy', 'full'])
  expect(enter(one, unlimited)).toMatchObject({ kind: 'overloaded', retryAfterSeconds: 1 })
})

test.each([
  ['room for both', 9, 1, undefined],
  ['the caller has as many as it may', 2, 2, 'concurrency_limit'],
  ['the process has as many as it may', 10, 0, 'overloaded'],
])('a connection: %s', (_name, size, own, kind) => {
  const { admission: one } = admission(10)
  const ask = () => {
    one.requireConnection(token, { size, countOf: (id) => (id === token.id ? own : 0) })
  }
  if (kind === undefined) expect(ask).not.toThrow()
  else expect(ask).toThrow(expect.objectContaining({ error: expect.objectContaining({ kind }) }))
})

test('what is taken ahead refuses no connection', () => {
  const { admission: one } = admission(32)
  for (let count = 0; count < 16; count++) one.enter(unlimited)
  expect(one.enterAhead(unlimited, 64)).toHaveLength(1)
  for (let count = 0; count < 15; count++) one.enter(unlimited)
  const connect = () => {
    one.requireConnection(token, { size: 0, countOf: () => 0 })
  }
  expect(one.load).toBe('full')
  expect(connect).not.toThrow()
})

describe('memory for bodies', () => {
  const hold = (lease: Lease, bytes: number): string => {
    try {
      lease.hold(bytes)
      return 'ok'
    } catch (thrown) {
      return thrown instanceof GatewayFailure ? `${thrown.error.kind} ${thrown.error.retryAfterSeconds}` : 'unknown'
    }
  }

  test('one caller may have half of it, all together no more than there is', () => {
    const { admission: one } = admission()
    const [first, second, other, third] = [
      one.enter(unlimited),
      one.enter(unlimited),
      one.enter(token),
      one.enter(caller({ max_concurrent: 9 }, 'third')),
    ]
    expect([hold(first, 400), hold(second, 101), hold(second, 100)]).toEqual(['ok', 'overloaded 1', 'ok'])
    expect([hold(other, 500), hold(third, 1)]).toEqual(['ok', 'overloaded 1'])
    other.release()
    expect(hold(third, 500)).toBe('ok')
  })

  test('it is given back once, with the slot', () => {
    const { admission: one } = admission()
    const lease = one.enter(unlimited)
    lease.hold(300)
    lease.hold(200)
    lease.release()
    lease.release()
    const next = one.enter(unlimited)
    expect([hold(next, 500), hold(next, 1)]).toEqual(['ok', 'overloaded 1'])
  })
})

test('a request that becomes several counts as several; what can never pass is said so', () => {
  const { admission: one, pass } = admission()
  const lease = one.enter(token)
  lease.startMore(40)
  expect(rateHeaders(one, token)).toMatchObject({ 'x-ratelimit-remaining-requests': '19' })
  expect(() => {
    lease.startMore(30)
  }).toThrow(expect.objectContaining({ error: expect.objectContaining({ kind: 'rate_limit_exceeded', retryAfterSeconds: 11 }) }))
  expect(() => {
    lease.startMore(60)
  }).toThrow(expect.objectContaining({ error: expect.objectContaining({ kind: 'invalid_request' }) }))
  pass(11_000)
  lease.startMore(30)
  one.enter(unlimited).startMore(1000)
})
