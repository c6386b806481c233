import { addUsageNames, addUsageNamesToReply } from './usage-splice.js'
import { decodeUsage, encodeUsage, withBothUsageNames } from './usage.js'

describe('usage', () => {
  it('is written with both sets of names, and every detail is a number', () => {
    expect(
      encodeUsage({ inputTokens: 110, cachedInputTokens: 80, cacheWriteInputTokens: 10, outputTokens: 9, reasoningOutputTokens: 4 }),
    ).toEqual({
      input_tokens: 110,
      input_tokens_details: { cached_tokens: 80, cache_write_tokens: 10 },
      output_tokens: 9,
      output_tokens_details: { reasoning_tokens: 4 },
      total_tokens: 119,
      prompt_tokens: 110,
      completion_tokens: 9,
      prompt_tokens_details: { cached_tokens: 80, text_tokens: 110, audio_tokens: 0, image_tokens: 0 },
      completion_tokens_details: { text_tokens: 5, audio_tokens: 0, reasoning_tokens: 4 },
    })
  })

  it.each([
    [
      'its responses names',
      { input_tokens: 12, input_tokens_details: { cached_tokens: 2 }, output_tokens: 7, output_tokens_details: { reasoning_tokens: 0 } },
    ],
    [
      'its chat completions names',
      {
        prompt_tokens: 12,
        prompt_tokens_details: { cached_tokens: 2 },
        completion_tokens: 7,
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    ],
  ])('is read by %s; an explicit 0 is 0', (_name, wire) => {
    expect(decodeUsage(wire)).toEqual({ inputTokens: 12, cachedInputTokens: 2, outputTokens: 7, reasoningOutputTokens: 0 })
  })

  it.each([null, undefined, {}, 'none', { input_tokens: null }])('is absent where nothing is reported: %j', (wire) => {
    expect(decodeUsage(wire)).toBeUndefined()
  })

  it("gets the second set of names in addition to the provider's members", () => {
    const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7, brand_new: { a: 1 } }
    expect(withBothUsageNames(usage)).toMatchObject({ ...usage, prompt_tokens: 5, completion_tokens: 2 })
    expect(withBothUsageNames(null)).toBeNull()
  })
})

describe('the names added to relayed JSON text', () => {
  const usage = '{ "input_tokens" : 5,"output_tokens":2, "total_tokens":7 }'
  const added = JSON.stringify(withBothUsageNames(JSON.parse(usage)))

  it.each([
    [
      'a terminal event',
      (text: string) =>
        `{"type":"response.completed",  "response":{"id":"r","a":"\\u00e9 \\"}{","usage":${text} ,"x":[1, {"usage":{}}]},"n":1.0}`,
    ],
    [
      'an event whose first member is the response',
      (text: string) => `{"response": {"output":[{"usage":{"input_tokens":1}}],"usage":${text}},"type":"response.incomplete"}`,
    ],
  ])('change nothing but the usage of %s', (_name, frame) => {
    expect(addUsageNames(frame(usage))).toBe(frame(added))
  })

  it('change only the usage of a plain reply', () => {
    expect(addUsageNamesToReply(Buffer.from(`{"output":[{"é": 1e3}],\n "usage":${usage}}`))?.toString()).toBe(
      `{"output":[{"é": 1e3}],\n "usage":${added}}`,
    )
  })

  it.each([
    '{"type":"response.created","response":{"usage":null}}',
    '{"type":"response.output_text.delta","delta":"\\"usage\\":{"}',
    '{"response":',
    'not JSON',
    '',
  ])('do not change %j', (text) => {
    expect(addUsageNames(text)).toBe(text)
  })
})
