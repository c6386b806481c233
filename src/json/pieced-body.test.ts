import { patchedInPieces, patchTopLevel } from './body-patch.js'
import { PiecedBody } from './pieced-body.js'

const bytes = Buffer.from(`{"model":"m","messages":["${'x'.repeat(600_000)}"]}`)

test.each([
  ['a longer value', { model: '"much-longer"' }],
  ['a shorter value', { model: '""' }],
])('%s: the bytes are those of the copy, in short pieces', (_name, values) => {
  const body = patchedInPieces(bytes, values)
  const copy = patchTopLevel(bytes, values, true)
  if (!(body instanceof PiecedBody)) throw new Error('copied')
  expect(body.length).toBe(copy.length)
  expect(body.joined().equals(copy)).toBe(true)
  const pieces = [...body]
  expect(Buffer.concat(pieces).equals(copy)).toBe(true)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024)
  expect(Math.max(...[...body].map(({ buffer }) => (buffer === bytes.buffer ? 1 : 0)))).toBe(1)
})

test.each([
  ['the value is the same', bytes, { model: '"m"' }],
  ['another member comes first', Buffer.from('{"stream":true,"model":"m"}'), { model: '"x"' }],
  ['there are more values', bytes, { model: '"x"', stream: 'true' }],
  ['there are none', bytes, {}],
])('where %s it is what a patch returns', (_name, before, values) => {
  expect(patchedInPieces(before, values)).toEqual(patchTopLevel(before, values, true))
})

test.each([
  [0, ''],
  [2, 'ab'],
  [4, 'abcd'],
  [9, 'abcdef'],
])('%i bytes from its beginning', (count, text) => {
  expect(new PiecedBody([Buffer.from('abc'), Buffer.from('def')]).beginning(count).toString()).toBe(text)
})
