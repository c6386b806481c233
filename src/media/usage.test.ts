import { addUsage, estimateTokens, readGeminiUsage, readTokenUsage } from './usage.js'

test.each([
  ['embeddings', { prompt_tokens: 5, total_tokens: 5 }, { inputTokens: 5 }],
  ['Voyage', { total_tokens: 7 }, { inputTokens: 7 }],
  [
    'images',
    {
      input_tokens: 8,
      output_tokens: 100,
      total_tokens: 108,
      input_tokens_details: { text_tokens: 8, image_tokens: 0 },
      output_tokens_details: { image_tokens: 90 },
    },
    { inputTokens: 8, imageInputTokens: 0, outputTokens: 100, imageOutputTokens: 90 },
  ],
  [
    'transcripts',
    { type: 'tokens', input_tokens: 14, output_tokens: 2, input_token_details: { audio_tokens: 14 } },
    { inputTokens: 14, outputTokens: 2, audioInputTokens: 14 },
  ],
  ['a duration', { type: 'duration', seconds: 3.5 }, { audioInputSeconds: 3.5 }],
  [
    "Mistral's duration",
    { prompt_audio_seconds: 4, prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 },
    { audioInputSeconds: 4, inputTokens: 2, outputTokens: 1 },
  ],
  ["xAI's images, with a cost only", { cost_in_usd_ticks: 200000000 }, { costUsd: '0.02' }],
  [
    'realtime audio that was cached',
    {
      input_tokens: 9,
      output_tokens: 1,
      input_token_details: { audio_tokens: 8, cached_tokens: 6, cached_tokens_details: { text_tokens: 1, audio_tokens: 5 } },
    },
    { inputTokens: 9, audioInputTokens: 8, cachedInputTokens: 6, cachedAudioInputTokens: 5, outputTokens: 1 },
  ],
  ['nothing', null, undefined],
])('usage of %s', (_, wire, usage) => {
  expect(readTokenUsage(wire)).toEqual(usage)
})

test("Gemini's thoughts are part of what was written", () => {
  expect(readGeminiUsage({ promptTokenCount: 3, candidatesTokenCount: 4, thoughtsTokenCount: 5 })).toEqual({
    inputTokens: 3,
    outputTokens: 9,
    reasoningOutputTokens: 5,
  })
})

test('several upstream requests are summed count by count; a count that none reported stays absent', () => {
  expect(addUsage([{ inputTokens: 1 }, undefined, { inputTokens: 2, outputTokens: 3 }])).toEqual({ inputTokens: 3, outputTokens: 3 })
  expect(addUsage([{ costUsd: '0.1' }, { costUsd: '0.2' }])).toEqual({ costUsd: '0.3' })
  expect(addUsage([undefined])).toBeUndefined()
})

test('an estimate is a quarter of the bytes', () => {
  expect(estimateTokens(['pump', 'é'])).toBe(2)
})
