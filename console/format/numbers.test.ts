import { changeOf, count, counted, duration, share, shortCount } from './numbers.js'

test('numbers have commas', () => {
  expect(count(1234567)).toBe('1,234,567')
  expect([counted(0, 'token'), counted(1, 'token'), counted(2000, 'token')]).toEqual(['0 tokens', '1 token', '2,000 tokens'])
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1k'],
  [12_345, '12.3k'],
  [999_960, '1M'],
  [4_560_000, '4.56M'],
  [123_456_789, '123M'],
  [7_000_000_000, '7G'],
  [-1500, '-1.5k'],
])('%d is %s in a narrow place', (value, text) => {
  expect(shortCount(value)).toBe(text)
})

test.each([
  [0, '0 ms'],
  [812.4, '812 ms'],
  [999.6, '1 s'],
  [2104, '2.1 s'],
  [12_340, '12.3 s'],
  [59_960, '1 min'],
  [185_000, '3 min 5 s'],
  [7_800_000, '2 h 10 min'],
  [3_599_900, '1 h'],
])('%d milliseconds are %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text)
})

test.each([
  [0, 0, '–'],
  [0, 10, '0%'],
  [1, 100_000, '<0.1%'],
  [3, 1000, '0.3%'],
  [1, 3, '33%'],
])('%d of %d are %s', (part, all, text) => {
  expect(share(part, all)).toBe(text)
})

test.each([
  [0, 0, { kind: 'none' }],
  [5, 0, { kind: 'new' }],
  [100, 100, { kind: 'same' }],
  [112, 100, { kind: 'up', percent: '12%' }],
  [50, 100, { kind: 'down', percent: '50%' }],
  [99_999, 1, { kind: 'up', percent: '>999%' }],
])('%d after %d', (now, before, change) => {
  expect(changeOf(now, before)).toEqual(change)
})
