import { expect, test } from '@jest/globals'
import { PassedText } from './passed-text.js'

test.each([
  [[], 'abc', 'abc'],
  [['a', 'b'], 'abc', 'c'],
  [['a', 'b'], 'ab', ''],
  [['a', 'b'], 'xbc', ''],
  [['你', '好'], '你好。', '。'],
])('after %j the rest of %s is %j', (pieces, whole, rest) => {
  const passed = new PassedText()
  for (const piece of pieces) passed.add(piece)
  expect(passed.isEmpty).toBe(pieces.length === 0)
  expect(passed.restOf(whole)).toBe(rest)
})

test.each([1, 5, 4095, 16_000])('a long text in pieces of %d characters', (length) => {
  const whole = Array.from({ length: 2000 }, (_, count) => `${count} words. `).join('')
  const passed = new PassedText()
  for (let at = 0; at < 20_000; at += length) passed.add(whole.slice(at, Math.min(20_000, at + length)))
  expect(passed.restOf(whole)).toBe(whole.slice(20_000))
  expect(passed.restOf(whole.slice(1))).toBe('')
})
