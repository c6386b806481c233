import fc from 'fast-check'
import { formatMoney, parseMoney } from './money.js'

test.each([
  ['1.00', 10n ** 24n],
  ['0', 0n],
  ['0.000000000000000000000001', 1n],
  ['999999999999999.5', 9_999_999_999_999_995n * 10n ** 23n],
])('%s is read exactly', (text, amount) => {
  expect(parseMoney(text)).toBe(amount)
})

test.each(['', '-1', '1e3', '.5', '1.', '1.0000000000000000000000001', 'NaN'])('%j is no amount', (text) => {
  expect(() => parseMoney(text)).toThrow(RangeError)
})

test('what is written is read as the same amount, without needless zeros', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (amount) => {
      const text = formatMoney(amount)
      expect(parseMoney(text)).toBe(amount)
      expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
    }),
  )
  expect([formatMoney(-(10n ** 24n)), formatMoney(-1n)]).toEqual(['-1', '-0.000000000000000000000001'])
})
