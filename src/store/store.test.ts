import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { tokenCaller } from '../access/caller.js'
import type { TokenLimits } from '../config/configuration.js'
import { makeFirstToken } from '../access/first-token.js'
import { tokensFrom } from '../access/tokens.js'
import type { KeptResponse } from './response-repository.js'
import { openStore } from './store.js'

const secretKey = 's'.repeat(32)
const now = new Date('2026-01-01T00:00:00Z')
const first = { secretKey, now, random: Buffer.alloc(48, 7) }

const identityColumns = [
  ...['budget_per_day_usd', 'budget_per_week_usd', 'budget_per_month_usd', 'scopes', 'styles', 'networks', 'user_id', 'team_id'],
  ...['old_hash', 'old_prefix', 'old_until', 'requests_per_day', 'tokens_per_day', 'max_wait_ms'],
]

describe('the embedded store', () => {
  let directory: string
  let path: string
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'anywire-store-'))
    path = join(directory, 'data', 'anywire.db')
  })
  afterEach(() => {
    rmSync(directory, { recursive: true })
  })

  test('is made for its owner alone, journal included', async () => {
    const store = await openStore({ kind: 'file', path })
    await makeFirstToken(store.tokens, first)
    const modes = readdirSync(join(directory, 'data')).map((name) => [name, statSync(join(directory, 'data', name)).mode & 0o777])
    await store.close()
    expect(modes).toContainEqual(['anywire.db', 0o600])
    expect(modes.every(([, mode]) => mode === 0o600)).toBe(true)
  })

  test('keeps the first token over a restart, makes it once, and never has its key', async () => {
    const store = await openStore({ kind: 'file', path })
    const key = (await makeFirstToken(store.tokens, first)) ?? ''
    expect(key).toMatch(/^sk-aw-/)
    expect(await makeFirstToken(store.tokens, first)).toBeUndefined()
    for (const name of readdirSync(join(directory, 'data'))) {
      expect(readFileSync(join(directory, 'data', name)).includes(key.slice(12))).toBe(false)
    }
    await store.close()

    const again = await openStore({ kind: 'file', path })
    expect(await makeFirstToken(again.tokens, first)).toBeUndefined()
    const tokens = tokensFrom([], await again.tokens.all(), secretKey)
    await again.close()
    expect(tokens.find(key, now.getTime())).toMatchObject({
      kind: 'token',
      id: `tok_${'07'.repeat(16)}`,
      name: 'first',
      owner: 'first',
      prefix: key.slice(0, 12),
      createdAt: now.getTime(),
      policy: { maxConcurrent: 100 },
    })
  })

  test('keeps every limit of a token, its other key, and when it was used', async () => {
    const store = await openStore({ kind: 'file', path })
    const limits: TokenLimits = {
      scopes: ['inference', 'read'],
      models: ['m-*'],
      styles: ['messages', 'realtime'],
      networks: ['10.0.0.0/8'],
      budget_usd: '10.000000000000000001',
      budget_per_day_usd: '1',
      budget_per_week_usd: '2',
      budget_per_month_usd: '3',
      requests_per_minute: 4,
      requests_per_day: 5,
      tokens_per_minute: 6,
      tokens_per_day: 7,
      max_concurrent: 8,
      max_wait_ms: 9,
      expires_at: '2030-01-01T00:00:00Z',
    }
    const caller = tokenCaller({ id: 'tok_1', name: 'ci', owner: 'tok_1', prefix: 'sk-aw-1', createdAt: now.getTime(), version: 1 }, limits)
    await store.tokens.add({ caller, hash: 'h1', prefix: 'sk-aw-1' }, now)
    expect(await store.tokens.all()).toEqual([{ keys: [{ hash: 'h1' }], caller }])
    await store.tokens.rotate({ ...caller, version: 2 }, { hash: 'h2', prefix: 'sk-aw-2', oldUntil: now })
    await store.tokens.change(tokenCaller({ ...caller, version: 3 }, {}))
    expect(await store.tokens.all()).toEqual([
      {
        keys: [{ hash: 'h2' }, { hash: 'h1', until: now.getTime() }],
        caller: expect.objectContaining({ prefix: 'sk-aw-2', limits: {}, policy: expect.objectContaining({ maxConcurrent: 100 }) }),
      },
    ])
    await store.tokens.used(new Map([['tok_1', 1000]]))
    await store.tokens.used(new Map([['tok_1', 2000]]))
    expect(await store.tokens.uses()).toEqual(new Map([['tok_1', 2000]]))
    await store.close()
  })

  test('refuses a database of a newer program', async () => {
    const store = await openStore({ kind: 'file', path })
    await sql`update anywire_schema set version = 1000`.execute(store.database)
    await store.close()
    await expect(openStore({ kind: 'file', path })).rejects.toThrow(/the database has version 1000, this program knows \d+/)
  })

  test('takes streamed responses of an older program out of the events that they were kept in', async () => {
    const store = await openStore({ kind: 'file', path })
    const kept = (id: string, reply: object): KeptResponse => ({
      kind: 'kept',
      owner: 'o',
      id,
      input: '[]',
      reply: JSON.stringify(reply),
      createdAt: now.getTime(),
      expiresAt: now.getTime() + 1000,
    })
    const response = { id: 'r', object: 'response', output: [] }
    await store.responses.save([kept('plain', response), kept('streamed', { type: 'response.completed', sequence_number: 9, response })])
    for (const undo of [
      ...['kept_objects', 'providers', 'models', 'audit_log'].map((table) => `drop table ${table}`),
      'alter table tokens drop column version',
      ...['passwords', 'sessions', 'invites', 'users'].map((table) => `drop table ${table}`),
      'drop table teams',
      'drop table token_uses',
      ...identityColumns.map((column) => `alter table tokens drop column ${column}`),
      'drop table kept_replies',
      'drop table requests',
      'drop table running_requests',
      ...['holder_spending', 'holder_days', 'request_bodies', 'usage_keys', 'usage_slots', 'usage_days'].map(
        (table) => `drop table ${table}`,
      ),
      'drop table marks',
      'drop table issued_ids',
      'drop index responses_oldest',
      'alter table responses drop column bytes',
      'update anywire_schema set version = 2',
    ])
      await sql.raw(undo).execute(store.database)
    await store.close()

    const again = await openStore({ kind: 'file', path })
    for (const id of ['plain', 'streamed'])
      expect(await again.responses.find('o', id, now.getTime())).toMatchObject({ reply: JSON.stringify(response) })
    await again.close()
  })

  test('works in memory', async () => {
    const store = await openStore({ kind: 'memory' })
    expect(await store.tokens.isEmpty()).toBe(true)
    await store.close()
  })
})
