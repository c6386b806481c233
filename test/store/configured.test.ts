import { ChangedMeanwhile } from '../../src/store/changed-meanwhile.js'
import type { ConfiguredRow } from '../../src/store/configured-repository.js'
import type { Store } from '../../src/store/store.js'
import { engines, newStores } from './new-stores.js'

const newStore = newStores('configured')

const now = Date.parse('2026-02-01T12:00:00Z')
const row: ConfiguredRow = {
  id: 'prv_1',
  name: 'own',
  version: 1,
  createdAt: now,
  settings: '{"kind":"openai"}',
  secrets: '{"/api_key":"AQ=="}',
}

describe.each(engines)('%s', (engine) => {
  let store: Store
  beforeEach(async () => {
    store = await newStore(engine)
  }, 60_000)
  afterEach(async () => {
    await store.close()
  })

  test.each(['providers', 'models'] as const)('%s are as they were, in the order in which they were made', async (table) => {
    const repository = store[table]
    const later = { ...row, id: 'prv_0', name: 'later', createdAt: now + 1 }
    await repository.add(later)
    await repository.add(row)
    await expect(repository.add({ ...row, id: 'prv_2' })).rejects.toThrow()
    expect(await repository.all()).toEqual([row, later])
    const before = await store.tokens.revision()
    const changed = { ...row, version: 2, settings: '{"kind":"groq"}', secrets: '{}' }
    await repository.change(changed)
    expect(await store.tokens.revision()).not.toBe(before)
    await expect(repository.change(changed)).rejects.toBeInstanceOf(ChangedMeanwhile)
    await expect(repository.remove(row)).rejects.toBeInstanceOf(ChangedMeanwhile)
    expect(await repository.all()).toEqual([changed, later])
    await repository.remove(changed)
    expect(await repository.all()).toEqual([later])
  })

  test('another secret_key is refused where a sealed secret would not open', async () => {
    const [first, second] = ['s'.repeat(32), 't'.repeat(32)]
    expect(await store.isUnder(first)).toBe(true)
    await store.providers.add({ ...row, secrets: '{}' })
    expect(await store.isUnder(second)).toBe(true)
    await store.providers.change({ ...row, version: 2 })
    expect([await store.isUnder(first), await store.isUnder(second)]).toEqual([false, true])
  })
})
