import { dropBody, mayBeParsed, ReplyBody } from './reply-body.js'

const MiB = 1024 * 1024

test.each([
  ['nothing', [], 10],
  ['one piece', [5], 10],
  ['several', [5, 0, 4], 10],
  ['as many bytes as are allowed', [5, 5], 10],
  ['pieces up to a mebibyte', [MiB - 1, 1], 2 * MiB],
  ['more than that', [MiB, 1, 3 * MiB], 5 * MiB],
  ['one large piece', [3 * MiB], 3 * MiB],
  ['more than is reserved at first', [...Array.from({ length: 9 }, () => 7 * MiB + 3), 9 * MiB], 200 * MiB],
])('%s', (_name, lengths, limit) => {
  const body = new ReplyBody(limit)
  const pieces = lengths.map((length, index) => Buffer.alloc(length, String(index)))
  for (const piece of pieces) expect(body.add(piece)).toBe(true)
  const whole = body.take()
  expect(whole.length).toBe(lengths.reduce((sum, length) => sum + length, 0))
  expect(whole.equals(Buffer.concat(pieces))).toBe(true)
})

test.each([
  ['small', 10, 6],
  ['large', 4 * MiB, 3 * MiB],
])('a %s one beyond the limit is dropped', (_name, limit, length) => {
  const body = new ReplyBody(limit)
  expect([body.add(Buffer.alloc(length)), body.add(Buffer.alloc(length))]).toEqual([true, false])
  expect(body.add(Buffer.alloc(1))).toBe(false)
})

test.each([
  ['{}', true],
  ['aaa', true],
  [' \n{', true],
  ['['.padEnd(2 * MiB), true],
  ['a'.repeat(2 * MiB), false],
])('what may be parsed: %.5s', (text, expected) => {
  expect(mayBeParsed(Buffer.from(text))).toBe(expected)
})

test('only the memory of a large body is given back: a small one may share its memory', () => {
  const [small, large] = [Buffer.from('small'), Buffer.alloc(2 * MiB)]
  dropBody(small)
  dropBody(large)
  expect([small.toString(), large.length]).toEqual(['small', 0])
})
