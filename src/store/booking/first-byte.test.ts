import { firstByteCounts, firstByteStep, firstByteWithin } from './first-byte.js'

test.each([
  [null, null],
  [0, 0],
  [31, 0],
  [32, 1],
  [45, 1],
  [46, 2],
  [64, 3],
  [1023, 10],
  [1024, 11],
  [65_535, 22],
  [65_536, 23],
  [3_600_000, 23],
])('%s ms until the first content are step %s', (ms, step) => {
  expect(firstByteStep(ms)).toBe(step)
})

const countsOf = (times: readonly number[]): readonly number[] =>
  firstByteCounts.map((_, step) => times.filter((ms) => firstByteStep(ms) === step).length)

test.each([
  { name: 'none', times: [], half: undefined, most: undefined },
  { name: 'one request', times: [800], half: 861, most: 1006 },
  { name: 'few slow ones', times: [...Array<number>(95).fill(300), ...Array<number>(5).fill(4000)], half: 307, most: 362 },
  { name: 'more slow ones', times: [...Array<number>(90).fill(300), ...Array<number>(10).fill(4000)], half: 310, most: 3444 },
  { name: 'all within the first step', times: [1, 2, 3, 4], half: 16, most: 30 },
  { name: 'longer than is told apart', times: [100_000, 200_000], half: 65_536, most: 65_536 },
])('times until the first content: $name', ({ times, half, most }) => {
  const counts = countsOf(times)
  expect([firstByteWithin(0.5, counts), firstByteWithin(0.95, counts)]).toEqual([half, most])
})

test('is within the step of the exact time', () => {
  const times = Array.from({ length: 1000 }, (_, index) => Math.round(40 * 1.007 ** index))
  const counts = countsOf(times)
  for (const part of [0.1, 0.5, 0.9, 0.95, 0.99]) {
    const exact = times[Math.ceil(part * times.length) - 1] ?? 0
    expect(firstByteStep(firstByteWithin(part, counts) ?? 0)).toBe(firstByteStep(exact))
  }
})
