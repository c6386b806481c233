import { timestampOfSecond } from './timestamp.js'

// Some of these are kept in one place, in turn.
test.each([0, 64_000, 128_999, 64_001, 0, 1_798_761_599_999])('%i', (time) => {
  expect(timestampOfSecond(time)).toBe(new Date(time).toISOString().replace(/\.\d+/, ''))
})
