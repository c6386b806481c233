import { decodeUsage, encodeUsage } from './usage.js'

describe('usage of an upstream', () => {
  test.each([
    [
      'OpenAI',
      {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 4 },
        completion_tokens_details: { reasoning_tokens: 3 },
      },
      { inputTokens: 10, cachedInputTokens: 4, outputTokens: 5, reasoningOutputTokens: 3 },
    ],
    [
      'xAI, whose output excludes reasoning',
      { prompt_tokens: 10, completion_tokens: 5, total_tokens: 18, completion_tokens_details: { reasoning_tokens: 3 } },
      { inputTokens: 10, outputTokens: 8, reasoningOutputTokens: 3 },
    ],
    [
      'DeepSeek',
      { prompt_tokens: 10, completion_tokens: 5, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 4 },
      { inputTokens: 10, cachedInputTokens: 6, outputTokens: 5 },
    ],
    ['Moonshot', { prompt_tokens: 10, completion_tokens: 5, cached_tokens: 2 }, { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5 }],
    [
      'counts that are null',
      { prompt_tokens: 10, completion_tokens: 0, prompt_tokens_details: null, completion_tokens_details: { reasoning_tokens: null } },
      { inputTokens: 10, outputTokens: 0 },
    ],
  ])('of %s', (_name, wire, wanted) => {
    expect(decodeUsage(wire)).toEqual(wanted)
  })
  test('without a total depends on the trait of the provider', () => {
    const wire = { completion_tokens: 5, completion_tokens_details: { reasoning_tokens: 3 } }
    expect(decodeUsage(wire, { reasoningOutsideCompletion: true })).toMatchObject({ outputTokens: 8 })
    expect(decodeUsage(wire)).toMatchObject({ outputTokens: 5 })
  })
  test.each([null, undefined, {}, { total_tokens: 3 }])('without counts is absent: %j', (wire) => {
    expect(decodeUsage(wire)).toBeUndefined()
  })
})

test('usage for a client has totals, and only known details', () => {
  expect(encodeUsage({ inputTokens: 39, cachedInputTokens: 30, outputTokens: 11, reasoningOutputTokens: 4 })).toEqual({
    prompt_tokens: 39,
    completion_tokens: 11,
    total_tokens: 50,
    prompt_tokens_details: { cached_tokens: 30 },
    completion_tokens_details: { reasoning_tokens: 4 },
  })
  expect(encodeUsage({ serviceTier: 'x' })).toBeUndefined()
})
