import { openStore, type Store } from '../../store/store.js'
import { KeptResponses, type KeptResponsesOptions } from './kept-responses.js'

const day = 86_400_000

let now = 0
let store: Store
let troubles: string[]
beforeEach(async () => {
  now = Date.parse('2026-01-01T00:00:00Z')
  store = await openStore({ kind: 'memory' })
  troubles = []
})
afterEach(() => store.close())

const keptIn = (options: Partial<KeptResponsesOptions> = {}): KeptResponses =>
  new KeptResponses({
    now: () => now,
    lifeMs: 30 * day,
    capacityBytes: 1_000_000,
    quotaBytes: 1_000_000,
    believedMs: Infinity,
    onTrouble: (message) => troubles.push(message),
    ...options,
  })

const response = (id: string, previousId?: string) => ({
  owner: 'ada',
  id,
  input: `to ${id}`,
  reply: { id, output: [] },
  ...(previousId === undefined ? {} : { previousId }),
})

const idsOf = async (kept: KeptResponses, id: string): Promise<string[] | undefined> => {
  const found = await kept.find('ada', id)
  return found?.kind === 'kept' ? (await kept.turns(found, () => undefined))?.turns.map((turn) => turn.id) : undefined
}

describe('kept responses', () => {
  test('are found at once, before anything is written', async () => {
    const kept = keptIn({ repository: store.responses })
    kept.keep(response('r1'))
    expect(await kept.find('ada', 'r1')).toMatchObject({
      kind: 'kept',
      input: '[{"type":"message","role":"user","content":[{"type":"input_text","text":"to r1"}]}]',
      reply: '{"id":"r1","output":[]}',
    })
    expect(await store.responses.find('ada', 'r1', now)).toBeUndefined()
    await kept.flush()
    expect(await store.responses.find('ada', 'r1', now)).toBeDefined()
  })

  test('are written by themselves within a moment', async () => {
    const kept = keptIn({ repository: store.responses })
    kept.keep(response('r1'))
    kept.refer('ada', 'up1', 'provider', 'model')
    // The test ends at its time limit where they are not.
    while ((await store.responses.find('ada', 'r1', now)) === undefined) await new Promise(setImmediate)
    expect(await store.responses.find('ada', 'up1', now)).toMatchObject({ kind: 'referred', provider: 'provider', model: 'model' })
  })

  test('are unknown to others and after their time', async () => {
    const kept = keptIn({ repository: store.responses })
    kept.keep(response('r1'))
    expect(await kept.find('bob', 'r1')).toBeUndefined()
    now += 30 * day
    expect(await kept.find('ada', 'r1')).toBeUndefined()
  })

  test('come with all their turns from memory, from the database, and from both', async () => {
    const first = keptIn({ repository: store.responses })
    first.keep(response('root'))
    first.keep(response('middle', 'root'))
    expect(await idsOf(first, 'middle')).toEqual(['root', 'middle'])
    await first.close()
    const second = keptIn({ repository: store.responses })
    expect(await idsOf(second, 'middle')).toEqual(['root', 'middle'])
    second.keep(response('leaf', 'middle'))
    expect(await idsOf(second, 'leaf')).toEqual(['root', 'middle', 'leaf'])
  })

  test.each([true, false])('that are deleted are gone, and stay in what builds on them (database: %s)', async (database) => {
    const kept = keptIn(database ? { repository: store.responses } : {})
    kept.keep(response('root'))
    kept.keep(response('leaf', 'root'))
    await kept.forget('ada', 'root')
    expect(await kept.find('ada', 'root')).toBeUndefined()
    expect(await idsOf(kept, 'leaf')).toEqual(['root', 'leaf'])
    expect(await kept.find('ada', 'root')).toBeUndefined()
  })

  test('that another process deleted are not believed for long', async () => {
    const kept = keptIn({ repository: store.responses, believedMs: 1000 })
    kept.keep(response('r1'))
    await kept.flush()
    await store.responses.remove('ada', 'r1')
    expect(await kept.find('ada', 'r1')).toBeDefined()
    now += 1001
    expect(await kept.find('ada', 'r1')).toBeUndefined()
  })

  test('without a database: the newest that fit; one whose beginning is lost cannot be continued', async () => {
    const kept = keptIn({ capacityBytes: 1500 })
    kept.keep(response('root'))
    kept.keep(response('leaf', 'root'))
    await kept.flush()
    expect(await idsOf(kept, 'leaf')).toEqual(['root', 'leaf'])
    kept.keep(response('other'))
    await kept.flush()
    kept.keep(response('another'))
    await kept.flush()
    expect(await kept.find('ada', 'another')).toBeDefined()
    expect(await idsOf(kept, 'root')).toBeUndefined()
  })

  test('wait for a database that fails, are found meanwhile, and are written when it is back', async () => {
    const save = store.responses.save.bind(store.responses)
    store.responses.save = () => Promise.reject(new Error('disk full'))
    const kept = keptIn({ repository: store.responses })
    kept.keep(response('r1'))
    await kept.flush()
    expect(troubles).toEqual(['stored responses wait for the database'])
    expect(await kept.find('ada', 'r1')).toBeDefined()
    store.responses.save = save
    await kept.flush()
    expect(await store.responses.find('ada', 'r1', now)).toBeDefined()
  })
})

test('a conversation tells its size before its older turns are loaded', async () => {
  const first = keptIn({ repository: store.responses })
  first.keep(response('r1'))
  first.keep(response('r2', 'r1'))
  await first.flush()
  const kept = keptIn({ repository: store.responses })
  const found = await kept.find('ada', 'r2')
  if (found?.kind !== 'kept') throw new Error('not kept')
  const sizes: number[] = []
  const history = await kept.turns(found, (bytes) => sizes.push(bytes))
  expect(sizes).toEqual([history?.bytes])
  expect(history?.bytes).toBe(history?.turns.reduce((sum, { input, reply }) => sum + input.length + reply.length, 0))
  await expect(
    kept.turns(found, () => {
      throw new Error('too much')
    }),
  ).rejects.toThrow('too much')
})

test("an owner's oldest responses go beyond the quota", async () => {
  const kept = keptIn({ repository: store.responses, quotaBytes: 1000 })
  for (let index = 0; index < 20; index++) {
    now += 1000
    kept.keep(response(`r${index}`))
    await kept.flush()
  }
  expect(await kept.find('ada', 'r0')).toBeUndefined()
  expect(await kept.find('ada', 'r19')).toBeDefined()
})
