import { GatewayFailure } from '../../exchange/error.js'
import { dropBody, mayBeParsed, CollectedBytes } from './collected-bytes.js'

const MiB = 1024 * 1024

test.each([
  ['nothing', [], 10],
  ['one piece', [5], 10],
  ['several', [5, 0, 4], 10],
  ['as many bytes as are allowed', [5, 5], 10],
  ['pieces up to a mebibyte', [MiB - 1, 1], 2 * MiB],
  ['more than that', [MiB, 1, 3 * MiB], 5 * MiB],
  ['one large piece', [3 * MiB], 3 * MiB],
  ['very many small pieces', Array.from({ length: 3000 }, () => 1), 5000],
  ['more than is reserved at first', [...Array.from({ length: 9 }, () => 7 * MiB + 3), 9 * MiB], 200 * MiB],
])('%s', (_name, lengths, limit) => {
  const body = new CollectedBytes(limit)
  const pieces = lengths.map((length, index) => Buffer.alloc(length, String(index)))
  for (const piece of pieces) expect(body.add(piece)).toBe(true)
  const whole = body.take()
  expect(whole.length).toBe(lengths.reduce((sum, length) => sum + length, 0))
  expect(whole.equals(Buffer.concat(pieces))).toBe(true)
})

test('of very many small pieces none is kept', () => {
  const body = new CollectedBytes(MiB)
  for (let count = 0; count < 1025; count++) body.add(Buffer.of(1))
  expect(body.copies).toBe(true)
})

test.each([
  ['small', [2, 1, 4]],
  ['very many', Array.from({ length: 2000 }, () => 2)],
  ['large', [MiB, 5]],
])('%s: the last bytes, and all of them followed by others, after which it is empty', (_name, lengths) => {
  const body = new CollectedBytes(2 * MiB)
  const pieces = lengths.map((length, index) => Buffer.alloc(length, String(index)))
  const whole = Buffer.concat(pieces)
  for (const piece of pieces) body.add(piece)
  expect(body.length).toBe(whole.length)
  for (const count of [3, 5, 6]) expect(body.last(count)).toEqual(whole.subarray(-count))
  expect(body.take(Buffer.from('end')).equals(Buffer.concat([whole, Buffer.from('end')]))).toBe(true)
  expect([body.length, body.last(3).length, body.take().length]).toEqual([0, 0, 0])
})

test.each([
  ['small', 10, 6],
  ['large', 4 * MiB, 3 * MiB],
])('a %s one beyond the limit is dropped', (_name, limit, length) => {
  const body = new CollectedBytes(limit)
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
  const collected = new CollectedBytes(4 * MiB)
  collected.add(Buffer.alloc(2 * MiB))
  const [small, large] = [Buffer.from('small'), collected.take()]
  dropBody(small)
  dropBody(large)
  expect([small.toString(), large.length]).toEqual(['small', 0])
})

describe('with memory for so many bytes', () => {
  const memory = (most: number) => ({
    held: 0,
    tryHold(bytes: number) {
      if (this.held + bytes > most) return new GatewayFailure({ kind: 'overloaded', message: 'full' })
      this.held += bytes
      return undefined
    },
    free(bytes: number) {
      this.held -= bytes
    },
  })

  test('a small body takes none, a large one as it grows, also after it was taken', () => {
    const lease = memory(4 * MiB)
    const body = new CollectedBytes(8 * MiB, lease)
    expect([body.add(Buffer.alloc(MiB)), lease.held]).toEqual([true, 0])
    expect([body.add(Buffer.alloc(MiB)), lease.held]).toEqual([true, 2 * MiB])
    expect([body.take().length, lease.held]).toEqual([2 * MiB, 2 * MiB])
    body.freeTaken()
    expect(lease.held).toBe(0)
  })

  test.each([
    ['there is no more', 4 * MiB, true],
    ['it is larger than the limit', 100 * MiB, false],
  ])('it gives all back where %s', (_name, most, isRefused) => {
    const lease = memory(most)
    const body = new CollectedBytes(8 * MiB, lease)
    let added = 0
    while (body.add(Buffer.alloc(MiB))) added++
    expect([added, body.isRefused, lease.held]).toEqual([isRefused ? 4 : 8, isRefused, 0])
  })
})
