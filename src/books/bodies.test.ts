import { openStore, type Store } from '../store/store.js'
import { Bodies } from './bodies.js'

let store: Store
let now: number
let troubles: string[]

function open(repository: ConstructorParameters<typeof Bodies>[0]['repository'] = store.bodies): Bodies {
  return new Bodies({
    repository,
    now: () => now,
    onTrouble: (message) => troubles.push(message),
    clean: (text) => text.replace('secret', '[removed]'),
    settings: { keep: true, max_bytes: 20, retention_days: 2 },
  })
}

beforeEach(async () => {
  store = await openStore({ kind: 'memory' })
  now = Date.parse('2026-01-01T00:00:00Z')
  troubles = []
})
afterEach(async () => {
  await store.close()
})

test('the beginning of each, cleaned, until its time is over', async () => {
  const bodies = open()
  bodies.take({ id: 'req_1', request: Buffer.from(`a secret\0${'x'.repeat(40)}`), reply: undefined })
  await bodies.write()
  expect(await store.bodies.find('req_1')).toEqual({ id: 'req_1', keptAt: now, request: 'a [removed]\ufffdxxxxxxxxxxx', reply: null })
  now += 3 * 86_400_000
  await bodies.write()
  expect(await store.bodies.find('req_1')).toBeUndefined()
  await bodies.close()
})

test('a database that cannot be written costs the bodies, and it is said', async () => {
  const bodies = open({ save: () => Promise.reject(new Error('locked')), purge: () => Promise.resolve(false) })
  bodies.take({ id: 'req_1', request: Buffer.from('a'), reply: undefined })
  await bodies.write()
  expect(troubles).toEqual(['bodies of requests could not be kept', 'bodies of requests were not kept'])
  await bodies.close()
})
