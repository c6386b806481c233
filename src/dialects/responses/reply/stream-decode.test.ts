import { sealAbsence, sealProof } from '../../../exchange/proof.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { decodeContext } from '../fixtures/context.js'
import { ResponsesStreamDecoder } from './stream-decode.js'

function read(...frames: readonly (Record<string, unknown> | string)[]): StreamPart[] {
  const decoder = new ResponsesStreamDecoder(decodeContext())
  return [...frames.flatMap((frame) => decoder.push({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) })), ...decoder.end()]
}

const created = { type: 'response.created', response: { id: 'resp_1', model: 'up', created_at: 1750000000 } }
const added = (index: number, item: Record<string, unknown>) => ({ type: 'response.output_item.added', output_index: index, item })
const done = (index: number, item: Record<string, unknown>) => ({ type: 'response.output_item.done', output_index: index, item })
const inner = (type: string, index: number, more: Record<string, unknown>) => ({
  type: `response.${type}`,
  output_index: index,
  item_id: 'x',
  ...more,
})
const completed = {
  type: 'response.completed',
  response: { id: 'resp_1', status: 'completed', usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19 } },
}
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_a', name: 'read', arguments: '' }
const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [] }

const started: StreamPart = { type: 'reply-start', id: 'resp_1', model: 'up', createdAt: 1750000000 }
const finished = (reason: 'stop' | 'tool-calls'): StreamPart[] => [
  { type: 'usage', usage: { inputTokens: 12, outputTokens: 7 } },
  { type: 'choice-end', choice: 0, finish: { reason } },
  { type: 'reply-end' },
]

describe('a stream is decoded', () => {
  it('with text, phases, annotations and log probabilities', () => {
    const annotation = { type: 'url_citation', url: 'https://a.example' }
    const parts = read(
      created,
      { type: 'response.in_progress', response: {} },
      added(0, { ...message, phase: 'commentary' }),
      inner('content_part.added', 0, { part: { type: 'output_text', text: '' } }),
      inner('output_text.delta', 0, { delta: 'All ', logprobs: [{ token: 'All ', logprob: -1 }] }),
      inner('output_text.delta', 0, { delta: 'good.', logprobs: [] }),
      inner('output_text.annotation.added', 0, { annotation }),
      inner('output_text.done', 0, { text: 'All good.' }),
      inner('content_part.done', 0, { part: { type: 'output_text', text: 'All good.' } }),
      done(0, { ...message, content: [{ type: 'output_text', text: 'All good.' }] }),
      completed,
    )
    expect(parts).toEqual([
      started,
      { type: 'text-start', choice: 0, part: 0, phase: 'commentary' },
      { type: 'text-delta', choice: 0, part: 0, text: 'All ', logprobs: [{ token: 'All ', logprob: -1 }] },
      { type: 'text-delta', choice: 0, part: 0, text: 'good.' },
      {
        type: 'citation',
        choice: 0,
        part: 0,
        citation: { type: 'url', url: 'https://a.example', native: { dialect: 'responses', value: annotation } },
      },
      { type: 'text-end', choice: 0, part: 0 },
      ...finished('stop'),
    ])
  })

  it('with tool calls that are open at the same time', () => {
    const second = { ...call, id: 'fc_2', call_id: 'call_b' }
    const parts = read(
      created,
      added(0, call),
      added(1, second),
      inner('function_call_arguments.delta', 0, { delta: '{"a":' }),
      inner('function_call_arguments.delta', 1, { delta: '{"b":2}' }),
      inner('function_call_arguments.delta', 0, { delta: '' }),
      inner('function_call_arguments.delta', 0, { delta: '1}' }),
      done(1, { ...second, arguments: '{"b":2}' }),
      done(0, { ...call, arguments: '{"a":1}' }),
      completed,
    )
    expect(parts).toEqual([
      started,
      { type: 'tool-call-start', choice: 0, part: 0, id: 'call_a', name: 'read', kind: 'function', itemId: 'fc_1' },
      { type: 'tool-call-start', choice: 0, part: 1, id: 'call_b', name: 'read', kind: 'function', itemId: 'fc_2' },
      { type: 'tool-call-delta', choice: 0, part: 0, input: '{"a":' },
      { type: 'tool-call-delta', choice: 0, part: 1, input: '{"b":2}' },
      { type: 'tool-call-delta', choice: 0, part: 0, input: '1}' },
      { type: 'tool-call-end', choice: 0, part: 1 },
      { type: 'tool-call-end', choice: 0, part: 0 },
      ...finished('tool-calls'),
    ])
  })

  it.each([
    [
      'only in the `arguments.done` event',
      [added(0, call), inner('function_call_arguments.done', 0, { arguments: '{"a":1}' }), done(0, { ...call, arguments: '{"a":1}' })],
      '{"a":1}',
    ],
    ['only in the done item', [done(0, { ...call, arguments: '{"a":1}' })], '{"a":1}'],
    ['nowhere', [added(0, call), done(0, call)], '{}'],
  ])('with arguments that are %s', (_name, frames, input) => {
    const deltas = read(created, ...frames, completed).filter((part) => part.type === 'tool-call-delta')
    expect(deltas).toEqual([{ type: 'tool-call-delta', choice: 0, part: 0, input }])
  })

  it('with text that was in no delta', () => {
    const whole = {
      ...message,
      content: [
        { type: 'output_text', text: 'All good.' },
        { type: 'refusal', refusal: 'No.' },
      ],
    }
    const parts = read(created, added(0, message), inner('output_text.delta', 0, { delta: 'All' }), done(0, whole), completed)
    expect(parts.slice(1, -3).map((part) => ('text' in part ? part.text : part.type))).toEqual([
      'text-start',
      'All',
      ' good.',
      'text-end',
      'refusal-start',
      'No.',
      'refusal-end',
    ])
  })

  it('with reasoning by sections and its proof', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [] }
    const parts = read(
      created,
      added(0, item),
      inner('reasoning_summary_text.delta', 0, { summary_index: 0, delta: 'First.' }),
      inner('reasoning_summary_text.delta', 0, { summary_index: 1, delta: 'Second.' }),
      done(0, { ...item, summary: [{ text: 'First.' }, { text: 'Second.' }], encrypted_content: 'b3Bh' }),
      completed,
    )
    expect(parts.slice(1, -3)).toEqual([
      { type: 'reasoning-start', choice: 0, part: 0, summary: true, itemId: 'rs_1' },
      { type: 'reasoning-delta', choice: 0, part: 0, text: 'First.' },
      { type: 'reasoning-break', choice: 0, part: 0 },
      { type: 'reasoning-delta', choice: 0, part: 0, text: 'Second.' },
      { type: 'reasoning-end', choice: 0, part: 0, proof: { dialect: 'responses', kind: 'encrypted', value: 'b3Bh', itemId: 'rs_1' } },
    ])
  })

  it.each(['response.reasoning_text.delta', 'response.reasoning.delta'])('with raw reasoning of %s', (type) => {
    const parts = read(
      created,
      added(0, { type: 'reasoning', id: 'rs_1' }),
      { type, output_index: 0, delta: 'Raw.' },
      done(0, { type: 'reasoning', id: 'rs_1', content: [{ text: 'Raw.' }] }),
      completed,
    )
    expect(parts.slice(1, -3)).toEqual([
      { type: 'reasoning-start', choice: 0, part: 0, itemId: 'rs_1' },
      { type: 'reasoning-delta', choice: 0, part: 0, text: 'Raw.' },
      { type: 'reasoning-end', choice: 0, part: 0 },
    ])
  })

  it('without empty reasoning, but with reasoning that has only a proof', () => {
    const empty = { type: 'reasoning', id: 'rs_1', summary: [] }
    expect(read(created, added(0, empty), done(0, empty), completed)).toEqual([started, ...finished('stop')])
    const proof = { dialect: 'messages', kind: 'redacted', value: 'eA==' } as const
    expect(read(created, done(0, { ...empty, encrypted_content: sealProof(proof) }), completed)).toContainEqual({
      type: 'reasoning-end',
      choice: 0,
      part: 0,
      proof,
    })
  })

  it('with reasoning that has the sealed absence of a proof', () => {
    const item = { type: 'reasoning', id: 'rs_1', summary: [{ text: 'Hm.' }], encrypted_content: sealAbsence('messages') }
    expect(read(created, done(0, item), completed)).toContainEqual({ type: 'reasoning-end', choice: 0, part: 0 })
  })

  it('with images and other items as whole parts', () => {
    const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    const image = { type: 'image_generation_call', id: 'ig_1', result: 'AAA=' }
    const parts = read(created, added(0, search), inner('web_search_call.searching', 0, {}), done(0, search), done(1, image), completed)
    expect(parts.slice(1, -3)).toMatchObject([
      { type: 'opaque', part: 0, value: { label: 'web_search_call', value: search } },
      { type: 'media', part: 1, media: { kind: 'image', source: { data: 'AAA=' } } },
    ])
  })

  it('with items that are only in the last event', () => {
    const response = { ...completed.response, output: [{ ...message, content: [{ type: 'output_text', text: 'A' }] }] }
    expect(read(created, { ...completed, response })).toContainEqual({ type: 'text-delta', choice: 0, part: 0, text: 'A' })
  })

  it('with a tool call that is only in the last event, and without repeated items', () => {
    const text = { ...message, content: [{ type: 'output_text', text: 'A' }] }
    const response = { ...completed.response, output: [text, { ...call, arguments: '{}' }] }
    const parts = read(created, added(0, message), inner('output_text.delta', 0, { delta: 'A' }), done(0, text), { ...completed, response })
    expect(parts.filter(({ type }) => type === 'text-delta' || type === 'tool-call-delta')).toEqual([
      { type: 'text-delta', choice: 0, part: 0, text: 'A' },
      { type: 'tool-call-delta', choice: 0, part: 1, input: '{}' },
    ])
  })

  it('without [DONE], unknown events and events after its end', () => {
    expect(read(created, { type: 'codex.rate_limits' }, completed, '[DONE]', created)).toEqual([started, ...finished('stop')])
  })

  it('as incomplete', () => {
    const response = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    expect(read(created, { type: 'response.incomplete', response })).toContainEqual({
      type: 'choice-end',
      choice: 0,
      finish: { reason: 'content-filter', native: 'content_filter' },
    })
  })
})

describe('a broken stream ends with an error', () => {
  const half = [created, added(0, call), inner('function_call_arguments.delta', 0, { delta: '{"a"' })]

  it.each<[string, (Record<string, unknown> | string)[], string, string]>([
    ['that breaks off', [], 'upstream_disconnected', 'before the answer was complete'],
    ['with an event that is not JSON', ['{"type":'], 'upstream_invalid', 'not a valid JSON object'],
    ['with an event that is not an object', ['7'], 'upstream_invalid', 'not a valid JSON object'],
    [
      'that failed',
      [{ type: 'response.failed', response: { error: { code: 'server_error', message: 'engine overloaded' } } }],
      'upstream_invalid',
      'engine overloaded',
    ],
    ['with a flat error', [{ type: 'error', code: 'x', message: 'flat words' }], 'upstream_invalid', 'flat words'],
    [
      'with a nested error',
      [{ type: 'error', error: { type: 't', code: 'x', message: 'nested words' } }],
      'upstream_invalid',
      'nested words',
    ],
    ['with an error object without a type', [{ error: { message: 'bare words' } }], 'upstream_invalid', 'bare words'],
  ])('%s', (_name, frames, kind, words) => {
    const parts = read(...half, ...frames)
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { kind, message: expect.stringContaining(words) } })
    expect(parts.map(({ type }) => type)).not.toEqual(expect.arrayContaining(['tool-call-end']))
    expect(parts.filter(({ type }) => type === 'error')).toHaveLength(1)
  })

  it('with the usage of a failed response', () => {
    const response = { error: { message: 'x' }, usage: { input_tokens: 3, output_tokens: 1 } }
    expect(read(created, { type: 'response.failed', response })).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 3, outputTokens: 1 },
    })
  })
})
