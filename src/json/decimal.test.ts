import { parseExactly } from './exact-numbers.js'
import { plainDecimal, sumOf } from './decimal.js'

test.each([
  ['0.00014', '0.00014'],
  ['1.4e-5', '0.000014'],
  ['1.4E+2', '140'],
  ['0', '0'],
  ['0.10', '0.1'],
  ['12', '12'],
  ['0.000123456789012345678901', '0.000123456789012345678901'],
  ['0.0001234567890123456789019', '0.000123456789012345678901'],
  ['123456.5', '123456.5'],
  ['1e-30', '0'],
  ['1234567', undefined],
  ['1e300', undefined],
  // More characters than an amount of money has.
  [`0.${'1'.repeat(60)}`, undefined],
  ['-1', undefined],
  ['"1"', undefined],
  ['null', undefined],
  ['{"rawJSON":"1"}', undefined],
])('%s is %s', (json, expected) => {
  expect(plainDecimal(parseExactly(json))).toBe(expected)
})

test('sums are exact', () => {
  expect(sumOf(['0.1', '0.2', '1', '0.000000000000000000000001'])).toBe('1.300000000000000000000001')
})
