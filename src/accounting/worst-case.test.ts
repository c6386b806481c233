import { priceOf } from './price.js'
import { askedTier, choicesOf, expectedTokens, ownOutputLimit, worstCase, type Asked } from './worst-case.js'

const cheap = priceOf({ input_per_million_usd: '1', output_per_million_usd: '2' })
const dear = priceOf({ input_per_million_usd: '1', output_per_million_usd: '2', cache_write_1h_per_million_usd: '5', request_usd: '0.5' })
const token = 10n ** 18n

test('two bytes a token, rounded up, and the longest answer of each choice', () => {
  expect(worstCase({ textBytes: 5, outputTokens: 100, choices: 3 }, [cheap])).toBe(3n * token + 600n * token)
})

test('at the dearest target, whatever kind its tokens are of; targets without a price cost nothing', () => {
  expect(worstCase({ textBytes: 5, outputTokens: 1, choices: 1 }, [cheap, undefined, dear])).toBe(17n * token + 5n * 10n ** 23n)
  expect(worstCase({ textBytes: 5, outputTokens: 1, choices: 1 }, [undefined])).toBe(0n)
})

const tiered = priceOf({
  input_per_million_usd: '1',
  output_per_million_usd: '2',
  above: [{ input_tokens: 100, input_per_million_usd: '3' }],
  service_tiers: { flex: { input_per_million_usd: '0.5' }, priority: { input_per_million_usd: '7' } },
  characters_per_million_usd: '15',
  image_usd: '1',
  images: [{ quality: 'high', usd: '3' }],
})
test.each<[string, Partial<Asked>, bigint]>([
  ['the usual tier', {}, 100n * token],
  ['long prompts', { textBytes: 201 }, 303n * token],
  ['a tier that is cheaper may not be given', { serviceTier: 'flex' }, 100n * token],
  ['a tier that is dearer may be', { serviceTier: 'priority' }, 700n * token],
  ['auto may be any', { serviceTier: 'auto' }, 700n * token],
  ['characters', { textBytes: 0, units: { characters: 9 } }, 135n * token],
  ['pictures', { textBytes: 0, units: { images: 2, imageQuality: 'high' } }, 6_000_000n * token],
])('%s', (_name, asked, expected) => {
  expect(worstCase({ textBytes: 200, outputTokens: 0, choices: 1, ...asked }, [tiered])).toBe(expected)
})

const wires: [object, number | undefined, number][] = [
  [{ max_tokens: 5 }, 5, 1],
  [{ max_tokens: 5, max_completion_tokens: 7, n: 3 }, 7, 3],
  [{ max_output_tokens: 5 }, 5, 1],
  [{ generationConfig: { maxOutputTokens: 5, candidateCount: 2 } }, 5, 2],
  [{ generation_config: { maxOutputTokens: 5 } }, 5, 1],
  [{ max_tokens: null, n: null }, undefined, 1],
  [{ max_tokens: 'x', n: -1 }, undefined, 1],
  [{ max_tokens: 1e15, n: 1e15 }, 1_000_000_000, 1_000_000],
]
test.each(wires)('%j', (wire, limit, choices) => {
  expect([ownOutputLimit({ ...wire }), choicesOf({ ...wire })]).toEqual([limit, choices])
})

test('tokens of the minute: four bytes a token and the limit that the client sets', () => {
  expect([expectedTokens(9, { max_tokens: 5, n: 2 }), expectedTokens(9, {})]).toEqual([13, 3])
})

test.each<[object, string | undefined]>([
  [{ service_tier: 'flex' }, 'flex'],
  [{ serviceTier: 'priority' }, 'priority'],
  [{ speed: 'fast', service_tier: 'auto' }, 'fast'],
  [{ service_tier: 7 }, undefined],
  [{}, undefined],
])('the service tier of %j is %s', (wire, tier) => {
  expect(askedTier({ ...wire })).toBe(tier)
})

test.each([[{ max_tokens: 0 }], [{ generationConfig: null }], [{ generationConfig: 'x' }]])('%j sets no limit', (wire) => {
  expect([ownOutputLimit(wire), choicesOf(wire)]).toEqual([undefined, 1])
})
