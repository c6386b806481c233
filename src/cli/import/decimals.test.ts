import { perMillion } from './decimals.js'

test.each([
  [0.0000025, '2.5'],
  [1.5e-7, '0.15'],
  ['3e-06', '3'],
  [1e-10, '0.0001'],
  [0, '0'],
  [2, '2000000'],
  ['1e2', '100000000'],
  ['0.00000000123456789', '0.00123456789'],
  [-1, undefined],
  ['free', undefined],
  [undefined, undefined],
])('%p a token is %p a million', (one, million) => {
  expect(perMillion(one)).toBe(million)
})
