import type { Change } from '../../src/store/audit-log.js'
import { teamWith } from '../../src/access/people.js'
import { ChangedMeanwhile } from '../../src/store/changed-meanwhile.js'
import type { Store } from '../../src/store/store.js'
import { engines, newStores } from './new-stores.js'

const newStore = newStores('audit')

const start = Date.parse('2026-02-01T12:00:00Z')
const team = teamWith({ id: 'team_1', name: 'research', createdAt: start, settings: {}, version: 1 })
const entry: Change = {
  at: start,
  actor: { kind: 'token', name: 'root' },
  action: 'create',
  object: 'team',
  name: 'research',
  members: [{ member: '/budget_usd', before: null, after: '1' }],
  requestId: 'req_1',
  address: '127.0.0.1',
}

describe.each(engines)('%s', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await newStore(engine)
  }, 60_000)
  afterEach(async () => {
    await store.close()
  })

  test('an entry is there with its change, and not without it', async () => {
    await store.recorded(entry, ({ people }) => people.addTeam(team))
    const twice = store.recorded({ ...entry, requestId: 'req_2' }, ({ people }) => people.addTeam(team))
    await expect(twice).rejects.toBeInstanceOf(ChangedMeanwhile)
    const { changes, next } = await store.auditLog.list({ limit: 10 })
    expect(changes).toEqual([{ ...entry, id: expect.stringMatching(/^aud_[0-9a-f]{32}$/) as string }])
    expect(next).toBeUndefined()
    expect((await store.people.all()).teams).toEqual([team])
  })

  test('of two changes of one version one is made', async () => {
    await store.people.addTeam(team)
    const second = { ...team, version: 2, settings: { budget_usd: '1' } }
    const third = { ...team, version: 2, settings: { budget_usd: '2' } }
    const results = await Promise.allSettled([second, third].map((to) => store.recorded(entry, ({ people }) => people.changeTeam(to))))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(ChangedMeanwhile) as Error })
    expect((await store.auditLog.list({ limit: 10 })).changes).toHaveLength(1)
    await expect(store.people.removeTeam(team)).rejects.toBeInstanceOf(ChangedMeanwhile)
  })

  test('page by page, by who, what and when; old entries go', async () => {
    for (let index = 0; index < 5; index++)
      await store.auditLog.add([
        { ...entry, at: start + index * 1000, name: index < 4 ? 'research' : 'other', actor: { kind: 'file', name: `f${index % 2}` } },
      ])
    const { auditLog } = store
    const times = async (query: Parameters<typeof auditLog.list>[0]) =>
      (await auditLog.list(query)).changes.map(({ at }) => (at - start) / 1000)
    const first = await auditLog.list({ limit: 2 })
    expect(first.changes.map(({ at }) => at - start)).toEqual([4000, 3000])
    if (first.next === undefined) throw new Error('no second page')
    expect(await times({ limit: 2, before: first.next })).toEqual([2, 1])
    expect(await times({ limit: 9, actor: 'f1' })).toEqual([3, 1])
    expect(await times({ limit: 9, name: 'other', object: 'team', action: 'create' })).toEqual([4])
    expect(await times({ limit: 9, object: 'token' })).toEqual([])
    expect(await times({ limit: 9, from: '2026-02-01T12:00:01.000Z', to: '2026-02-01T12:00:03.000Z' })).toEqual([2, 1])
    expect(await auditLog.purge('2026-02-01T12:00:03.000Z')).toBe(false)
    expect(await times({ limit: 9 })).toEqual([4, 3])
  })
})
