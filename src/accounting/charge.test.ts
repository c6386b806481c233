import { chargeFor, type Work } from './charge.js'
import { priceOf } from './price.js'

const price = priceOf({ input_per_million_usd: '1', output_per_million_usd: '10', request_usd: '0.5' })
const work: Work = { price, usage: undefined, contentBytes: 0, end: 'cut', textBytes: () => 401 }
const token = 10n ** 18n
const half = 5n * 10n ** 23n

const cases: [string, Partial<Work>, string, object, bigint, string?][] = [
  [
    'the final usage stands, cut or not',
    { usage: { inputTokens: 5, outputTokens: 7 }, contentBytes: 99 },
    'provider',
    { inputTokens: 5, outputTokens: 7 },
    half + 75n * token,
  ],
  [
    'an explicit 0 is 0',
    { usage: { inputTokens: 0, outputTokens: 0 }, end: 'complete', contentBytes: 9 },
    'provider',
    { inputTokens: 0, outputTokens: 0 },
    half,
  ],
  ['embeddings report no output', { usage: { inputTokens: 5 }, end: 'complete' }, 'provider', { inputTokens: 5 }, half + 5n * token],
  [
    'cut before content: the text is paid, four bytes a token, rounded up',
    {},
    'estimated',
    { inputTokens: 101, outputTokens: 0 },
    half + 101n * token,
  ],
  ['cut after content', { contentBytes: 41 }, 'estimated', { inputTokens: 101, outputTokens: 11 }, half + 211n * token],
  [
    'the input that was reported at the start is not estimated',
    { usage: { inputTokens: 9 }, contentBytes: 41 },
    'estimated',
    { inputTokens: 9, outputTokens: 11 },
    half + 119n * token,
  ],
  [
    'complete, but without a report',
    { end: 'complete', contentBytes: 4 },
    'estimated',
    { inputTokens: 101, outputTokens: 1 },
    half + 111n * token,
  ],
  ['pictures without a report cost the request', { end: 'complete' }, 'none', {}, half],
  ['what the request says of its cost', { end: 'complete', units: { characters: 9 } }, 'none', { characters: 9 }, half],
  [
    'the report goes before it',
    { end: 'complete', units: { images: 3, imageSize: '1x1' }, usage: { inputTokens: 5, images: 2 } },
    'provider',
    { inputTokens: 5, images: 2, imageSize: '1x1' },
    half + 5n * token,
  ],
  ...[2 ** 53 - 1, 1_000_000_001, -5, 1.5, 1e30].map((tokens): (typeof cases)[number] => [
    `a report of ${tokens} tokens is none, and nothing is free for it`,
    { usage: { inputTokens: tokens, outputTokens: 7, cachedInputTokens: 3 }, end: 'complete', contentBytes: 4 },
    'estimated',
    { inputTokens: 101, outputTokens: 1 },
    half + 111n * token,
  ]),
  [
    'also of what has no text in its reply',
    { usage: { inputTokens: -1 }, end: 'complete' },
    'estimated',
    { inputTokens: 101, outputTokens: 0 },
    half + 101n * token,
  ],
  [
    'a request costs a million dollars at most, whatever the provider states',
    { usage: { inputTokens: 5, outputTokens: 7, costUsd: '1000000.1' } },
    'provider',
    { inputTokens: 5, outputTokens: 7, costUsd: '1000000.1' },
    half + 75n * token,
  ],
  [
    'or whatever the price is',
    { price: priceOf({ input_per_million_usd: '999999999999999' }), usage: { inputTokens: 1_000_000_000, outputTokens: 7 } },
    'provider',
    { inputTokens: 1_000_000_000, outputTokens: 7 },
    10n ** 30n,
  ],
  ['never reached, or refused', { end: 'unpaid', units: { characters: 9 } }, 'none', {}, 0n, 'none'],
  [
    'a cost that the provider states wins, to the last digit',
    { usage: { inputTokens: 5, outputTokens: 7, costUsd: '0.000000000000000000000007' } },
    'provider',
    { inputTokens: 5, outputTokens: 7, costUsd: '0.000000000000000000000007' },
    7n,
    'provider',
  ],
  [
    'also where no price is known',
    { price: undefined, usage: { inputTokens: 5, outputTokens: 7, costUsd: '0' } },
    'provider',
    { inputTokens: 5, outputTokens: 7, costUsd: '0' },
    0n,
    'provider',
  ],
  [
    'a failed reply that reports usage',
    { end: 'unpaid', usage: { inputTokens: 1, outputTokens: 1 } },
    'provider',
    { inputTokens: 1, outputTokens: 1 },
    half + 11n * token,
  ],
  [
    'without a price nothing is owed, and the counts are there',
    { price: undefined, contentBytes: 4 },
    'estimated',
    { inputTokens: 101, outputTokens: 1 },
    0n,
    'none',
  ],
]
test.each(cases)('%s', (_name, more, source, usage, cost, costSource = 'price') => {
  expect(chargeFor({ ...work, ...more })).toEqual({ source, usage, cost, costSource })
})
