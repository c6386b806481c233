import { tokenCaller } from '../access/caller.js'
import { formatMoney, parseMoney } from '../accounting/money.js'
import { priceOf } from '../accounting/price.js'
import { clientLeft, completed, refused, type Ending } from './ending.js'
import { RequestRecord, type Attempt, type FinishedRecord } from './request-record.js'
import { RunningRecords } from './running-records.js'

const caller = tokenCaller({ id: 't', name: 'ci', owner: 'ci' }, {})
const target = { provider: { settings: { name: 'p' } }, model: 'm' }
const usage = { inputTokens: 3, outputTokens: 5 }

const client = { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined }

function begun(): {
  record: RequestRecord
  finished: FinishedRecord[]
  running: RunningRecords
  pass: (milliseconds: number) => void
} {
  const finished: FinishedRecord[] = []
  let now = 1000
  const running = new RunningRecords()
  const services = {
    sinks: [{ take: (record: FinishedRecord) => finished.push(record) }],
    clock: () => now,
    now: () => now,
    running,
  }
  return {
    record: new RequestRecord(services, 'req_1', 'POST', '/v1/messages', client),
    finished,
    running,
    pass: (milliseconds) => {
      now += milliseconds
    },
  }
}

test('what was learnt on the way is in the finished record', () => {
  const { record, finished, pass } = begun()
  record.sentBy(caller)
  record.onBehalfOf('ann')
  record.tagged(['a'])
  record.asks('messages', 'fast')
  record.tries(target)
  record.converted('messages>responses', [])
  pass(39.6)
  record.firstByte()
  pass(0.4)
  record.used(usage)
  record.ends(completed(200))
  record.tried({ provider: 'p', model: 'm', startedMs: 0, durationMs: 41, status: 200 })
  pass(2)
  record.finish(completed(200))
  expect(finished).toEqual([
    {
      id: 'req_1',
      method: 'POST',
      path: '/v1/messages',
      client,
      endUser: 'ann',
      tags: ['a'],
      caller,
      style: 'messages',
      model: 'fast',
      attempts: [{ provider: 'p', model: 'm', startedMs: 0, durationMs: 41, status: 200 }],
      firstByteMs: 40,
      usage,
      charge: { source: 'provider', usage, cost: 0n, costSource: 'none' },
      reservation: undefined,
      startedAt: 1000,
      conversion: { name: 'messages>responses', losses: [] },
      durationMs: 42,
      ending: { outcome: 'ok', status: 200 },
    },
  ])
})

test('it is finished once', () => {
  const { record, finished } = begun()
  record.finish(completed(200))
  record.finish(clientLeft)
  expect(finished.map(({ ending }) => ending.outcome)).toEqual(['ok'])
})

test('after its end, without its body, it has the same charge', () => {
  const { record, finished } = begun()
  record.sends({ messages: [{ role: 'user', content: 'x'.repeat(400) }] })
  record.tries({ ...target, price: priceOf({ input_per_million_usd: '1', output_per_million_usd: '1' }) })
  record.tried({ provider: 'p', model: 'm', startedMs: 0, durationMs: 1, status: 200 })
  record.answered(40)
  record.finish(completed(200))
  expect(finished[0]?.charge.cost).toBeGreaterThan(0n)
  expect(record.endedBy(completed(200)).charge).toEqual(finished[0]?.charge)
})

test('the first ending stands; where none was told, the one given at the end', () => {
  const told = begun()
  told.record.ends(clientLeft)
  told.record.ends(refused({ kind: 'internal', message: '' }, 500))
  told.record.finish(completed(200))
  const silent = begun()
  silent.record.finish(completed(204))
  expect([told.finished[0]?.ending, silent.finished[0]?.ending]).toEqual([clientLeft, { outcome: 'ok', status: 204 }])
})

test('a conversion belongs to the target that it was made for', () => {
  const { record, finished } = begun()
  record.tries(target)
  record.converted('messages>responses', [])
  record.tries(target)
  record.finish(completed(200))
  expect(finished[0]?.conversion).toBeUndefined()
})

test('a report without usage takes nothing back', () => {
  const { record, finished } = begun()
  record.used(usage)
  record.used(undefined)
  record.finish(completed(200))
  expect(finished[0]?.usage).toBe(usage)
})

test('the first byte is measured from the beginning of the request, once', () => {
  const { record, finished, pass } = begun()
  pass(7)
  record.firstByte()
  pass(7)
  record.firstByte()
  record.finish(completed(101))
  expect(finished[0]).toMatchObject({ firstByteMs: 7, durationMs: 14 })
})

describe('what is charged', () => {
  const wire = { messages: [{ role: 'user', content: 'x'.repeat(40) }] }
  const price = priceOf({ input_per_million_usd: '1', output_per_million_usd: '10' })
  const priced = { ...target, price }

  /** The charge of a request of 40 bytes that was tried once; `after`: what happens then. */
  function chargeOf(after: (record: RequestRecord) => void, ending: Ending = completed(200)) {
    const { record, finished } = begun()
    record.sends(wire)
    record.tries(priced)
    after(record)
    record.finish(ending)
    const { source, usage: booked, cost } = finished[0]?.charge ?? {}
    return { source, usage: booked, cost: formatMoney(cost ?? 0n) }
  }
  const served = { provider: 'p', model: 'm', startedMs: 0, durationMs: 1, status: 200 }

  test('is what the provider reported, at the price of the target', () => {
    const charge = chargeOf((record) => {
      record.tried(served)
      record.used(usage)
    })
    expect(charge).toEqual({ source: 'provider', usage, cost: '0.000053' })
  })

  test('is estimated from the bytes of request and reply where there is no report', () => {
    const charge = chargeOf((record) => {
      record.tried(served)
      record.answered(80)
    })
    expect(charge).toEqual({ source: 'estimated', usage: { inputTokens: 10, outputTokens: 20 }, cost: '0.00021' })
  })

  test('is estimated from a body that was let go, by several attempts too', () => {
    const charge = chargeOf((record) => {
      record.forgetsBody()
      record.endedBy(clientLeft)
      record.forgetsBody()
      record.tried(served)
      record.answered(80)
    })
    expect(charge).toEqual({ source: 'estimated', usage: { inputTokens: 10, outputTokens: 20 }, cost: '0.00021' })
  })

  test('is read from the meter of a stream in place of a plain reply', () => {
    const charge = chargeOf((record) => {
      record.answered(80)
      record.streams({ usage: undefined, contentBytes: 8 })
      record.tried(served)
    })
    expect(charge).toMatchObject({ source: 'estimated', usage: { outputTokens: 2 } })
    expect(chargeOf((record) => record.streams({ usage, contentBytes: 8 })).usage).toEqual(usage)
  })

  test('has nothing of an attempt before', () => {
    const charge = chargeOf((record) => {
      record.used({ inputTokens: 1000, outputTokens: 1000 })
      record.streams({ usage: undefined, contentBytes: 4000 })
      record.chargeWhole()
      record.tried({ provider: 'p', model: 'm', startedMs: 0, durationMs: 1, error: 'upstream_unavailable' })
      record.tries(target)
      record.tried(served)
      record.used(usage)
    })
    // The second target has no price.
    expect(charge).toEqual({ source: 'provider', usage, cost: '0' })
  })

  test('has the units that the request itself costs, once it is whole', () => {
    const { record, finished } = begun()
    record.sends(wire, { images: 2 })
    record.tries({ ...target, price: priceOf({ image_usd: '0.04' }) })
    record.tried(served)
    expect(formatMoney(record.chargeWhole()?.cost ?? 0n)).toBe('0.08')
    // What comes after a whole reply changes nothing.
    record.used({ outputTokens: 1, images: 9 })
    record.finish(clientLeft)
    expect(formatMoney(finished[0]?.charge.cost ?? 0n)).toBe('0.08')
  })

  test('is nothing where no body was sent, as with token counts, and where no model was asked', () => {
    const { record, finished } = begun()
    record.tries(priced)
    record.tried(served)
    record.used(usage)
    expect(record.chargeWhole()).toBeUndefined()
    record.finish(completed(200))
    expect(finished[0]?.charge).toMatchObject({ cost: 0n, costSource: 'none' })
  })

  const failure = { provider: 'p', model: 'm', startedMs: 0, durationMs: 1 } as const
  test.each<[holds: string, attempt: Attempt | undefined, source: string]>([
    ['no provider was reached', undefined, 'none'],
    ['the provider refused', { ...failure, error: 'upstream_rate_limited', status: 429 }, 'none'],
    ['the connection failed', { ...failure, error: 'upstream_timeout', unreached: true }, 'none'],
    ['the provider said that it took too long', { ...failure, error: 'upstream_timeout', status: 504 }, 'none'],
    ['the provider did not answer in time', { ...failure, error: 'upstream_timeout' }, 'estimated'],
    ['the reply was cut off', served, 'estimated'],
  ])('of a failed request where %s', (_, attempt, source) => {
    const { record, finished } = begun()
    record.sends(wire)
    if (attempt !== undefined) record.tried(attempt)
    record.finish(refused({ kind: 'upstream_timeout', message: '' }, 504))
    expect(finished[0]?.charge.source).toBe(source)
  })

  test('of a session is the sum of its responses, each at its own price', () => {
    const { record, finished } = begun()
    record.sends(wire)
    const price = priceOf({ input_per_million_usd: '1', above: [{ input_tokens: 100, input_per_million_usd: '2' }] })
    record.tries({ ...target, price })
    record.usedMore({ inputTokens: 90, outputTokens: 0 }, { inputTokens: 90, outputTokens: 0 })
    expect(formatMoney(record.costNow)).toBe('0.00009')
    record.usedMore({ inputTokens: 180, outputTokens: 0 }, { inputTokens: 90, outputTokens: 0 })
    record.tried(served)
    record.finish(completed(101))
    expect(finished[0]).toMatchObject({ usage: { inputTokens: 180 }, charge: { cost: parseMoney('0.00018') } })
  })

  test('so far is nothing without a report', () => {
    const { record } = begun()
    record.sends(wire)
    record.tries(priced)
    expect(record.costNow).toBe(0n)
    record.used(usage)
    expect(formatMoney(record.costNow)).toBe('0.000053')
  })
})

test('all attempts are in the record, and one that still runs as if it ended now', () => {
  const { record, finished, pass } = begun()
  const first = { provider: 'p', model: 'm', startedMs: 0, durationMs: 1, error: 'upstream_unavailable' } as const
  const second = { provider: 'p', model: 'm', startedMs: 0, durationMs: 2, status: 200 }
  record.tries(target)
  record.tried(first)
  pass(10)
  record.tries(target)
  pass(5)
  expect(record.endedBy(clientLeft).attempts).toEqual([
    first,
    { provider: 'p', model: 'm', startedMs: 10, durationMs: 5, error: 'internal' },
  ])
  record.tried(second)
  record.finish(completed(200))
  expect(finished[0]?.attempts).toEqual([first, second])
})

test('a request is among the running ones from its first attempt to its end', () => {
  const { record, running } = begun()
  expect([...running]).toEqual([])
  record.tries(target)
  record.tries(target)
  expect([...running]).toEqual([record])
  record.finish(completed(200))
  expect([...running]).toEqual([])
})

test('masks hide one after the other in the messages of errors, and only there', () => {
  const { record, finished } = begun()
  const hiding =
    (secret: string) =>
    (text: string): string =>
      text.replaceAll(secret, '…')
  record.hides(hiding('one'))
  record.hides(hiding('two'))
  record.hides(hiding('internal'))
  record.tried({ provider: 'p', model: 'm', startedMs: 0, durationMs: 1, error: 'upstream_invalid', message: 'one of two' })
  record.finish(refused({ kind: 'internal', message: 'one and two', detail: 'one more' }, 500))
  expect(finished[0]?.attempts).toMatchObject([{ error: 'upstream_invalid', message: '… of …' }])
  expect(finished[0]?.ending).toMatchObject({ error: 'internal', message: '… and …', detail: '… more' })
  const whole = begun()
  whole.record.hides(hiding('one'))
  whole.record.finish(completed(200))
  expect(whole.finished[0]?.ending).toEqual(completed(200))
})
