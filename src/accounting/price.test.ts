import fc from 'fast-check'
import type { PriceSettings } from '../config/configuration.js'
import { formatMoney, parseMoney } from './money.js'
import { costOf, dearest, priceOf } from './price.js'
import type { Usage } from '../exchange/usage.js'

const base: PriceSettings = { input_per_million_usd: '3.00', output_per_million_usd: '15.00' }
const cost = (usage: Usage, more: Partial<PriceSettings> = {}): string => formatMoney(costOf(priceOf({ ...base, ...more }), usage))

const usage: Usage = { inputTokens: 1000, outputTokens: 100 }
const cases: [string, Usage, Partial<PriceSettings>, string][] = [
  ['input and output', usage, {}, '0.0045'],
  ['cached input is a part of the input', { ...usage, cachedInputTokens: 400 }, { cached_input_per_million_usd: '0.30' }, '0.00342'],
  ['without a price of its own it costs what input does', { ...usage, cachedInputTokens: 400 }, {}, '0.0045'],
  [
    'cache writes, of which some for an hour',
    { ...usage, cacheWriteInputTokens: 500, cacheWrite1hInputTokens: 200 },
    { cache_write_per_million_usd: '3.75', cache_write_1h_per_million_usd: '6' },
    '0.005325',
  ],
  [
    'an hour costs what other writes do',
    { ...usage, cacheWriteInputTokens: 500, cacheWrite1hInputTokens: 200 },
    { cache_write_per_million_usd: '3.75' },
    '0.004875',
  ],
  [
    'sound and pictures read',
    { ...usage, audioInputTokens: 100, imageInputTokens: 10 },
    { audio_input_per_million_usd: '40', image_input_per_million_usd: '8' },
    '0.00825',
  ],
  ['reasoning', { ...usage, reasoningOutputTokens: 60 }, { reasoning_per_million_usd: '30' }, '0.0054'],
  [
    'sound and pictures made',
    { ...usage, audioOutputTokens: 50, imageOutputTokens: 50 },
    { audio_output_per_million_usd: '80', image_output_per_million_usd: '40' },
    '0.009',
  ],
  ['each request', usage, { request_usd: '0.01' }, '0.0145'],
  [
    'odd prices are exact',
    { inputTokens: 3, outputTokens: 7 },
    { input_per_million_usd: '0.000000000000000001', output_per_million_usd: '1.000000000000000007' },
    '0.000007000000000000000052',
  ],
  ['what is no count costs nothing', { inputTokens: -5, outputTokens: 1.5 }, {}, '0'],
  [
    'details above their total cost themselves, never less than nothing',
    { inputTokens: 10, cachedInputTokens: 20 },
    { cached_input_per_million_usd: '1' },
    '0.00002',
  ],
]
test.each(cases)('%s', (_name, used, more, expected) => {
  expect(cost(used, more)).toBe(expected)
})

const amount = fc.tuple(fc.nat(10 ** 6), fc.nat(10 ** 9)).map(([whole, part]) => `${whole}.${String(part).padStart(18, '0')}`)

test('the cost of any requests is that of their tokens together, to the last digit', () => {
  fc.assert(
    fc.property(amount, amount, fc.array(fc.tuple(fc.nat(10 ** 7), fc.nat(10 ** 6)), { maxLength: 50 }), (input, output, counts) => {
      const price = priceOf({ input_per_million_usd: input, output_per_million_usd: output })
      const sum = counts.reduce((total, [read, written]) => total + costOf(price, { inputTokens: read, outputTokens: written }), 0n)
      const [reads, writes] = counts.reduce(([one, other], [read, written]) => [one + BigInt(read), other + BigInt(written)], [0n, 0n])
      expect(sum * 1_000_000n).toBe(parseMoney(input) * reads + parseMoney(output) * writes)
    }),
  )
})

test('no usage costs more than its tokens at the dearest prices', () => {
  const part = fc.option(amount, { nil: undefined })
  fc.assert(
    fc.property(amount, part, part, part, fc.nat(1000), fc.double({ min: 0, max: 1 }), (input, cached, write, hour, tokens, share) => {
      const price = priceOf({
        input_per_million_usd: input,
        output_per_million_usd: '0',
        ...(cached === undefined ? {} : { cached_input_per_million_usd: cached }),
        ...(write === undefined ? {} : { cache_write_per_million_usd: write }),
        ...(hour === undefined ? {} : { cache_write_1h_per_million_usd: hour }),
      })
      const read = Math.floor(tokens * share)
      const used = {
        inputTokens: tokens,
        cachedInputTokens: read,
        cacheWriteInputTokens: tokens - read,
        cacheWrite1hInputTokens: tokens - read,
      }
      expect(costOf(price, used) <= dearest(price).input * BigInt(tokens)).toBe(true)
    }),
  )
})
