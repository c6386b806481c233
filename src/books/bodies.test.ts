import { openStore, type Store } from '../store/store.js'
import { Bodies } from './bodies.js'

let store: Store
let now: number
let troubles: string[]

function open(repository: ConstructorParameters<typeof Bodies>[0]['repository'] = store.bodies, maxBytes = 20): Bodies {
  return new Bodies({
    repository,
    now: () => now,
    onTrouble: (message) => troubles.push(message),
    clean: (text) => text.replace('secret', '[removed]'),
    settings: { keep: true, max_bytes: maxBytes, retention_days: 2 },
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
  bodies.take({
    id: 'req_1',
    request: Buffer.from(`a secret\0${'x'.repeat(40)}`),
    reply: undefined,
    trace: `{"body":"sk-${'a'.repeat(30)}"}`,
  })
  await bodies.write()
  expect(await store.bodies.find('req_1')).toEqual({
    id: 'req_1',
    keptAt: now,
    request: 'a [removed]\ufffdxxxxxxxxxxx',
    reply: null,
    trace: `{"body":"sk-${'a'.repeat(9)}…"}`,
  })
  now += 3 * 86_400_000
  await bodies.write()
  expect(await store.bodies.find('req_1')).toBeUndefined()
  await bodies.close()
})

test('a database that cannot be written costs the bodies, and it is said', async () => {
  const bodies = open({ save: () => Promise.reject(new Error('locked')), purge: () => Promise.resolve(false) })
  bodies.take({ id: 'req_1', request: Buffer.from('a'), reply: undefined, trace: '{}' })
  await bodies.write()
  expect(troubles).toEqual(['bodies of requests could not be kept', 'bodies of requests were not kept'])
  await bodies.close()
})

test('at most 32 Mi characters wait for the database; what has been written makes room', async () => {
  const saved: string[] = []
  const save = (bodies: readonly { readonly id: string }[]): Promise<void> => {
    for (const { id } of bodies) saved.push(id)
    return Promise.resolve()
  }
  const bodies = open({ save, purge: () => Promise.resolve(false) }, 16 * 1024 * 1024)
  const half = Buffer.alloc(16 * 1024 * 1024, 'x')
  bodies.take({ id: 'req_1', request: half, reply: undefined, trace: '' })
  bodies.take({ id: 'req_2', request: undefined, reply: half, trace: '' })
  bodies.take({ id: 'req_3', request: Buffer.from('a'), reply: undefined, trace: '' })
  await bodies.write()
  expect([saved, troubles]).toEqual([['req_1', 'req_2'], ['bodies of requests were not kept']])
  bodies.take({ id: 'req_4', request: Buffer.from('a'), reply: undefined, trace: '' })
  await bodies.close()
  expect(saved.at(-1)).toBe('req_4')
})
