// The shipped prices are held against what the package that they are made from works out itself, with floating-point numbers.
import { calcPrice, findProvider } from '@pydantic/genai-prices'
import { lists } from '../../../generated/prices/catalogue.js'
import type { Usage } from '../../exchange/usage.js'
import { formatMoney } from '../money.js'
import { costOf, priceAt } from '../price.js'
import { shippedContextWindow, shippedPrice } from './catalogue.js'

/** No hour of a special price, on a day between the catalogue's and the next change. */
const timestamp = new Date('2026-12-05T12:00:00Z')
const usages: readonly [Usage, Parameters<typeof calcPrice>[0]][] = [
  [
    { inputTokens: 1000, cachedInputTokens: 300, cacheWriteInputTokens: 200, outputTokens: 70 },
    { input_tokens: 1000, cache_read_tokens: 300, cache_write_tokens: 200, output_tokens: 70 },
  ],
  [
    { inputTokens: 300_000, cacheWriteInputTokens: 9, cacheWrite1hInputTokens: 9, outputTokens: 7, webSearchRequests: 3 },
    { input_tokens: 300_000, cache_write_tokens: 9, cache_write_1h_tokens: 9, output_tokens: 7, web_searches: 3 },
  ],
  [
    { inputTokens: 900, audioInputTokens: 500, outputTokens: 80, audioOutputTokens: 60, reasoningOutputTokens: 10 },
    { input_tokens: 900, input_audio_tokens: 500, output_tokens: 80, output_audio_tokens: 60, output_reasoning_tokens: 10 },
  ],
]

/** All names that stand for themselves. */
function namesIn(text: string): string[] {
  const names = text.split('\n').flatMap((line) => JSON.parse(line.slice(0, line.indexOf('\t'))) as string[])
  return names.filter((name) => !/^\/|\*/.test(name))
}

test.each(Object.entries(lists))('%s', (list, { text }) => {
  const provider = findProvider({ providerId: list })
  const differing: unknown[] = []
  let compared = 0
  for (const name of namesIn(text)) {
    const price = shippedPrice([list], name)
    for (const [usage, theirs] of usages) {
      const result = provider === undefined ? undefined : calcPrice(theirs, name, { provider, timestamp })
      // The package does not find every model by its own id.
      if (result === undefined || result === null) continue
      const ours = price === undefined ? undefined : Number(formatMoney(costOf(priceAt(price, timestamp.getTime()), usage)))
      compared++
      if (ours === undefined || Math.abs(ours - result.total_price) > 1e-9 * Math.max(1, result.total_price))
        differing.push({ name, usage, ours, expected: result.total_price, theirs: result.model_price })
    }
  }
  expect(differing).toEqual([])
  expect(compared).toBeGreaterThan(0)
})

test.each([
  ['a day behind the name', 'claude-opus-5-20990131'],
  ['another way to write it', 'claude-opus-5-2099-01-31'],
  ['a path before the name', 'publishers/anthropic/models/claude-opus-5'],
  ['both, in capitals', 'Anthropic/Claude-Opus-5-20990131'],
])('a model is found by its name with %s', (_name, model) => {
  const usage = { inputTokens: 1_000_000, outputTokens: 0 }
  const price = shippedPrice(['anthropic'], model)
  const plain = shippedPrice(['anthropic'], 'claude-opus-5')
  if (price === undefined || plain === undefined) throw new Error('there is no such price')
  expect(costOf(price, usage)).toBe(costOf(plain, usage))
})

test.each([
  ['openai', 'gpt-4o-2024-08-06', 128_000],
  ['anthropic', 'Anthropic/claude-3-haiku-20240307', 200_000],
  ['openai', 'text-embedding-nobody-knows', undefined],
])('the context window at %s of %s', (list, model, tokens) => {
  expect(shippedContextWindow([list], model)).toBe(tokens)
})
