import { clientDialects } from '../dialects/registry.js'
import { IssuedIds } from './issued-ids.js'

const objects = {
  referencesIn: () => [{ id: 'file-1', param: '/file', noun: 'File' }],
  marks: ['file'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
} as const

const origin = 'https://one.test'
const other = 'https://two.test'
const at = (...origins: readonly string[]) => origins.map((each) => ({ provider: { origin: each } }))

describe('an id of one owner that a provider elsewhere has written into a reply to another', () => {
  const ids = new IssuedIds({ now: () => 0, lifeMs: 1000, unknown: 'pass', onTrouble: () => undefined })
  ids.note('ada', origin, ['file-1'])
  ids.note('bob', other, ['file-1'])

  test.each([
    ['ada', [origin], true],
    ['bob', [other], true],
    ['bob', [origin], false],
    ['bob', [other, origin], false],
    ['ada', [other], false],
    ['ada', ['https://three.test'], true],
    ['bob', ['https://three.test'], true],
    ['eve', ['https://three.test'], false],
  ])('%s names it to %j: %p', async (owner, origins, passes) => {
    const checked = Promise.resolve(ids.check(owner, at(...origins), objects, {}))
    if (passes) await expect(checked).resolves.toBeUndefined()
    else await expect(checked).rejects.toThrow("File with id 'file-1' not found.")
  })
})

test('an id that many owners have got is known to be of the newest sixteen', async () => {
  const ids = new IssuedIds({ now: () => 0, lifeMs: 1000, unknown: 'pass', onTrouble: () => undefined })
  for (let owner = 0; owner < 17; owner++) ids.note(`owner ${owner}`, origin, ['file-1'])
  await expect(ids.check('owner 0', at(origin), objects, {})).rejects.toThrow("File with id 'file-1' not found.")
  await expect(ids.check('owner 1', at(origin), objects, {})).resolves.toBeUndefined()
  await expect(ids.check('owner 16', at(origin), objects, {})).resolves.toBeUndefined()
})

test('an id that a provider gives to very many stays that of its owner at another provider', async () => {
  const ids = new IssuedIds({ now: () => 0, lifeMs: 1000, unknown: 'pass', onTrouble: () => undefined })
  ids.note('ada', origin, ['file-1'])
  for (let owner = 0; owner < 17; owner++) ids.note(`owner ${owner}`, other, ['file-1'])
  await expect(ids.check('ada', at(origin), objects, {})).resolves.toBeUndefined()
  await expect(ids.check('owner 16', at(origin), objects, {})).rejects.toThrow("File with id 'file-1' not found.")
})

test('a request that names more objects than are checked is refused', async () => {
  const { objectIds } = clientDialects.responses
  const ids = new IssuedIds({ now: () => 0, lifeMs: 1000, unknown: 'pass', onTrouble: () => undefined })
  ids.note('ada', origin, ['file-ada'])
  const request = (own: number) => ({ tools: [{ file_ids: [...Array.from({ length: own }, () => 'file-own'), 'file-ada'] }] })
  await expect(ids.check('bob', at(origin), objectIds, request(9_999))).rejects.toThrow("File with id 'file-ada' not found.")
  await expect(ids.check('bob', at(origin), objectIds, request(10_000))).rejects.toThrow(
    'The request names more than 10000 stored objects.',
  )
})
