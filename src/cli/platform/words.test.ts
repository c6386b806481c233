// What the words of commands stand for, and how their results are written.
import { durationMs } from './duration.js'
import { dollars, expiryOf, namesOf, wholeNumber } from './limits.js'
import { alignedText, csvText } from './table.js'

test.each([
  ['90s', 90_000],
  ['15m', 900_000],
  ['2h', 7_200_000],
  ['30d', 2_592_000_000],
  ['4w', 2_419_200_000],
])('%s is a time', (text, milliseconds) => {
  expect(durationMs(text)).toBe(milliseconds)
})

test.each(['', '1', 'd', '1.5h', '-1d', '1y', '1 d', '1234567d'])('%j is no time', (text) => {
  expect(() => durationMs(text)).toThrow('expected a time such as 15m, 2h or 30d')
})

test('amounts, lists, dates and numbers', () => {
  expect(['20', '20usd', '20.50 USD', undefined].map(dollars)).toEqual(['20', '20', '20.50', undefined])
  expect(namesOf('a, b,c')).toEqual(['a', 'b', 'c'])
  expect(expiryOf('2030-01-01')).toBe('2030-01-01T00:00:00.000Z')
  expect(Math.abs(Date.parse(expiryOf('1h') ?? '') - Date.now() - 3_600_000)).toBeLessThan(1000)
  expect(() => expiryOf('soon')).toThrow('--expires takes a time such as 30d or 2030-01-01')
  expect(wholeNumber('--rpm', '60')).toBe(60)
  expect(() => wholeNumber('--rpm', '6.5')).toThrow('--rpm takes a whole number')
})

test('numbers stand at the right, and no cell writes to the terminal', () => {
  const table = {
    columns: ['name', 'n'],
    rows: [
      ['a\u001b[31m\u009b', 1],
      ['b', 10],
    ],
  }
  expect(alignedText(table)).toBe('name      n\na\ufffd[31m\ufffd   1\nb        10\n')
  expect(csvText({ columns: ['a', 'b'], rows: [['=1', null]] })).toBe("a,b\n'=1,\n")
})
