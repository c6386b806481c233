import { IssuedIds } from './issued-ids.js'

const objects = {
  referencesIn: () => [{ id: 'file-1', param: '/file', noun: 'File' }],
  marks: ['file'],
  unknown: { kind: 'invalid_request', code: 'not_found' },
  issued: true,
} as const

test('an id that many owners have got is known to be of the newest sixteen', async () => {
  const ids = new IssuedIds({ now: () => 0, lifeMs: 1000, unknown: 'pass', onTrouble: () => undefined })
  for (let owner = 0; owner < 17; owner++) ids.note(`owner ${owner}`, ['file-1'])
  await expect(ids.check('owner 0', objects, {})).rejects.toThrow("File with id 'file-1' not found.")
  await expect(ids.check('owner 1', objects, {})).resolves.toBeUndefined()
  await expect(ids.check('owner 16', objects, {})).resolves.toBeUndefined()
})
