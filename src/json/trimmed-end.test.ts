import { isZero, trimmedEnd } from './trimmed-end.js'

test.each([
  ['100', '1'],
  ['101', '101'],
  ['000', ''],
  ['', ''],
])('%j without zeros at its end is %j', (text, trimmed) => {
  expect(trimmedEnd(text, isZero)).toBe(trimmed)
})
