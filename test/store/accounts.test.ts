import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '../../src/access/accounts/sessions.js'
import { openStore, type Store } from '../../src/store/store.js'
import { Postgres } from '../postgres.js'
import { engines } from './new-stores.js'

const at = Date.parse('2026-01-02T03:04:05.678Z')
const bounds = { most: 3, begunAfter: at - 1000, usedAfter: at - 1000 }

function session(id: string, changes: Partial<Session> = {}): Session {
  return { id, hash: `hash of ${id}`, userId: 'ada', createdAt: at, lastUsedAt: at, address: '::1', userAgent: undefined, ...changes }
}

describe.each(engines)('accounts on %s', (engine) => {
  let folder: string
  let postgres: Postgres | undefined
  let store: Store

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'anywire-accounts-'))
    if (engine === 'postgres') postgres = await Postgres.start()
    store = await openStore(
      postgres === undefined
        ? { kind: 'file', path: join(folder, 'a.db') }
        : { kind: 'postgres', url: await postgres.database('accounts') },
    )
  })

  afterAll(async () => {
    await store.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a session is found by its hash, its use is kept, and it ends once', async () => {
    await store.sessions.add(session('one'), bounds)
    await store.sessions.used('one', at + 5)
    expect(await store.sessions.find('hash of one')).toEqual({ ...session('one'), lastUsedAt: at + 5 })
    expect(await store.sessions.end('bob', 'one')).toEqual([])
    expect(await store.sessions.end('ada', 'one')).toEqual(['one'])
    expect(await store.sessions.end('ada', 'one')).toEqual([])
  })

  test('a new session removes those that are over, and the oldest beyond the most of one user', async () => {
    await store.sessions.add(session('over', { userId: 'bob', createdAt: at - 2000 }), { ...bounds, begunAfter: 0 })
    for (const [index, id] of ['1', '2', '3', '4'].entries()) await store.sessions.add(session(id, { createdAt: at + index }), bounds)
    expect((await store.sessions.of('ada')).map(({ id }) => id).sort()).toEqual(['2', '3', '4'])
    expect(await store.sessions.of('bob')).toEqual([])
  })

  test('a password replaces the one before, and ends the sessions of its user', async () => {
    expect(await store.passwords.isEmpty()).toBe(true)
    for (const hash of ['first', 'second']) await store.passwords.set('ada', hash)
    expect([await store.passwords.isEmpty(), await store.passwords.of('ada'), await store.passwords.of('bob')]).toEqual([
      false,
      'second',
      undefined,
    ])
    expect(await store.sessions.of('ada')).toEqual([])
  })

  test('a code is taken once, and a new one replaces that of the same user alone', async () => {
    for (const [hash, userId] of [
      ['a', undefined],
      ['b', 'ada'],
      ['c', 'ada'],
    ] as const)
      await store.invites.put({ hash, userId, expiresAt: at })
    expect(await store.invites.find('b')).toBeUndefined()
    expect(await store.invites.find('a')).toEqual({ hash: 'a', userId: undefined, expiresAt: at })
    expect([await store.invites.take('c'), await store.invites.take('c')]).toEqual([true, false])
  })
})
