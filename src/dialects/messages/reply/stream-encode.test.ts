import { openProof } from '../../../exchange/proof.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { replyContext } from '../fixtures/conversation.js'
import { MessagesStreamEncoder } from './stream-encode.js'

type Event = { readonly type: string; readonly [member: string]: unknown }

const at = { choice: 0, part: 0 }
const start: StreamPart = { type: 'reply-start', id: 'x', model: 'up-model' }
const finished: StreamPart[] = [{ type: 'choice-end', choice: 0, finish: { reason: 'stop' } }, { type: 'reply-end' }]

function encoder(): MessagesStreamEncoder {
  return new MessagesStreamEncoder(replyContext(), { framing: 'sse', requestId: 'req_1' })
}

function eventsOf(output: string): Event[] {
  return output
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      const [name, data] = frame.split('\n')
      const event = JSON.parse(data?.slice('data: '.length) ?? '') as Event
      expect(name).toBe(`event: ${event.type}`)
      return event
    })
}

function encode(...parts: StreamPart[]): Event[] {
  const stream = encoder()
  return eventsOf(parts.map((part) => stream.write([part])).join(''))
}

/** The events of blocks, with types without the prefix that all have. */
function blocksOf(...parts: StreamPart[]): Event[] {
  return encode(start, ...parts, ...finished).filter(({ type }) => type.startsWith('content_block'))
}

describe('a stream for a messages client', () => {
  test('text from start to end', () => {
    expect(
      encode(
        start,
        { type: 'text-start', ...at },
        { type: 'text-delta', ...at, text: 'Hi.' },
        { type: 'text-end', ...at },
        { type: 'usage', usage: { inputTokens: 12, outputTokens: 3 } },
        ...finished,
      ),
    ).toEqual([
      {
        type: 'message_start',
        message: expect.objectContaining({
          id: 'x',
          type: 'message',
          role: 'assistant',
          model: 'up-model',
          content: [],
          stop_reason: null,
          usage: expect.objectContaining({ input_tokens: 0, output_tokens: 0 }),
        }),
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null, stop_details: null },
        usage: expect.objectContaining({ input_tokens: 12, output_tokens: 3 }),
      },
      { type: 'message_stop' },
    ])
  })

  const text = (index: number, value: string): Event[] => [
    { type: 'content_block_start', index, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index, delta: { type: 'text_delta', text: value } },
    { type: 'content_block_stop', index },
  ]
  const opened = (content_block: object): Event => ({ type: 'content_block_start', index: 0, content_block })
  const delta = (piece: object): Event => ({ type: 'content_block_delta', index: 0, delta: piece })
  const closed: Event = { type: 'content_block_stop', index: 0 }
  const call: StreamPart = { type: 'tool-call-start', ...at, id: 'c', name: 'a', kind: 'function' }
  const own = { dialect: 'messages', kind: 'signature', value: 's' } as const

  const cases: [string, StreamPart[], Event[]][] = [
    [
      'an empty text has no block',
      [
        { type: 'text-start', ...at },
        { type: 'text-delta', ...at, text: '' },
        { type: 'text-end', ...at },
      ],
      [],
    ],
    [
      'empty reasoning has no block',
      [
        { type: 'reasoning-start', ...at },
        { type: 'reasoning-end', ...at },
      ],
      [],
    ],
    [
      'reasoning has its signature directly before the stop event',
      [
        { type: 'reasoning-start', ...at },
        { type: 'reasoning-delta', ...at, text: 'a' },
        { type: 'reasoning-break', ...at },
        { type: 'reasoning-delta', ...at, text: 'b' },
        { type: 'reasoning-end', ...at, proof: own },
      ],
      [
        opened({ type: 'thinking', thinking: '', signature: '' }),
        delta({ type: 'thinking_delta', thinking: 'a' }),
        delta({ type: 'thinking_delta', thinking: '\n\n' }),
        delta({ type: 'thinking_delta', thinking: 'b' }),
        delta({ type: 'signature_delta', signature: 's' }),
        closed,
      ],
    ],
    [
      'hidden thinking has only its signature',
      [
        { type: 'reasoning-start', ...at },
        { type: 'reasoning-end', ...at, proof: own },
      ],
      [opened({ type: 'thinking', thinking: '', signature: '' }), delta({ type: 'signature_delta', signature: 's' }), closed],
    ],
    [
      'a call in pieces',
      [
        call,
        { type: 'tool-call-delta', ...at, input: '{"a"' },
        { type: 'tool-call-delta', ...at, input: ':1}' },
        { type: 'tool-call-end', ...at },
      ],
      [
        opened({ type: 'tool_use', id: 'c', name: 'a', input: {} }),
        delta({ type: 'input_json_delta', partial_json: '{"a"' }),
        delta({ type: 'input_json_delta', partial_json: ':1}' }),
        closed,
      ],
    ],
    [
      'a call without arguments',
      [call, { type: 'tool-call-end', ...at }],
      [opened({ type: 'tool_use', id: 'c', name: 'a', input: {} }), closed],
    ],
    [
      'a refusal becomes a text',
      [
        { type: 'refusal-start', ...at },
        { type: 'refusal-delta', ...at, text: 'No.' },
        { type: 'refusal-end', ...at },
      ],
      text(0, 'No.'),
    ],
    [
      'an opaque block of this dialect is whole',
      [{ type: 'opaque', ...at, value: { type: 'opaque', dialect: 'messages', label: 'x', value: { type: 'x' }, at: '' } }],
      [opened({ type: 'x' }), closed],
    ],
    [
      'an opaque block of another dialect is dropped',
      [{ type: 'opaque', ...at, value: { type: 'opaque', dialect: 'responses', label: 'x', value: {}, at: '' } }],
      [],
    ],
    [
      'a citation',
      [
        { type: 'text-start', ...at },
        { type: 'citation', ...at, citation: { type: 'url', url: 'https://a.example' } },
        { type: 'text-end', ...at },
      ],
      [
        opened({ type: 'text', text: '' }),
        delta({
          type: 'citations_delta',
          citation: { type: 'web_search_result_location', cited_text: '', url: 'https://a.example', title: null, encrypted_index: '' },
        }),
        closed,
      ],
    ],
  ]
  test.each(cases)('%s', (_name, parts, expected) => expect(blocksOf(...parts)).toEqual(expected))

  test('interleaved parts are put into sequence', () => {
    const events = blocksOf(
      call,
      { type: 'text-start', choice: 0, part: 1 },
      { type: 'text-delta', choice: 0, part: 1, text: 'late' },
      { type: 'tool-call-delta', ...at, input: '{}' },
      { type: 'tool-call-end', ...at },
      { type: 'text-end', choice: 0, part: 1 },
    )
    expect(events.slice(-3)).toEqual(text(1, 'late'))
    expect(events.map(({ index }) => index)).toEqual([0, 0, 0, 1, 1, 1])
  })

  test('a call of a custom tool streams as valid JSON, even where a surrogate pair is split', () => {
    const events = blocksOf(
      { ...call, kind: 'custom' },
      { type: 'tool-call-delta', ...at, input: 'a"\ud83c' },
      { type: 'tool-call-delta', ...at, input: '\udf3b' },
      { type: 'tool-call-end', ...at },
    )
    const pieces = events.flatMap(({ delta: piece }) => (piece === undefined ? [] : [(piece as { partial_json: string }).partial_json]))
    expect(JSON.parse(pieces.join(''))).toEqual({ input: 'a"🌻' })
  })

  test('the JSON of a custom tool call is not closed where the reply was cut in it', () => {
    const cut: StreamPart[] = [
      { type: 'tool-call-start', ...at, id: 'a', name: 'f', kind: 'custom' },
      { type: 'tool-call-delta', ...at, input: 'half' },
      { type: 'tool-call-end', ...at, cut: true },
    ]
    expect(JSON.stringify(blocksOf(...cut))).not.toContain('"partial_json":"\\"}"')
  })

  test('a proof of another dialect is sealed', () => {
    const proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' } as const
    const shown = blocksOf(
      { type: 'reasoning-start', ...at },
      { type: 'reasoning-delta', ...at, text: 'a' },
      { type: 'reasoning-end', ...at, proof },
    )
    expect(openProof((shown[2]?.['delta'] as { signature: string }).signature)).toEqual(proof)
    const hidden = blocksOf({ type: 'reasoning-start', ...at }, { type: 'reasoning-end', ...at, proof })
    expect(openProof((hidden[0]?.['content_block'] as { data: string }).data)).toEqual(proof)
  })

  test('usage in the same write as the start is in `message_start`', () => {
    const output = encoder().write([start, { type: 'usage', usage: { inputTokens: 25, cachedInputTokens: 5 } }])
    expect(eventsOf(output)).toMatchObject([
      { type: 'message_start', message: { usage: { input_tokens: 20, cache_read_input_tokens: 5 } } },
    ])
  })

  test('a reply with tool calls ends with tool_use even where the upstream reported a normal stop', () => {
    expect(encode(start, call, { type: 'tool-call-end', ...at }, ...finished).at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
  })

  test('an error is the last event, and open blocks have no stop event', () => {
    const error: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }
    const events = encode(start, call, { type: 'tool-call-delta', ...at, input: '{"a' }, error, ...finished)
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'content_block_start', 'content_block_delta', 'error'])
    expect(events.at(-1)).toEqual({ type: 'error', error: { type: 'api_error', message: 'gone' }, request_id: 'req_1' })
  })

  test('a malformed call is an error', () => {
    const events = encode(start, { type: 'choice-end', choice: 0, finish: { reason: 'malformed-call' } }, { type: 'reply-end' })
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'error'])
  })

  test('no parts give no text', () => expect(encoder().write([])).toBe(''))
})
