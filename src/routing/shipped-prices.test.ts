import { costOf } from '../accounting/price.js'
import { formatMoney } from '../accounting/money.js'
import { providerOf } from '../providers/kinds.js'
import { shippedPrices } from './shipped-prices.js'

function lookUp(kind: string, model: string, base_url?: string, catalogue = true) {
  const prices = shippedPrices({ catalogue })
  const provider = providerOf({ name: 'p', kind, headers: {}, settings: {}, ...(base_url === undefined ? {} : { base_url }) })
  const [price, again] = [prices.priceOf(provider, model), prices.priceOf(provider, model)]
  expect(again).toBe(price)
  return price
}

/** Of a million tokens read. */
const cost = (kind: string, model: string, base_url?: string) => {
  const price = lookUp(kind, model, base_url)
  return price === undefined ? undefined : formatMoney(costOf(price, { inputTokens: 100_000 }) * 10n)
}

test.each<[string, string, string | undefined, string?]>([
  ['openai', 'gpt-4o-mini', '0.15'],
  ['openai', 'GPT-4o-Mini', '0.15'],
  ['openai', 'gpt-4o-mini-2024-07-18', '0.15'],
  ['openai', 'gpt-4o-mini-2029-01-01', '0.15'],
  ['openai', 'gpt-4o-mini', '0.15', 'http://127.0.0.1:9/v1'],
  ['azure-openai', 'gpt-4o-mini', '0.15'],
  ['anthropic', 'claude-sonnet-4-5-20250929', '3'],
  ['vertex', 'claude-sonnet-4-5@20250929', '3'],
  ['vertex', 'publishers/google/models/gemini-2.5-flash', '0.3'],
  ['gemini', 'models/gemini-2.5-flash', '0.3'],
  ['bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', '3.3'],
  ['bedrock', 'arn:aws:bedrock:us-east-1:1:inference-profile/global.anthropic.claude-sonnet-4-5-20250929-v1:0', '3'],
  ['groq', 'llama-3.3-70b-versatile', '0.59'],
  ['openai-compatible', 'llama-3.3-70b-versatile', '0.59', 'https://api.groq.com/openai/v1'],
  ['openai-compatible', 'gpt-4o-mini', undefined, 'http://127.0.0.1:9/v1'],
  ['openai', 'constructor', undefined],
  ['jina', 'jina-reranker-v2', undefined],
  ['ollama', 'anything', '0'],
])('%s %s costs %s', (...[kind, model, expected, base_url]) => {
  expect(cost(kind, model, base_url)).toBe(expected)
})

test('without the catalogue only what runs here has a price', () => {
  expect(lookUp('openai', 'gpt-4o-mini', undefined, false)).toBeUndefined()
  expect(lookUp('ollama', 'x', undefined, false)).toBeDefined()
})
