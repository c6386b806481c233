import fc from 'fast-check'
import type { PriceSettings } from '../config/price-settings.js'
import { formatMoney, parseMoney } from './money.js'
import { costOf, priceAt, priceOf } from './price.js'
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
    'generated audio and images',
    { ...usage, audioOutputTokens: 50, imageOutputTokens: 50 },
    { audio_output_per_million_usd: '80', image_output_per_million_usd: '40' },
    '0.009',
  ],
  [
    'the only service tier that has a price of its own',
    { ...usage, serviceTier: 'priority' },
    { service_tiers: { priority: { input_per_million_usd: '6.00', output_per_million_usd: '30.00' } } },
    '0.009',
  ],
  ['each request', usage, { request_usd: '0.01' }, '0.0145'],
  [
    'audio from the cache has a price of its own',
    { inputTokens: 100, audioInputTokens: 80, cachedInputTokens: 50, cachedAudioInputTokens: 30 },
    {
      audio_input_per_million_usd: '32',
      cached_input_per_million_usd: '0.30',
      cached_audio_input_per_million_usd: '0.40',
    },
    '0.001618',
  ],
  [
    'else that of cached text',
    { inputTokens: 100, audioInputTokens: 80, cachedInputTokens: 50, cachedAudioInputTokens: 30 },
    { audio_input_per_million_usd: '32', cached_input_per_million_usd: '0.30' },
    '0.001615',
  ],
  [
    'pictures from the cache: at their own price',
    { inputTokens: 100, imageInputTokens: 80, cachedInputTokens: 50, cachedImageInputTokens: 30 },
    { image_input_per_million_usd: '8', cached_input_per_million_usd: '0.30', cached_image_input_per_million_usd: '2' },
    '0.000466',
  ],
  [
    'else at that of cached text',
    { inputTokens: 100, imageInputTokens: 80, cachedInputTokens: 50, cachedImageInputTokens: 30 },
    { image_input_per_million_usd: '8', cached_input_per_million_usd: '0.30' },
    '0.000415',
  ],
  [
    'more pictures from the cache than were cached, beside sound: the rest is not paid',
    { inputTokens: 50, cachedInputTokens: 50, cachedAudioInputTokens: 20, cachedImageInputTokens: 40 },
    { cached_input_per_million_usd: '1', cached_audio_input_per_million_usd: '2', cached_image_input_per_million_usd: '4' },
    '0.00016',
  ],
  [
    'where nothing is said of the cache, it costs what audio does',
    { inputTokens: 9, audioInputTokens: 9, cachedInputTokens: 9, cachedAudioInputTokens: 9 },
    { audio_input_per_million_usd: '32' },
    '0.000288',
  ],
  [
    'images from the cache have a price of their own',
    { inputTokens: 100, imageInputTokens: 80, cachedInputTokens: 50, cachedImageInputTokens: 30 },
    { image_input_per_million_usd: '10', cached_input_per_million_usd: '0.30', cached_image_input_per_million_usd: '2' },
    '0.000566',
  ],
  ['generated images', { images: 3 }, { image_usd: '0.04' }, '0.12'],
  [
    'by size and quality',
    { images: 2, imageSize: '1024x1536', imageQuality: 'high' },
    {
      image_usd: '0.04',
      images: [
        { size: '1024x1536', quality: 'low', usd: '0.016' },
        { size: '1024x1536', usd: '0.25' },
        { quality: 'high', usd: '0.17' },
      ],
    },
    '0.5',
  ],
  [
    'a picture that no entry fits',
    { images: 1, imageSize: '512x512' },
    { image_usd: '0.04', images: [{ size: '1024x1536', usd: '0.25' }] },
    '0.04',
  ],
  ['sound by its length', { audioInputSeconds: 12.5 }, { audio_input_per_hour_usd: '0.36' }, '0.00125'],
  ['an hour costs what an hour costs', { audioInputSeconds: 3600 }, { audio_input_per_hour_usd: '0.04' }, '0.04'],
  ['a length that is none costs nothing', { audioInputSeconds: Infinity }, { audio_input_per_hour_usd: '0.04' }, '0'],
  ['characters', { characters: 40 }, { characters_per_million_usd: '15' }, '0.0006'],
  ['searches', { webSearchRequests: 2, searchUnits: 1 }, { search_usd: '0.01' }, '0.03'],
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

describe('long prompts', () => {
  const above = [
    { input_tokens: 1_000, input_per_million_usd: '6' },
    { input_tokens: 10_000, input_per_million_usd: '12', output_per_million_usd: '30' },
  ]
  test.each<[string, Usage, string]>([
    ['up to the length', { inputTokens: 1_000, outputTokens: 1 }, '0.003015'],
    ['above it the whole request', { inputTokens: 1_001, outputTokens: 1 }, '0.006021'],
    ['cached tokens count', { inputTokens: 1_001, cachedInputTokens: 1_001 }, '0.006006'],
    ['the longest that fits', { inputTokens: 10_001, outputTokens: 1 }, '0.120042'],
  ])('%s', (_name, used, expected) => {
    expect(cost(used, { above })).toBe(expected)
  })
})

describe('service tiers', () => {
  const tiers: Partial<PriceSettings> = {
    above: [{ input_tokens: 5_000, input_per_million_usd: '6' }],
    service_tiers: {
      flex: { input_per_million_usd: '1.5', output_per_million_usd: '7.5', above: [{ input_tokens: 5_000, input_per_million_usd: '2' }] },
      priority: { input_per_million_usd: '4' },
      fast: { input_per_million_usd: '20' },
    },
  }
  test.each<[string, Usage, string]>([
    ['that which the provider names', { ...usage, serviceTier: 'flex' }, '0.00225'],
    ['what it leaves out is as usual', { ...usage, serviceTier: 'priority' }, '0.0055'],
    ['long prompts of a tier', { inputTokens: 10_000, serviceTier: 'flex' }, '0.02'],
    ['long prompts of a tier that says nothing of them', { inputTokens: 10_000, serviceTier: 'priority' }, '0.06'],
    ['one without a price costs what the usual one does', { ...usage, serviceTier: 'constructor' }, '0.0045'],
    ['speed goes first', { ...usage, serviceTier: 'priority', speed: 'fast' }, '0.0215'],
  ])('%s', (_name, used, expected) => {
    expect(cost(used, tiers)).toBe(expected)
  })
})

describe('dates of effect', () => {
  const price = priceOf({
    ...base,
    cached_input_per_million_usd: '0.3',
    changes: [
      { from: '2030-03-01T00:00:00+01:00', output_per_million_usd: '20' },
      { from: '2030-01-01', input_per_million_usd: '2' },
    ],
  })
  test.each([
    ['2029-12-31T23:59:59.999Z', '0.00342'],
    ['2030-01-01T00:00:00.000Z', '0.00282'],
    ['2030-02-28T23:00:00.000Z', '0.00332'],
  ])('at %s', (time, expected) => {
    expect(formatMoney(costOf(priceAt(price, Date.parse(time)), { ...usage, cachedInputTokens: 400 }))).toBe(expected)
  })
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
      expect(costOf(price, used) <= price.rates.dearestInput * BigInt(tokens)).toBe(true)
    }),
  )
})
