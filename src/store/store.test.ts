import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { makeFirstToken } from '../access/first-token.js'
import { tokensFrom } from '../access/tokens.js'
import type { KeptResponse } from './response-repository.js'
import { openStore } from './store.js'

const secretKey = 's'.repeat(32)
const now = new Date('2026-01-01T00:00:00Z')
const first = { secretKey, now, random: Buffer.alloc(48, 7) }

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
    expect(tokens.find(key, now.getTime())).toEqual({
      kind: 'token',
      id: `tok_${'07'.repeat(16)}`,
      name: 'first',
      owner: 'first',
      prefix: key.slice(0, 12),
      policy: { maxConcurrent: 100 },
    })
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
      'drop table kept_replies',
      'drop table requests',
      'drop table running_requests',
      ...['token_spending', 'usage_keys', 'usage_slots', 'usage_days'].map((table) => `drop table ${table}`),
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
