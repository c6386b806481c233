import { addMoney, compareMoney, costOfMillion, dollars, enteredMoney, spentShare } from './money.js'

test.each([
  ['0', '$0.00'],
  ['1', '$1.00'],
  ['1234567.505', '$1,234,567.51'],
  ['1.999', '$2.00'],
  ['0.5', '$0.50'],
  ['0.00096', '$0.00096'],
  ['0.000123456', '$0.0001235'],
  ['0.0999999', '$0.10'],
  ['0.123456', '$0.1235'],
  ['0.000000000000000000000052', '$0.000000000000000000000052'],
  ['-2.5', '-$2.50'],
  ['-0.004', '-$0.004'],
  ['123456789012345678.12', '$123,456,789,012,345,678.12'],
])('%s dollars are shown as %s', (text, shown) => {
  expect(dollars(text)).toBe(shown)
})

test('sums and products are exact', () => {
  expect(addMoney('0.1', '0.2', '-0.05')).toBe('0.25')
  expect(addMoney()).toBe('0')
  expect(costOfMillion('3.00', 80)).toBe('0.00024')
  expect(costOfMillion('0.000000000000000001', 3)).toBe('0.000000000000000000000003')
})

test('amounts are compared, not their texts', () => {
  expect(compareMoney('10', '9.99')).toBe(1)
  expect(compareMoney('1.0', '1')).toBe(0)
  expect(compareMoney('-1', '0')).toBe(-1)
})

test.each([
  ['10', '10'],
  [' $ 2.50 ', '2.50'],
  ['', undefined],
  ['-1', undefined],
  ['1,5', undefined],
  ['1e3', undefined],
])('a field with %j has the amount %j', (text, amount) => {
  expect(enteredMoney(text)).toBe(amount)
})

test('the share of a budget stays between none and all', () => {
  expect(spentShare('2.5', '10')).toBe(0.25)
  expect(spentShare('11', '10')).toBe(1)
  expect(spentShare('0', '0')).toBe(1)
})
