import { JoinedBytes } from './joined-bytes.js'

const pieces = (count: number, size: number): Buffer[] => Array.from({ length: count }, (_, index) => Buffer.alloc(size, index))

test.each([undefined, 3000])('pieces are joined in order, whether or not the size is announced (%s)', (announced) => {
  const joined = new JoinedBytes(10_000, announced)
  for (const piece of pieces(30, 100)) joined.append(piece)
  expect(joined.length).toBe(3000)
  expect(joined.take()).toEqual(Buffer.concat(pieces(30, 100)))
  expect(joined.take()).toEqual(Buffer.alloc(0))
})

test('the memory that is taken is told before: as much as is announced, at once', () => {
  const joined = new JoinedBytes(10_000, 3000)
  const growths: number[] = []
  for (const piece of pieces(30, 100)) {
    growths.push(joined.growth(piece.length))
    joined.append(piece)
  }
  expect(growths).toEqual([3000, ...Array.from({ length: 29 }, () => 0)])
})

test('otherwise it doubles, up to the limit, and a single piece takes no more than itself', () => {
  const joined = new JoinedBytes(1000, undefined)
  const growths: number[] = []
  for (const piece of pieces(10, 100)) {
    growths.push(joined.growth(piece.length))
    joined.append(piece)
  }
  expect(growths).toEqual([100, 100, 200, 0, 400, 0, 0, 0, 200, 0])
  expect(joined.take()).toHaveLength(1000)
})

test('of a large body whose size is not known only what has come counts', () => {
  const MiB = 1024 * 1024
  const joined = new JoinedBytes(32 * MiB, undefined)
  let counted = 0
  for (const piece of pieces(20, MiB)) {
    counted += joined.growth(piece.length)
    joined.append(piece)
    expect(counted).toBe(joined.length)
  }
  expect(joined.take().equals(Buffer.concat(pieces(20, MiB)))).toBe(true)
})

test('dropped bytes are gone', () => {
  const joined = new JoinedBytes(1000, undefined)
  joined.append(Buffer.alloc(100))
  joined.drop()
  joined.drop()
  expect(joined.take()).toHaveLength(0)
})
