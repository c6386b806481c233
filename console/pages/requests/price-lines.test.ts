import { priceArithmetic } from './price-lines.js'

const counted = {
  input_tokens: 1000,
  output_tokens: 100,
  cached_input_tokens: 400,
  cache_write_input_tokens: 0,
  reasoning_output_tokens: 60,
  cost_usd: '0.00432',
}
const price = { input_per_million_usd: '3.00', output_per_million_usd: '15.00', cached_input_per_million_usd: '0.30' }

test('the parts of the tokens and their prices', () => {
  const { lines, ...rest } = priceArithmetic({ ...counted, cost_usd: '0.00342' }, price)
  expect(lines).toEqual([
    { what: 'Input', tokens: 600, perMillion: '3.00', cost: '0.0018' },
    { what: 'Input from the cache', tokens: 400, perMillion: '0.30', cost: '0.00012' },
    { what: 'Output', tokens: 40, perMillion: '15.00', cost: '0.0006' },
    { what: 'Reasoning', tokens: 60, perMillion: '15.00', cost: '0.0009' },
  ])
  expect(rest).toEqual({ perRequest: '0', total: '0.00342', agrees: true })
})

test('a price that has changed since does not agree', () => {
  expect(priceArithmetic(counted, { ...price, request_usd: '0.01' })).toMatchObject({ perRequest: '0.01', total: '0.01342', agrees: false })
})
