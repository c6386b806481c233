import type { StreamPart } from '../../../exchange/stream-part.js'
import { decodeContext, gauge, note } from '../fixtures/conversation.js'
import { MessagesStreamDecoder } from './stream-decode.js'

const start = { type: 'message_start', message: { id: 'msg_1', model: 'up-model', usage: { input_tokens: 25, output_tokens: 1 } } }
const stop = { type: 'message_stop' }
const ended = (reason: string, usage: object = { output_tokens: 15 }): object => ({
  type: 'message_delta',
  delta: { stop_reason: reason, stop_sequence: null },
  usage,
})
const block = (index: number, content_block: object): object => ({ type: 'content_block_start', index, content_block })
const delta = (index: number, piece: object): object => ({ type: 'content_block_delta', index, delta: piece })
const closed = (index: number): object => ({ type: 'content_block_stop', index })

function decode(...events: object[]): StreamPart[] {
  const decoder = new MessagesStreamDecoder(decodeContext([gauge, note]))
  const parts = events.flatMap((event) => decoder.push({ data: JSON.stringify(event) }))
  return [...parts, ...decoder.end()]
}

/** The parts between the start and the end of the stream. */
function decodeBlocks(...events: object[]): StreamPart[] {
  return decode(start, ...events, ended('end_turn'), stop).filter(
    ({ type }) => !['reply-start', 'usage', 'choice-end', 'reply-end'].includes(type),
  )
}

describe('a stream of a messages upstream', () => {
  test('text from start to end', () => {
    expect(
      decode(
        start,
        block(0, { type: 'text', text: '' }),
        { type: 'ping' },
        delta(0, { type: 'text_delta', text: 'Hi.' }),
        closed(0),
        ended('end_turn'),
        stop,
      ),
    ).toEqual([
      { type: 'reply-start', id: 'msg_1', model: 'up-model' },
      { type: 'usage', usage: { inputTokens: 25 } },
      { type: 'text-start', choice: 0, part: 0 },
      { type: 'text-delta', choice: 0, part: 0, text: 'Hi.' },
      { type: 'text-end', choice: 0, part: 0 },
      { type: 'usage', usage: { inputTokens: 25, outputTokens: 15 } },
      { type: 'choice-end', choice: 0, finish: { reason: 'stop', native: 'end_turn' } },
      { type: 'reply-end' },
    ])
  })

  const at = { choice: 0, part: 0 }
  const call: StreamPart = { type: 'tool-call-start', ...at, id: 'toolu_1', name: 'read_gauge', kind: 'function' }
  const toolUse = { type: 'tool_use', id: 'toolu_1', name: 'read_gauge', input: {} }
  const cases: [string, object[], StreamPart[]][] = [
    [
      'thinking with its signature at the end',
      [
        block(0, { type: 'thinking', thinking: '', signature: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'hm' }),
        delta(0, { type: 'signature_delta', signature: 's' }),
        closed(0),
      ],
      [
        { type: 'reasoning-start', ...at },
        { type: 'reasoning-delta', ...at, text: 'hm' },
        { type: 'reasoning-end', ...at, proof: { dialect: 'messages', kind: 'signature', value: 's' } },
      ],
    ],
    [
      'redacted thinking',
      [block(0, { type: 'redacted_thinking', data: 'd' }), closed(0)],
      [
        { type: 'reasoning-start', ...at },
        { type: 'reasoning-end', ...at, proof: { dialect: 'messages', kind: 'redacted', value: 'd' } },
      ],
    ],
    [
      'a call whose first piece is empty',
      [
        block(0, toolUse),
        delta(0, { type: 'input_json_delta', partial_json: '' }),
        delta(0, { type: 'input_json_delta', partial_json: '{"a":1}' }),
        closed(0),
      ],
      [call, { type: 'tool-call-delta', ...at, input: '{"a":1}' }, { type: 'tool-call-end', ...at }],
    ],
    [
      'a call without any piece',
      [block(0, toolUse), closed(0)],
      [call, { type: 'tool-call-delta', ...at, input: '{}' }, { type: 'tool-call-end', ...at }],
    ],
    [
      'a call whose start event has the whole input',
      [block(0, { ...toolUse, input: { site: 'x' } }), closed(0)],
      [call, { type: 'tool-call-delta', ...at, input: '{"site":"x"}' }, { type: 'tool-call-end', ...at }],
    ],
    [
      'a call of a custom tool has the text of its argument',
      [
        block(0, { ...toolUse, name: 'write_note' }),
        delta(0, { type: 'input_json_delta', partial_json: '{"input":' }),
        delta(0, { type: 'input_json_delta', partial_json: '"a\\nb"}' }),
        closed(0),
      ],
      [
        { ...call, name: 'write_note', kind: 'custom' },
        { type: 'tool-call-delta', ...at, input: 'a\nb' },
        { type: 'tool-call-end', ...at },
      ],
    ],
    [
      'a call that the provider has executed is one opaque part',
      [
        block(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"query":"a"}' }),
        closed(0),
      ],
      [
        {
          type: 'opaque',
          ...at,
          value: {
            type: 'opaque',
            dialect: 'messages',
            label: 'server_tool_use',
            value: { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'a' } },
            at: '',
          },
        },
      ],
    ],
    [
      'a compaction delta is ignored in other blocks',
      [
        block(0, { type: 'code_execution_tool_result', tool_use_id: 's', content: { type: 'unavailable_error', error_code: 'a' } }),
        delta(0, { type: 'compaction_delta', content: 'b' }),
        closed(0),
      ],
      [
        {
          type: 'opaque',
          ...at,
          value: {
            type: 'opaque',
            dialect: 'messages',
            label: 'code_execution_tool_result',
            value: { type: 'code_execution_tool_result', tool_use_id: 's', content: { type: 'unavailable_error', error_code: 'a' } },
            at: '',
          },
        },
      ],
    ],
    [
      'a citation',
      [
        block(0, { type: 'text', text: '', citations: [] }),
        delta(0, { type: 'citations_delta', citation: { type: 'new_location' } }),
        delta(0, { type: 'text_delta', text: 'a' }),
        closed(0),
      ],
      [
        { type: 'text-start', ...at },
        { type: 'citation', ...at, citation: { type: 'document', native: { dialect: 'messages', value: { type: 'new_location' } } } },
        { type: 'text-delta', ...at, text: 'a' },
        { type: 'text-end', ...at },
      ],
    ],
    [
      'events and deltas of unknown types',
      [{ type: 'weather_report' }, block(0, { type: 'text', text: '' }), delta(0, { type: 'smell_delta' }), closed(0)],
      [
        { type: 'text-start', ...at },
        { type: 'text-end', ...at },
      ],
    ],
    ['no block at all', [], []],
  ]
  test.each(cases)('%s', (_name, events, expected) => expect(decodeBlocks(...events)).toEqual(expected))

  test('counts at the end replace those of the start, unless they are null', () => {
    const usages = decode(start, ended('end_turn', { input_tokens: null, cache_read_input_tokens: 30, output_tokens: 11 }), stop).filter(
      ({ type }) => type === 'usage',
    )
    expect(usages.at(-1)).toEqual({ type: 'usage', usage: { inputTokens: 55, cachedInputTokens: 30, outputTokens: 11 } })
  })

  const failures: [string, object[], object][] = [
    ['the end is missing', [start, block(0, { type: 'text', text: 'a' })], { kind: 'upstream_disconnected' }],
    ['the end is missing after the stop reason', [start, ended('end_turn')], { kind: 'upstream_disconnected' }],
    [
      'the provider reports an overload',
      [start, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, stop],
      { kind: 'overloaded', message: 'Overloaded', native: { dialect: 'messages', type: 'overloaded_error' } },
    ],
    [
      "an invalid key of the gateway's",
      [{ type: 'error', error: { type: 'authentication_error', message: 'no' } }],
      { kind: 'upstream_auth' },
    ],
    ['an error of another format', [{ error: 'busy' }], { kind: 'upstream_unavailable', message: 'busy' }],
  ]
  test.each(failures)('an error and nothing after it: %s', (_name, events, expected) => {
    const parts = decode(...events)
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: expected })
    expect(parts.filter(({ type }) => type === 'reply-end' || type === 'tool-call-end' || type === 'choice-end')).toEqual([])
  })

  test('blocks without a stop event end with the message, except a tool call without input', () => {
    const piece = delta(1, { type: 'input_json_delta', partial_json: '{}' })
    const ends = (...events: object[]) => decodeBlocks(...events).filter(({ type }) => type.endsWith('-end'))
    const words = [block(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: 'Hi.' })]
    expect(ends(...words, block(1, toolUse), piece)).toEqual([
      { type: 'text-end', ...at },
      { type: 'tool-call-end', choice: 0, part: 1 },
    ])
    expect(ends(...words, block(1, toolUse))).toEqual([{ type: 'text-end', ...at }])
  })

  test('text without a block, or after its stop event, is not lost', () => {
    const words = delta(0, { type: 'text_delta', text: 'Hi.' })
    expect(decodeBlocks(words, closed(0), words)).toMatchObject([
      { type: 'text-start', part: 0 },
      { type: 'text-delta', part: 0 },
      { type: 'text-end', part: 0 },
      { type: 'text-start', part: 1 },
      { type: 'text-delta', part: 1 },
      { type: 'text-end', part: 1 },
    ])
  })

  test('data that is not JSON is an error', () => {
    const decoder = new MessagesStreamDecoder(decodeContext())
    expect(decoder.push({ data: '<html>' })).toMatchObject([{ type: 'error', error: { kind: 'upstream_invalid' } }])
    expect(decoder.end()).toEqual([])
  })

  test('nothing follows the end', () => {
    const decoder = new MessagesStreamDecoder(decodeContext())
    decoder.push({ data: JSON.stringify(start) })
    decoder.push({ data: JSON.stringify(stop) })
    expect([...decoder.push({ data: JSON.stringify(stop) }), ...decoder.push({ data: '[DONE]' }), ...decoder.end()]).toEqual([])
  })
})
