import { jest } from '@jest/globals'
import { tokenCaller } from '../access/caller.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMoney } from '../accounting/money.js'
import { priceOf } from '../accounting/price.js'
import { completed } from '../record/ending.js'
import { RequestRecord, type RecordServices } from '../record/request-record.js'
import type { BookBatch } from '../store/booking/batch-writer.js'
import type { RequestRepository } from '../store/request-repository.js'
import { RunningRecords } from '../record/running-records.js'
import { openStore, type Store } from '../store/store.js'
import { Books } from './books.js'

const client = { address: undefined, userAgent: undefined, requestId: undefined, traceparent: undefined }
const target = {
  provider: { settings: { name: 'p' } },
  model: 'up',
  price: priceOf({ input_per_million_usd: '0.1', output_per_million_usd: '0.7' }),
}

let folder: string
let store: Store
let books: Books
let now: number
let troubles: string[]
let services: RecordServices

function open(
  repository: Pick<RequestRepository, 'book' | 'purge' | 'keepNewest'> = store.requests,
  { retentionDays = 90, ...more }: { retentionDays?: number; mostKept?: number } = {},
): void {
  const running = new RunningRecords()
  books = new Books({
    repository,
    spending: store.spending,
    usage: store.usage,
    running,
    now: () => now,
    clock: () => now,
    onTrouble: (message) => troubles.push(message),
    showUser: (endUser) => `hash of ${endUser}`,
    retention: { retention_days: retentionDays, fine_usage_days: 7, usage_days: 800 },
    ...more,
  })
  services = { sinks: [books], clock: () => now, now: () => now, running }
}

function begin(id: string, token = 'ci'): RequestRecord {
  const record = new RequestRecord(services, id, 'POST', '/v1/messages', client)
  record.sentBy(tokenCaller({ id: `id of ${token}`, name: token, owner: token }, {}))
  record.onBehalfOf('ann')
  record.asks('messages', 'm')
  record.sends({ messages: [{ role: 'user', content: 'x'.repeat(40) }] })
  record.tries(target)
  return record
}

function end(record: RequestRecord, inputTokens = 3, outputTokens = 5): void {
  record.used({ inputTokens, outputTokens })
  record.tried({ provider: 'p', model: 'up', startedMs: 0, durationMs: 1, status: 200 })
  record.finish(completed(200))
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-books-'))
  store = await openStore({ kind: 'file', path: join(folder, 'a.db') })
  now = Date.parse('2026-01-01T00:00:00Z')
  troubles = []
  open()
})
afterEach(async () => {
  await books.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

test('a record as it is read again, and what its token has spent', async () => {
  const record = begin('req_1')
  now += 40
  end(record)
  await books.write()
  expect((await store.requests.list({ limit: 10 })).requests).toEqual([
    {
      id: 'req_1',
      token_id: 'id of ci',
      user_id: null,
      team_id: null,
      token: 'ci',
      owner: null,
      team: null,
      end_user: 'hash of ann',
      tags: null,
      style: 'messages',
      model: 'm',
      provider: 'p',
      upstream_model: 'up',
      started_at: '2026-01-01T00:00:00.000Z',
      duration_ms: 40,
      first_byte_ms: null,
      status: 200,
      outcome: 'ok',
      error: null,
      input_tokens: 3,
      output_tokens: 5,
      cached_input_tokens: 0,
      cache_write_input_tokens: 0,
      reasoning_output_tokens: 0,
      usage_source: 'provider',
      cost_source: 'price',
      cost_usd: '0.0000038',
      attempts: '[{"provider":"p","model":"up","status":200,"started_ms":0,"duration_ms":1,"cost_usd":"0.0000038"}]',
      losses: null,
    },
  ])
  expect(await store.spending.totals()).toEqual(new Map([['id of ci', parseMoney('0.0000038')]]))
})

test('what tokens have spent is the sum of their records to the last digit, over many entries', async () => {
  for (let count = 0; count < 1200; count++) {
    end(begin(`req_${count}`, count % 2 === 0 ? 'a' : 'b'), count * 7, count)
    if (count % 300 === 0) await books.write()
  }
  await books.write()
  const records = (await store.requests.list({ limit: 5000 })).requests
  expect(records).toHaveLength(1200)
  const sums = new Map<string, bigint>()
  for (const { token_id: id, cost_usd: cost } of records) sums.set(id, (sums.get(id) ?? 0n) + parseMoney(cost))
  expect(await store.spending.totals()).toEqual(sums)
})

test('names as no database takes them are stored all the same', async () => {
  const record = begin('req_1')
  record.asks('messages', `a\0b\ud800${'x'.repeat(600)}`)
  end(record)
  await books.write()
  const [stored] = (await store.requests.list({ limit: 1 })).requests
  expect(stored?.model?.slice(0, 6)).toBe('a\ufffdb\ufffdxx')
  expect(stored?.model).toHaveLength(500)
})

test('newest first, page by page, of one token', async () => {
  for (let count = 0; count < 7; count++) {
    // Two begin at the same time.
    if (count !== 3) now += 1
    end(begin(`req_${count}`, count === 5 ? 'other' : 'ci'))
  }
  await books.write()
  const first = (await store.requests.list({ token: 'ci', limit: 3 })).requests
  const last = first.at(-1)
  if (last === undefined) throw new Error('nothing')
  const second = (await store.requests.list({ token: 'ci', limit: 10, before: { startedAt: last.started_at, id: last.id } })).requests
  expect([...first, ...second].map(({ id }) => id)).toEqual(['req_6', 'req_4', 'req_3', 'req_2', 'req_1', 'req_0'])
})

test('a request that ran when the process died becomes an interrupted record with an estimate', async () => {
  const record = begin('req_1')
  record.streams({ usage: undefined, contentBytes: 21 })
  now += 300
  await books.write()
  expect((await store.requests.list({ limit: 1 })).requests).toEqual([])
  expect([await store.requests.bookInterrupted(), await store.requests.bookInterrupted()]).toEqual([1, 0])
  expect((await store.requests.list({ limit: 2 })).requests).toMatchObject([
    {
      id: 'req_1',
      outcome: 'interrupted',
      provider: 'p',
      input_tokens: 10,
      output_tokens: 6,
      usage_source: 'estimated',
      cost_usd: '0.0000052',
    },
  ])
  expect(await store.spending.totals()).toEqual(new Map([['id of ci', parseMoney('0.0000052')]]))
})

test('a request that was written as running and ends leaves its own record alone', async () => {
  const record = begin('req_1')
  now += 300
  await books.write()
  now += 300
  end(record)
  await books.write()
  expect(await store.requests.bookInterrupted()).toBe(0)
  expect((await store.requests.list({ limit: 2 })).requests).toMatchObject([{ id: 'req_1', outcome: 'ok' }])
})

/** A database that cannot be written, or that writes and cannot say so. */
class Troubled {
  fails: 'before' | 'after' | undefined
  constructor(private readonly real: RequestRepository) {}
  async book(batch: BookBatch): Promise<void> {
    if (this.fails === 'before') throw new Error('locked')
    await this.real.book(batch)
    if (this.fails === 'after') throw new Error('lost')
  }
  purge = () => Promise.resolve(false)
  keepNewest = () => Promise.resolve()
}

test.each(['before', 'after'] as const)(
  'a database that fails %s it has written: nothing is lost, nothing is booked twice',
  async (fails) => {
    const troubled = new Troubled(store.requests)
    await books.close()
    open(troubled)
    troubled.fails = fails
    end(begin('req_1'))
    await books.write()
    end(begin('req_2'))
    await books.write()
    troubled.fails = undefined
    await books.write()
    expect((await store.requests.list({ limit: 5 })).requests.map(({ id }) => id).sort()).toEqual(['req_1', 'req_2'])
    expect(await store.spending.totals()).toEqual(new Map([['id of ci', 2n * parseMoney('0.0000038')]]))
    expect(troubles).toHaveLength(2)
  },
)

test('what runs is written again after a database that failed: nobody knows whether it was', async () => {
  const troubled = new Troubled(store.requests)
  await books.close()
  open(troubled)
  begin('req_1')
  now += 300
  troubled.fails = 'before'
  await books.write()
  troubled.fails = undefined
  now += 300
  await books.write()
  expect(await store.requests.bookInterrupted()).toBe(1)
})

test('ten thousand records wait for a database; then no more requests are taken', async () => {
  const troubled = new Troubled(store.requests)
  await books.close()
  open(troubled)
  troubled.fails = 'before'
  for (let count = 0; count < 9_999; count++) end(begin(`req_${count}`))
  await books.write()
  expect(books.isFull).toBe(false)
  end(begin('req_last'))
  expect(books.isFull).toBe(true)
  troubled.fails = undefined
  await books.write()
  expect(books.isFull).toBe(false)
  expect((await store.requests.list({ limit: 20_000 })).requests).toHaveLength(10_000)
})

test('records that the database does not take at the end are reported as lost', async () => {
  const troubled = new Troubled(store.requests)
  await books.close()
  open(troubled)
  troubled.fails = 'before'
  end(begin('req_1'))
  jest.useFakeTimers({ doNotFake: ['Date', 'performance', 'setImmediate', 'nextTick', 'queueMicrotask'] })
  try {
    const closed = books.close()
    await jest.advanceTimersByTimeAsync(10_000)
    await closed
  } finally {
    jest.useRealTimers()
  }
  expect(troubles.at(-1)).toBe('records of requests were lost: the database cannot be written')
})

test('old records go, and those beyond the most that are kept', async () => {
  await books.close()
  open(store.requests, { retentionDays: 1, mostKept: 2 })
  for (const id of ['req_1', 'req_2', 'req_3', 'req_4']) {
    end(begin(id))
    now += 1
  }
  await books.write()
  expect((await store.requests.list({ limit: 9 })).requests.map(({ id }) => id)).toEqual(['req_4', 'req_3'])
  now += 2 * 86_400_000
  end(begin('req_5'))
  await books.write()
  expect((await store.requests.list({ limit: 9 })).requests.map(({ id }) => id)).toEqual(['req_5'])
})

test('with the last sums of a name goes the name, and days of holders go when no window needs them', async () => {
  await books.close()
  open(store.requests)
  end(begin('req_1'))
  await books.write()
  now += 900 * 86_400_000
  await books.write()
  const rows = await Promise.all((['usage_days', 'usage_slots', 'usage_keys', 'holder_days'] as const).map(rowsOf))
  expect([rows, await store.spending.totals()]).toEqual([[0, 0, 0, 0], new Map([['id of ci', parseMoney('0.0000038')]])])
})

async function rowsOf(table: 'usage_days' | 'usage_slots' | 'usage_keys' | 'holder_days'): Promise<number> {
  return (await store.database.selectFrom(table).selectAll().execute()).length
}
