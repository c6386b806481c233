import { MessagesStreamTap } from './stream-tap.js'

describe('the tap of a messages stream', () => {
  test('reads usage, content bytes and the end mark', () => {
    const tap = new MessagesStreamTap()
    const sights = [
      { type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'né' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{}' } },
      { type: 'weather_report' },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 4, cache_read_input_tokens: 1 } },
    ].map((event) => tap.push({ data: JSON.stringify(event) }).type)
    expect(sights).toEqual(['other', 'content', 'ping', 'content', 'content', 'other', 'other'])
    expect([tap.finished, tap.contentBytes, tap.usage]).toEqual([false, 5, { inputTokens: 10, cachedInputTokens: 1, outputTokens: 4 }])
    tap.push({ data: '{"type":"message_stop"}' })
    expect(tap.finished).toBe(true)
  })

  test('reads only the input tokens before the end', () => {
    const tap = new MessagesStreamTap()
    tap.push({ data: JSON.stringify({ type: 'message_start', message: { usage: { input_tokens: 9, output_tokens: 1 } } }) })
    expect(tap.usage).toEqual({ inputTokens: 9 })
  })

  const errors: [string, string, object][] = [
    [
      'an error event',
      '{"type":"error","error":{"type":"rate_limit_error","message":"slow"}}',
      { kind: 'upstream_rate_limited', message: 'slow' },
    ],
    ['an error object without a type', '{"error":{"message":"slow"}}', { kind: 'upstream_unavailable', message: 'slow' }],
    ['data that is not JSON', 'oops', { kind: 'upstream_invalid' }],
  ]
  test.each(errors)('%s', (_name, data, error) => expect(new MessagesStreamTap().push({ data })).toMatchObject({ type: 'error', error }))
})
