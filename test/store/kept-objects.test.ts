import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KeptObjects, placeOf } from '../../src/operations/kept-objects.js'
import type { KeptPlace } from '../../src/store/kept-object-repository.js'
import { openStore, type Store } from '../../src/store/store.js'
import { Postgres } from '../postgres.js'
import { engines } from './new-stores.js'

const day = 86_400_000

describe.each(engines)('kept objects on %s', (engine) => {
  let folder: string
  let postgres: Postgres | undefined
  let store: Store
  let now = Date.parse('2026-01-02T03:04:05.678Z')
  let objects: KeptObjects

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'anywire-objects-'))
    if (engine === 'postgres') postgres = await Postgres.start()
    store = await openStore(
      postgres === undefined ? { kind: 'file', path: join(folder, 'a.db') } : { kind: 'postgres', url: await postgres.database('objects') },
    )
    objects = new KeptObjects({
      repository: store.keptObjects,
      now: () => now,
      lifeMs: day,
      quotaBytes: 1000,
      capacityBytes: undefined,
      onTrouble: (message) => {
        throw new Error(message)
      },
    })
  })

  afterAll(async () => {
    await store.close()
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const items = (owner: string, parent: string): KeptPlace => ({ owner, kind: 'conversation-item', parent })
  const ids = async (place: KeptPlace, more: { after?: number; order?: 'desc' } = {}) =>
    (await objects.list(place, { order: 'asc', limit: 10, ...more })).map(({ id }) => id)

  test('are listed in the order in which they came, behind any of them', async () => {
    const place = items('ada', 'c')
    await objects.add(placeOf('ada', 'conversation'), [{ id: 'c', value: {} }])
    const [, second] = await objects.add(place, [
      { id: '1', value: 'a' },
      { id: '2', value: 'b' },
    ])
    objects.addLater(place, [{ id: '3', value: 'c' }])
    await objects.find(placeOf('ada', 'conversation'), 'c')
    expect(await ids(place)).toEqual(['1', '2', '3'])
    expect(await ids(place, { after: second?.position ?? 0 })).toEqual(['3'])
    expect(await ids(place, { after: second?.position ?? 0, order: 'desc' })).toEqual(['1'])
    expect(await ids(items('bob', 'c'))).toEqual([])
    expect(await objects.bytesIn(place)).toBe(3 * '"a"{}'.length)
  })

  test('live for a while after their last use, items as long as their conversation', async () => {
    const place = placeOf('eve', 'conversation')
    await objects.add(place, [
      { id: 'old', value: {} },
      { id: 'used', value: {} },
    ])
    await objects.add(items('eve', 'old'), [{ id: '1', value: 1 }])
    now += day - 1000
    await objects.add(items('eve', 'used'), [{ id: '1', value: 1 }])
    now += 2000
    expect([await objects.find(place, 'old'), (await objects.find(place, 'used'))?.id]).toEqual([undefined, 'used'])
    await store.keptObjects.purge(now)
    expect([await ids(items('eve', 'old')), await ids(items('eve', 'used'))]).toEqual([[], ['1']])
  })

  test('beyond the quota of an owner those go that were not used for longest', async () => {
    const place = placeOf('dan', 'conversation')
    for (const id of ['a', 'b']) {
      await objects.add(place, [{ id, value: {} }])
      await objects.add(items('dan', id), [{ id: '1', value: 'x'.repeat(400) }])
      now += 1000
    }
    await objects.add(items('dan', 'a'), [{ id: '2', value: 'x'.repeat(300) }])
    expect([await ids(place), await ids(items('dan', 'b')), await ids(items('dan', 'a'))]).toEqual([['a'], [], ['1', '2']])
  })

  test('a deleted conversation takes its items along', async () => {
    const place = placeOf('fay', 'conversation')
    await objects.add(place, [{ id: 'c', value: {} }])
    await objects.add(items('fay', 'c'), [{ id: '1', value: 1 }])
    expect([await objects.remove(place, 'c'), await objects.remove(place, 'c'), await ids(items('fay', 'c'))]).toEqual([true, false, []])
  })
})
