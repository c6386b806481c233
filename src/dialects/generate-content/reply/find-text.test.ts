import { expect, test } from '@jest/globals'
import { findText } from './find-text.js'

test.each([
  ['abcabd', 'abd'],
  ['aabaabaaa', 'aabaaa'],
  ['aaab', 'ab'],
  ['abab', 'abab'],
  ['héllo wörld', 'wör'],
  ['a😀b', '😀b'],
  ['abc', 'abd'],
  ['ab', 'abc'],
  ['abc', ''],
  ['', ''],
])('in %j is %j where indexOf finds it', (whole, text) => {
  expect(findText(whole, text)).toBe(whole.indexOf(text))
})

test('the time does not grow with the product of both lengths', () => {
  const milliseconds = (length: number): number => {
    const [whole, text] = ['a'.repeat(2 * length), `b${'a'.repeat(length)}`]
    const { user } = process.cpuUsage()
    expect(findText(whole, text)).toBe(-1)
    return process.cpuUsage({ user, system: 0 }).user / 1000
  }
  milliseconds(100_000)
  // By comparing at each place it would be a hundred times as long for ten times the length: twenty seconds here.
  expect(milliseconds(1_000_000)).toBeLessThan(1000)
})
