import { headerWaitMs, headerWaitSeconds, maxWaitMs, waitSeconds } from './retry-after.js'

const now = Date.UTC(2026, 0, 1)

test.each<[string | undefined, number | undefined]>([
  ['0', 0],
  ['9', 9000],
  ['1.5', 1500],
  [' 2 ', 2000],
  ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
  ['Thu, 01 Jan 2020 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', maxWaitMs],
  ['9'.repeat(400), maxWaitMs],
  ['99999999', maxWaitMs],
  ['1e308', undefined],
  ['-1', undefined],
  ['Infinity', undefined],
  ['NaN', undefined],
  ['0x10', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('retry-after: %s is %s ms', (text, wait) => {
  expect(headerWaitMs({ 'retry-after': text }, now)).toBe(wait)
})

test('`retry-after-ms` is preferred where it is a number', () => {
  expect(headerWaitMs({ 'retry-after-ms': '20', 'retry-after': '9' }, now)).toBe(20)
  expect(headerWaitMs({ 'retry-after-ms': '1e3', 'retry-after': '9' }, now)).toBe(9000)
  expect(headerWaitMs({ 'retry-after-ms': ['30', '40'] }, now)).toBe(30)
})

test('whole seconds, at least one', () => {
  expect([headerWaitSeconds({ 'retry-after-ms': '20' }), headerWaitSeconds({ 'retry-after': '1.2' })]).toEqual([1, 2])
  expect([waitSeconds('34.4s'), waitSeconds('0'), waitSeconds('1e9s'), waitSeconds(3)]).toEqual([35, 1, undefined, undefined])
})
