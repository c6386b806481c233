import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { parseMoney } from '../../src/accounting/money.js'
import type { DatabaseAddress } from '../../src/config/configuration.js'
import { firstByteCounts, firstByteStep } from '../../src/store/booking/first-byte.js'
import { groupings } from '../../src/store/booking/rollups.js'
import { RequestBatch } from '../../src/store/booking/request-batch.js'
import { addTagSums } from '../../src/store/booking/tag-migration.js'
import type { BookedRequest } from '../../src/store/booking/staged-request.js'
import { openStore, type Store } from '../../src/store/store.js'
import { until } from '../e2e/waiting.js'
import { Postgres, postgresPrograms } from '../postgres.js'
import { engines } from './new-stores.js'

if (engines.length === 1) console.warn('PostgreSQL is not installed: the store is tested on SQLite alone')

let postgres: Postgres | undefined
let databases = 0

beforeAll(async () => {
  if (postgresPrograms() !== undefined) postgres = await Postgres.start()
})
afterAll(async () => {
  await postgres?.stop()
})

const startedAt = Date.parse('2026-01-02T03:04:05.678Z')

function request(id: string, changes: Partial<BookedRequest> = {}): BookedRequest {
  return {
    id,
    token_id: 'id of ci',
    user_id: null,
    team_id: null,
    token: 'ci',
    owner: 'ann',
    team: null,
    end_user: null,
    tags: null,
    style: 'messages',
    model: 'm',
    provider: 'p',
    upstream_model: 'up',
    started_at: new Date(startedAt).toISOString(),
    duration_ms: 40,
    first_byte_ms: null,
    status: 200,
    outcome: 'ok',
    error: null,
    input_tokens: 3,
    output_tokens: 5,
    cached_input_tokens: 1,
    cache_write_input_tokens: 0,
    reasoning_output_tokens: 0,
    usage_source: 'provider',
    cost_source: 'price',
    cost_usd: '0.000000000000000000000007',
    attempts: '[]',
    losses: null,
    ...changes,
  }
}

function batchOf(requests: readonly BookedRequest[], running: readonly BookedRequest[] = []) {
  const ended = new RequestBatch()
  for (const one of requests) ended.add(one, Date.parse(one.started_at), parseMoney(one.cost_usd))
  return { ended, running: JSON.stringify(running.map((one) => [one.id, JSON.stringify(one)])) }
}

describe.each(engines)('the store on %s', (engine) => {
  let folder: string
  let address: DatabaseAddress
  let store: Store

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'anywire-engine-'))
    address =
      engine === 'postgres' && postgres !== undefined
        ? { kind: 'postgres', url: await postgres.database(`test${databases++}`) }
        : { kind: 'file', path: join(folder, 'a.db') }
    store = await openStore(address)
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const model = groupings[0]
  const day = Date.parse('2026-01-02T00:00:00Z') / 1000
  const span = { from: day, to: day + 86_400 }
  const usage = (by: ('model' | 'outcome')[], more: { table?: 'slot'; intervalSeconds?: number } = {}) =>
    store.usage.read({ grouping: model, table: 'day', ...span, by, filters: {}, mostGroups: 10, ...more })

  test('records, sums and spending are written together, exact to the last digit', async () => {
    const many = Array.from({ length: 1500 }, (_, index) =>
      request(`req_${index}`, { cost_usd: index % 2 === 0 ? '1234.000000000000000000000009' : '0', model: `m${index % 3}` }),
    )
    await store.requests.book(batchOf(many))
    const cost = 750n * parseMoney('1234.000000000000000000000009')
    expect((await store.requests.list({ limit: 2000 })).requests).toHaveLength(1500)
    expect(await store.spending.totals()).toEqual(new Map([['id of ci', cost]]))
    expect(await usage([])).toMatchObject({ rows: [{ requests: 1500, inputTokens: 4500, cost }] })
    expect((await usage(['model'])).rows.map(({ group, requests }) => [group, requests])).toEqual([
      [['m0'], 500],
      [['m1'], 500],
      [['m2'], 500],
    ])
    expect((await usage([], { table: 'slot', intervalSeconds: 3600 })).rows).toMatchObject([{ start: day + 3 * 3600, requests: 1500 }])
  })

  test('a batch that comes again changes nothing', async () => {
    const batch = batchOf([request('req_1', { tags: 'a,b' })])
    await store.requests.book(batch)
    await store.requests.book(batch)
    await store.requests.book(batchOf([request('req_1', { tags: 'a,b' }), request('req_2')]))
    expect((await store.requests.list({ limit: 9 })).requests.map(({ id }) => id)).toEqual(['req_2', 'req_1'])
    expect(await usage([])).toMatchObject({ rows: [{ requests: 2 }] })
  })

  test('a long batch of which some requests are booked already books the others', async () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      request(`req_${1000 + index}`, { cost_usd: '0.5', tags: index === 40 ? 'a' : null }),
    )
    await store.requests.book(batchOf([many[3], many[150], many[299]].flatMap((one) => one ?? [])))
    await store.requests.book(batchOf(many))
    await store.requests.book(batchOf(many))
    expect((await store.requests.list({ limit: 999 })).requests.map(({ id }) => id)).toEqual(many.map(({ id }) => id).toReversed())
    expect(await usage([])).toMatchObject({ rows: [{ requests: 300, cost: 300n * parseMoney('0.5') }] })
    expect(await store.spending.totals()).toEqual(new Map([['id of ci', 300n * parseMoney('0.5')]]))
  })

  test('the times until the first content are counted by their steps, in every grouping', async () => {
    const timed = (name: string, times: readonly (number | null)[]) =>
      times.map((ms, index) => request(`req_${name}${index}`, { first_byte_ms: ms, tags: 'a', end_user: 'grace' }))
    await store.requests.book(batchOf(timed('a', [null, 5, 40, 1000])))
    await store.requests.book(batchOf(timed('b', [1000, 1000])))
    await store.requests.book(batchOf(timed('c', [null, 90_000])))
    const counts = firstByteCounts.map((_, step) => [5, 40, 1000, 1000, 1000, 90_000].filter((ms) => firstByteStep(ms) === step).length)
    for (const grouping of groupings)
      for (const table of ['slot', 'day'] as const) {
        const query = { ...span, grouping, table, by: [], filters: {}, mostGroups: 9 }
        expect((await store.usage.read({ ...query, firstByteTimes: true })).rows).toMatchObject([{ requests: 8, firstByteCounts: counts }])
        expect((await store.usage.read(query)).rows).toMatchObject([{ requests: 8, firstByteCounts: counts.map(() => 0) }])
      }
  })

  test('batches at the same time, of several gateways', async () => {
    const other = await openStore(address)
    const batches = Array.from({ length: 20 }, (_, index) =>
      batchOf([request(`req_a${index}`, { model: `m${index % 4}` }), request(`req_b${index}`, { model: `m${(index * 7) % 4}` })]),
    )
    await Promise.all(batches.map((batch, index) => (index % 2 === 0 ? store : other).requests.book(batch)))
    await other.close()
    expect(await usage([])).toMatchObject({ rows: [{ requests: 40 }] })
  })

  test('what ran when the process died is booked, once', async () => {
    await store.requests.book(batchOf([], [request('req_1', { outcome: 'interrupted' }), request('req_2')]))
    await store.requests.book(batchOf([request('req_2')]))
    await store.close()
    store = await openStore(address)
    // PostgreSQL hears a moment later that the first one has gone.
    let booked = 0
    await until('the request is booked', async () => (booked += await store.requests.bookInterrupted()) > 0)
    expect([booked, await store.requests.bookInterrupted()]).toEqual([1, 0])
    expect((await usage(['outcome'])).rows.map(({ group, requests }) => [group, requests])).toEqual([
      [['interrupted'], 1],
      [['ok'], 1],
    ])
  })

  if (engine === 'postgres')
    test('what runs at another gateway is left alone', async () => {
      await store.requests.book(batchOf([], [request('req_1', { outcome: 'interrupted' })]))
      const other = await openStore(address)
      expect(await other.requests.bookInterrupted()).toBe(0)
      await other.close()
    })

  test('a text is found in any column that people know, whatever its case, and `req_` begins an id', async () => {
    await store.requests.book(
      batchOf([
        request('req_1a', { model: 'Gemini-Flash', error: 'upstream_unavailable' }),
        request('req_1b', { attempts: '[{"provider":"p","reason":"The model is Overloaded."}]' }),
        request('req_2a', { token: 'nightly', tags: 'a,100%_b' }),
        request('req_2b', { model: 'gemini-pro', owner: 'grace' }),
      ]),
    )
    const found = async (search: string, limit = 9) => (await store.requests.list({ limit, search })).requests.map(({ id }) => id)
    expect(await found('GEMINI')).toEqual(['req_2b', 'req_1a'])
    expect(await found('overloaded')).toEqual(['req_1b'])
    expect(await found('unavail')).toEqual(['req_1a'])
    expect(await found('0%_')).toEqual(['req_2a'])
    expect(await found('0%%')).toEqual([])
    expect(await found('grace')).toEqual(['req_2b'])
    expect(await found('req_2')).toEqual(['req_2b', 'req_2a'])
    expect(await found('req_1a')).toEqual(['req_1a'])
    expect(await found('req_3')).toEqual([])
    const page = await store.requests.list({ limit: 1, search: 'req_2' })
    const before = page.next ?? { startedAt: '', id: '' }
    expect((await store.requests.list({ limit: 1, search: 'req_2', before })).requests.map(({ id }) => id)).toEqual(['req_2a'])
    expect((await store.requests.list({ limit: 9, search: 'req_', owner: 'grace' })).requests.map(({ id }) => id)).toEqual(['req_2b'])
  })

  test('names that a database could take amiss', async () => {
    const names = ["a'b", '"; drop table requests; --', '{"a":1}', 'ünï ☃ 🎈', '\\u0000', '%_!']
    await store.requests.book(batchOf(names.map((name, index) => request(`req_${index}`, { model: name, end_user: name }))))
    for (const name of names)
      expect((await store.requests.list({ limit: 9, model: name, end_user: name })).requests.map((one) => one.model)).toEqual([name])
    const groups = (await usage(['model'])).rows.map(({ group }) => group[0])
    expect([...groups].sort()).toEqual([...names].sort())
  })

  test('pages of groups and of records', async () => {
    await store.requests.book(batchOf(['c', 'a', 'b'].map((name, index) => request(`req_${index}`, { model: name }))))
    const read = (after?: readonly string[]) =>
      store.usage.read({
        ...{ grouping: model, table: 'day', from: day, to: day + 1, by: ['model'], filters: {}, mostGroups: 2 },
        ...(after === undefined ? {} : { after }),
      })
    const first = await read()
    const second = await read(first.next)
    expect([first, second].map(({ rows, next }) => [rows.map(({ group }) => group[0]), next])).toEqual([
      [['a', 'b'], ['b']],
      [['c'], undefined],
    ])
    const page = await store.requests.list({ limit: 2 })
    expect(page.next === undefined ? [] : (await store.requests.list({ limit: 2, before: page.next })).requests).toMatchObject([
      { id: 'req_0' },
    ])
  })

  test('a group is added up from its keys and days, within the time and the filters; where nothing was asked there is no row', async () => {
    const at = (days: number): string => new Date(startedAt + days * 86_400_000).toISOString()
    await store.requests.book(
      batchOf([
        request('req_1', { provider: 'p', model: 'a' }),
        request('req_2', { provider: 'p', model: 'b', started_at: at(1) }),
        request('req_3', { provider: 'q', model: 'a', started_at: at(1) }),
        request('req_4', { provider: 'q', model: 'a', outcome: 'timeout' }),
        request('req_5', { provider: 'p', model: 'a', started_at: at(2) }),
      ]),
    )
    const read = async (query: { from?: number; by?: ('provider' | 'model')[]; filters?: object }) => {
      const { rows } = await store.usage.read({
        grouping: model,
        table: 'day',
        from: day,
        to: day + 2 * 86_400,
        by: [],
        filters: {},
        mostGroups: 10,
        ...query,
      })
      return rows.map(({ group, requests, failed, inputTokens }) => [...group, requests, failed, inputTokens])
    }
    expect(await read({})).toEqual([[4, 1, 12]])
    expect(await read({ by: ['provider'] })).toEqual([
      ['p', 2, 0, 6],
      ['q', 2, 1, 6],
    ])
    expect(await read({ by: ['provider'], filters: { model: 'b' } })).toEqual([['p', 1, 0, 3]])
    expect(await read({ by: ['model'], from: day + 86_400, filters: { outcome: 'ok' } })).toEqual([
      ['a', 1, 0, 3],
      ['b', 1, 0, 3],
    ])
    expect([await read({ filters: { model: 'c' } }), await read({ by: ['model'], from: day + 2 * 86_400 - 1 })]).toEqual([[], []])
  })

  test('old records and sums go, a part at a time', async () => {
    await store.requests.book(batchOf([request('req_1'), request('req_2', { started_at: '2026-01-05T00:00:00.000Z' })]))
    await store.requests.purge('2026-01-03T00:00:00.000Z')
    await store.usage.purge({ slot: day + 86_400, day: 0 })
    expect((await store.requests.list({ limit: 9 })).requests.map(({ id }) => id)).toEqual(['req_2'])
    expect(await usage([])).toMatchObject({ rows: [{ requests: 1 }] })
    expect(await usage([], { table: 'slot' })).toMatchObject({ rows: [] })
  })

  test('keys go when their last sums are gone', async () => {
    const count = async () => (await store.database.selectFrom('usage_keys').select('id').execute()).length
    await store.requests.book(batchOf([request('req_1'), request('req_2', { model: 'other', started_at: '2026-01-05T00:00:00.000Z' })]))
    const all = await count()
    await store.usage.purgeKeys()
    expect(await count()).toBe(all)
    await store.usage.purge({ slot: day + 10 * 86_400, day: day + 86_400 })
    await store.usage.purgeKeys()
    expect((await store.database.selectFrom('usage_keys').select('model').where('model', '=', 'm').execute()).length).toBe(0)
    await store.requests.book(batchOf([request('req_3')]))
    expect((await usage(['model'])).rows.map(({ group, requests }) => [group, requests])).toEqual([[['m'], 1]])
  })

  test('gateways that start at the same time migrate once', async () => {
    await store.close()
    const fresh: DatabaseAddress =
      address.kind === 'postgres' && postgres !== undefined
        ? { kind: 'postgres', url: await postgres.database(`test${databases++}`) }
        : { kind: 'file', path: join(folder, 'b.db') }
    const stores = await Promise.all([openStore(fresh), openStore(fresh), openStore(fresh)])
    for (const one of stores) expect((await one.requests.list({ limit: 1 })).requests).toEqual([])
    await Promise.all(stores.map((one) => one.close()))
    store = await openStore(address)
  })

  test('a database without sums by tag alone gets them from those by tag and token', async () => {
    const tagged = Array.from({ length: 50 }, (_, index) =>
      request(`req_${index}`, { tags: `tag-${index}`, cost_usd: '1.000000000000000000000009' }),
    )
    await store.requests.book(batchOf([...tagged, request('req_a', { tags: 'tag-0', token: 'nightly' }), request('req_b')]))
    const alone = groupings.find(({ name }) => name === 'tag_alone') ?? model
    const read = (table: 'day' | 'slot') =>
      store.usage.read({ grouping: alone, table, from: day, to: day + 86_400, by: ['tag'], filters: {}, mostGroups: 99 })
    const before = [await read('day'), await read('slot')]
    for (const table of ['usage_days', 'usage_slots'])
      await sql
        .raw(`delete from ${table} where key_id in (select id from usage_keys where grouping_name = 'tag_alone')`)
        .execute(store.database)
    await sql`delete from usage_keys where grouping_name = 'tag_alone'`.execute(store.database)
    await addTagSums(store.database as unknown as Kysely<unknown>)
    expect([await read('day'), await read('slot')]).toEqual(before)
    expect(before).toMatchObject([{ rows: { length: 50 } }, { rows: { length: 50 } }])
    expect(before[0]?.rows[0]).toMatchObject({ group: ['tag-0'], requests: 2 })
  })

  test('a migration that fails leaves nothing behind; a newer database is refused', async () => {
    await sql`update anywire_schema set version = 1`.execute(store.database)
    await expect(openStore(address)).rejects.toThrow()
    await sql`update anywire_schema set version = 1000`.execute(store.database)
    await expect(openStore(address)).rejects.toThrow(/version 1000/)
  })

  test('responses, replies and tokens', async () => {
    const response = { owner: 'o', id: 'r', createdAt: startedAt, expiresAt: startedAt + 1000 }
    await store.responses.save([{ kind: 'kept', ...response, input: '["ü\\u0000"]', reply: '{}' }])
    expect(await store.responses.find('o', 'r', startedAt)).toMatchObject({ input: '["ü\\u0000"]' })
    expect(await store.responses.chainSizes('o', 'r')).toEqual([{ id: 'r', bytes: 14 }])
    expect(await store.responses.removeOldest('o', 1)).toEqual(['r'])
    const kept = {
      tokenId: 't',
      key: 'k',
      request: 'h',
      status: 200,
      contentType: 'a/b',
      body: Buffer.from([0, 255]),
      createdAt: startedAt,
    }
    await store.keptReplies.save(kept)
    expect(await store.keptReplies.find('t', 'k', 0)).toEqual(kept)
    expect(await store.isUnder('s'.repeat(32))).toBe(true)
  })
})

if (engines.includes('postgres'))
  test('a program that changes the database for its version says how many others go on beside it', async () => {
    const address = { kind: 'postgres', url: (await postgres?.database('upgraded')) ?? '' } as const
    const first = await openStore(address)
    const second = await openStore(address)
    // As the version before left it.
    await sql`alter index issued_ids_by_origin_key rename to issued_ids_key`.execute(first.database)
    await sql`update anywire_schema set version = version - 1`.execute(first.database)
    const newer = await openStore(address)
    const next = await openStore(address)
    expect([first, second, newer, next].map(({ olderGateways }) => olderGateways)).toEqual([0, 0, 2, 0])
    for (const store of [first, second, newer, next]) await store.close()
  })

if (engines.includes('postgres'))
  test('PostgreSQL may go away and come back', async () => {
    const store = await openStore({ kind: 'postgres', url: (await postgres?.database('away')) ?? '' })
    await store.requests.book(batchOf([request('req_1')]))
    await postgres?.cut()
    await expect(store.requests.book(batchOf([request('req_2')]))).rejects.toThrow()
    await postgres?.again()
    await store.requests.book(batchOf([request('req_2')]))
    expect((await store.requests.list({ limit: 9 })).requests).toHaveLength(2)
    await store.close()
  })
