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
