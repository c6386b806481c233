import type { PlatformConsoleModel } from '../../../generated/platform/model/index.js'
import { presentPrice, priceArithmetic } from './price-lines.js'

const counted = { input_tokens: 1000, output_tokens: 100, cached_input_tokens: 400, cost_usd: '0.00342' }
const price = { input_usd_per_million: '3.00', output_usd_per_million: '15.00', cached_input_usd_per_million: '0.30' }

test('the parts of the tokens and their prices', () => {
  expect(priceArithmetic(counted, price)).toEqual({
    lines: [
      { what: 'Input', tokens: 600, perMillion: '3.00', cost: '0.0018' },
      { what: 'Input from the cache', tokens: 400, perMillion: '0.30', cost: '0.00012' },
      { what: 'Output', tokens: 100, perMillion: '15.00', cost: '0.0015' },
    ],
    total: '0.00342',
    agrees: true,
  })
})

test('a price that has changed since does not agree', () => {
  const dearer = { ...price, output_usd_per_million: '20' }
  expect(priceArithmetic(counted, dearer)).toMatchObject({ total: '0.00392', agrees: false })
})

const target = (provider: string, input: string) => ({
  ...{ provider, kind: 'openai', model: 'gpt-x', weight: null, breaker: 'closed' as const, recent_failures: null },
  price: { ...price, input_usd_per_million: input },
})
const models: readonly PlatformConsoleModel[] = [
  { name: 'slow', endpoints: [], max_output_tokens: null, context_window: null, modalities: null, targets: [target('openai', '1')] },
  {
    name: 'fast',
    endpoints: [],
    max_output_tokens: null,
    context_window: null,
    modalities: null,
    targets: [target('backup', '2'), target('openai', '5')],
  },
]

test.each([
  ['that of its model goes first', { model: 'fast', provider: 'openai', upstream_model: 'gpt-x' }, '5'],
  ['an alias has that of any model with the target', { model: 'quick', provider: 'backup', upstream_model: 'gpt-x' }, '2'],
  ['a target that is gone', { model: 'fast', provider: 'gone', upstream_model: 'gpt-x' }, undefined],
])('%s', (_name, request, input) => {
  expect(presentPrice(request, models)?.input_usd_per_million).toBe(input)
})
