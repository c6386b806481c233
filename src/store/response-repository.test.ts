import { openStore, type Store } from './store.js'
import type { KeptResponse, ReferredResponse } from './response-repository.js'

const day = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')

const kept = (id: string, previousId?: string, createdAt = start): KeptResponse => ({
  kind: 'kept',
  owner: 'ada',
  id,
  createdAt,
  expiresAt: createdAt + 30 * day,
  input: JSON.stringify([{ role: 'user', content: `to ${id}` }]),
  reply: JSON.stringify({ id }),
  ...(previousId === undefined ? {} : { previousId }),
})

async function chain(store: Store, owner: string, id: string): Promise<string[]> {
  const ids: string[] = []
  for await (const response of store.responses.load(owner, await store.responses.chainSizes(owner, id))) ids.unshift(response.id)
  return ids
}

describe('stored responses', () => {
  let store: Store
  beforeEach(async () => {
    store = await openStore({ kind: 'memory' })
  })
  afterEach(() => store.close())

  test('come back as they were saved, under their owner alone', async () => {
    const referred: ReferredResponse = {
      kind: 'referred',
      owner: 'ada',
      id: 'r2',
      createdAt: start,
      expiresAt: start + day,
      provider: 'up',
      model: 'x',
    }
    await store.responses.save([kept('r1'), referred])
    expect(await store.responses.find('ada', 'r1', start)).toEqual(kept('r1'))
    expect(await store.responses.find('ada', 'r2', start)).toEqual(referred)
    expect(await store.responses.find('bob', 'r1', start)).toBeUndefined()
    expect(await store.responses.find('ada', 'r3', start)).toBeUndefined()
  })

  test('two owners may have the same id, which a provider gave', async () => {
    await store.responses.save([kept('r1'), { ...kept('r1'), owner: 'bob', reply: '{"id":"other"}' }])
    expect(await store.responses.find('bob', 'r1', start)).toMatchObject({ owner: 'bob', reply: '{"id":"other"}' })
    await store.responses.remove('bob', 'r1')
    expect(await store.responses.find('ada', 'r1', start)).toEqual(kept('r1'))
  })

  test('a saved one replaces what had its id', async () => {
    await store.responses.save([kept('r1')])
    await store.responses.save([{ ...kept('r1'), reply: '{}' }])
    expect(await store.responses.find('ada', 'r1', start)).toMatchObject({ reply: '{}' })
  })

  test('a chain begins with the oldest; branches do not see each other', async () => {
    await store.responses.save([kept('root'), kept('left', 'root'), kept('right', 'root'), kept('leaf', 'left')])
    const ids = (id: string) => chain(store, 'ada', id)
    expect(await ids('leaf')).toEqual(['root', 'left', 'leaf'])
    expect(await ids('right')).toEqual(['root', 'right'])
    expect(await chain(store, 'bob', 'leaf')).toEqual([])
  })

  test('what is deleted is gone by its id, and its items with the last that builds on them', async () => {
    await store.responses.save([kept('root'), kept('leaf', 'root')])
    await store.responses.remove('ada', 'root')
    expect(await store.responses.find('ada', 'root', start)).toBeUndefined()
    expect(await chain(store, 'ada', 'leaf')).toEqual(['root', 'leaf'])
    await store.responses.remove('ada', 'leaf')
    await store.responses.purge(start)
    expect(await store.database.selectFrom('responses').selectAll().execute()).toEqual([])
  })

  test('what has expired cannot be found; its items stay while a younger one needs them', async () => {
    await store.responses.save([kept('root'), kept('leaf', 'root', start + 10 * day)])
    const later = start + 31 * day
    await store.responses.purge(later)
    expect(await store.responses.find('ada', 'root', later)).toBeUndefined()
    expect(await store.responses.find('ada', 'leaf', later)).toBeDefined()
    expect(await chain(store, 'ada', 'leaf')).toEqual(['root', 'leaf'])
    await store.responses.purge(start + 41 * day)
    expect(await store.database.selectFrom('responses').selectAll().execute()).toEqual([])
  })
  test('a chain tells its sizes before it is loaded', async () => {
    await store.responses.save([kept('root'), kept('leaf', 'root')])
    const size = (id: string) => kept(id).input.length + kept(id).reply.length
    expect(await store.responses.chainSizes('ada', 'leaf')).toEqual([
      { id: 'leaf', bytes: size('leaf') },
      { id: 'root', bytes: size('root') },
    ])
  })

  test("an owner's oldest go where there are more bytes than may be, down to nine tenths", async () => {
    const many = Array.from({ length: 250 }, (_, index) => kept(`r${1000 + index}`, undefined, start + index))
    const one = many[0]
    if (one === undefined) throw new Error('no response')
    const size = one.input.length + one.reply.length
    await store.responses.save([...many, { ...kept('other'), owner: 'bob' }])
    expect(await store.responses.removeOldest('ada', 250 * size)).toEqual([])
    const removed = await store.responses.removeOldest('ada', 100 * size)
    expect(removed).toEqual(many.slice(0, 160).map(({ id }) => id))
    expect(await store.responses.find('ada', 'r1159', start)).toBeUndefined()
    expect(await store.responses.find('ada', 'r1160', start)).toBeDefined()
    expect(await store.responses.find('bob', 'other', start)).toBeDefined()
  })
})
