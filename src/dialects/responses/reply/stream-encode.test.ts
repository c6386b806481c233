import type { StreamPart } from '../../../exchange/stream-part.js'
import { openProof } from '../../../exchange/proof.js'
import { events, faults, replyContext } from '../fixtures/context.js'
import { responsesDialect } from '../index.js'

const start: StreamPart = { type: 'reply-start', id: 'c1', model: 'up', createdAt: 1750000000 }
const at = (part: number) => ({ choice: 0, part })
const ending = (reason: 'stop' | 'length' | 'tool-calls' | 'malformed-call' = 'stop'): StreamPart[] => [
  { type: 'usage', usage: { inputTokens: 12, outputTokens: 7 } },
  { type: 'choice-end', choice: 0, finish: { reason } },
  { type: 'reply-end' },
]
const text = (part: number, ...pieces: string[]): StreamPart[] => [
  { type: 'text-start', ...at(part) },
  ...pieces.map((piece): StreamPart => ({ type: 'text-delta', ...at(part), text: piece })),
  { type: 'text-end', ...at(part) },
]
const call = (part: number, id: string, ...pieces: string[]): StreamPart[] => [
  { type: 'tool-call-start', ...at(part), id, name: 'read', kind: 'function' },
  ...pieces.map((input): StreamPart => ({ type: 'tool-call-delta', ...at(part), input })),
  { type: 'tool-call-end', ...at(part) },
]

/** Writes part by part, and checks every stream: the contract's schemas, the sequence numbers, one last event. */
function write(
  parts: readonly StreamPart[],
  wireRequest: Record<string, unknown> = { model: 'fast' },
  more: Parameters<typeof replyContext>[1] = {},
) {
  const whole: object[] = []
  const context = { ...replyContext(wireRequest, more), onWholeReply: (reply: object) => void whole.push(reply) }
  const encoder = responsesDialect.createStreamEncoder(context, { framing: 'sse', requestId: 'req_1' })
  const frames = events(parts.map((part) => encoder.write([part])).join(''))
  frames.forEach((event, index) => {
    expect(event['sequence_number']).toBe(index)
    expect(faults('ResponsesStreamEvent', event)).toEqual([])
  })
  const types = frames.map((event) => String(event['type']))
  return {
    frames,
    types,
    order: types.filter((type, index) => type !== types[index - 1]).map((type) => type.replace('response.', '')),
    last: frames.at(-1),
    whole,
  }
}

const messageOrder = [
  'output_item.added',
  'content_part.added',
  'output_text.delta',
  'output_text.done',
  'content_part.done',
  'output_item.done',
]

test.each<[string, StreamPart[], boolean]>([
  ['a normal end', [start, ...text(0, 'All good.'), ...ending()], true],
  ['the length limit', [start, ...text(0, 'All g'), ...ending('length')], true],
  ['an error', [start, ...text(0, 'All g'), { type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }], false],
  ['a malformed call', [start, ...ending('malformed-call')], false],
  ['no parts', [], false],
])('`onWholeReply` after %s', (_name, parts, expected) => {
  const { whole, last } = write(parts)
  expect(JSON.parse(JSON.stringify(whole))).toEqual(expected ? [last?.['response']] : [])
})

describe('a stream is encoded', () => {
  it('with text in the documented order of events', () => {
    const { frames, order, last } = write([start, ...text(0, 'All ', 'good.'), ...ending()])
    expect(order).toEqual(['created', 'in_progress', ...messageOrder, 'completed'])
    expect(frames[0]).toMatchObject({ response: { status: 'in_progress', output: [], usage: null, model: 'up' } })
    expect(frames[2]).toMatchObject({ output_index: 0, item: { type: 'message', role: 'assistant', status: 'in_progress', content: [] } })
    expect(frames[3]).toMatchObject({ part: { type: 'output_text', text: '', annotations: [], logprobs: [] } })
    expect(frames[4]).toEqual({
      type: 'response.output_text.delta',
      item_id: 'msg_2',
      output_index: 0,
      content_index: 0,
      delta: 'All ',
      logprobs: [],
      sequence_number: 4,
    })
    expect(last).toMatchObject({
      response: {
        status: 'completed',
        output: [
          {
            type: 'message',
            id: 'msg_2',
            status: 'completed',
            content: [{ type: 'output_text', text: 'All good.', annotations: [], logprobs: [] }],
          },
        ],
        usage: { input_tokens: 12, output_tokens: 7, total_tokens: 19, prompt_tokens: 12, completion_tokens: 7 },
      },
    })
  })

  it('with a tool call that is added empty, and done with its whole arguments', () => {
    const { frames, order, last } = write([start, ...call(0, 'call_a', '{"site":', '"north"}'), ...ending('tool-calls')])
    expect(order).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'function_call_arguments.delta',
      'function_call_arguments.done',
      'output_item.done',
      'completed',
    ])
    expect(frames[2]).toMatchObject({
      item: { type: 'function_call', call_id: 'call_a', name: 'read', arguments: '', status: 'in_progress' },
    })
    expect(frames[5]).toMatchObject({ name: 'read', arguments: '{"site":"north"}' })
    expect(last).toMatchObject({ response: { output: [{ arguments: '{"site":"north"}', status: 'completed' }] } })
  })

  it('with {} for a tool call without arguments', () => {
    const { last } = write([start, ...call(0, 'call_a'), ...ending('tool-calls')])
    expect(last).toMatchObject({ response: { output: [{ arguments: '{}' }] } })
  })

  it('with interleaved tool calls in sequence', () => {
    const [startA, ...restA] = call(0, 'call_a', '{"a"', ':1}')
    const [startB, ...restB] = call(1, 'call_b', '{"b"', ':2}')
    const mixed = [startA, startB, restA[0], restB[0], restA[1], restB[1], restB[2], restA[2]].filter((part) => part !== undefined)
    const { last, types } = write([start, ...mixed, ...ending('tool-calls')])
    expect(last).toMatchObject({
      response: {
        output: [
          { call_id: 'call_a', arguments: '{"a":1}' },
          { call_id: 'call_b', arguments: '{"b":2}' },
        ],
      },
    })
    expect(types.filter((type) => type.startsWith('response.output_item')).map((type) => type.slice(21))).toEqual([
      'added',
      'done',
      'added',
      'done',
    ])
  })

  it('with the input of a custom tool', () => {
    const { order, last } = write([
      start,
      { type: 'tool-call-start', ...at(0), id: 'call_c', name: 'note', kind: 'custom' },
      { type: 'tool-call-delta', ...at(0), input: 'line "one"' },
      { type: 'tool-call-end', ...at(0) },
      ...ending('tool-calls'),
    ])
    expect(order).toContain('custom_tool_call_input.delta')
    expect(last).toMatchObject({ response: { output: [{ type: 'custom_tool_call', call_id: 'call_c', input: 'line "one"' }] } })
  })

  it('with reasoning in sections, and its proof in the done item', () => {
    const proof = { dialect: 'messages', kind: 'signature', value: 'c2ln' } as const
    const { order, last } = write([
      start,
      { type: 'reasoning-start', ...at(0) },
      { type: 'reasoning-delta', ...at(0), text: 'North ' },
      { type: 'reasoning-delta', ...at(0), text: 'first.' },
      { type: 'reasoning-break', ...at(0) },
      { type: 'reasoning-delta', ...at(0), text: 'Then south.' },
      { type: 'reasoning-end', ...at(0), proof },
      ...text(1, 'On.'),
      ...ending(),
    ])
    const section = [
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
    ]
    expect(order).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      ...section,
      ...section,
      'output_item.done',
      ...messageOrder,
      'completed',
    ])
    const { output } = last?.['response'] as { output: { summary: unknown; encrypted_content: string }[] }
    expect(output[0]?.summary).toEqual([
      { type: 'summary_text', text: 'North first.' },
      { type: 'summary_text', text: 'Then south.' },
    ])
    expect(openProof(output[0]?.encrypted_content ?? '')).toEqual(proof)
  })

  it('without empty items', () => {
    const { order } = write([
      start,
      { type: 'reasoning-start', ...at(0) },
      { type: 'reasoning-end', ...at(0) },
      ...text(1, ''),
      ...ending(),
    ])
    expect(order).toEqual(['created', 'in_progress', 'completed'])
  })

  it('with consecutive texts in one message, unless their phases differ', () => {
    const { last } = write([
      start,
      ...text(0, 'A'),
      ...text(1, 'B'),
      { type: 'text-start', ...at(2), phase: 'final_answer' },
      { type: 'text-delta', ...at(2), text: 'C' },
      { type: 'text-end', ...at(2) },
      ...ending(),
    ])
    expect(last).toMatchObject({
      response: { output: [{ content: [{ text: 'A' }, { text: 'B' }] }, { phase: 'final_answer', content: [{ text: 'C' }] }] },
    })
  })

  it('with a refusal, citations and log probabilities', () => {
    const { order, last } = write([
      start,
      { type: 'text-start', ...at(0) },
      { type: 'text-delta', ...at(0), text: 'See', logprobs: [{ token: 'See', logprob: -1 }] },
      { type: 'citation', ...at(0), citation: { type: 'url', url: 'https://a.example', title: 'A' } },
      { type: 'text-end', ...at(0) },
      { type: 'refusal-start', ...at(1) },
      { type: 'refusal-delta', ...at(1), text: 'No.' },
      { type: 'refusal-end', ...at(1) },
      ...ending(),
    ])
    expect(order).toEqual(expect.arrayContaining(['output_text.annotation.added', 'refusal.delta', 'refusal.done']))
    expect(last).toMatchObject({
      response: {
        status: 'completed',
        output: [
          {
            content: [
              { annotations: [{ url: 'https://a.example', end_index: 3 }], logprobs: [{ token: 'See' }] },
              { type: 'refusal', refusal: 'No.' },
            ],
          },
        ],
      },
    })
  })

  it('with images as items of their own', () => {
    const media = { type: 'media', kind: 'image', at: '', source: { type: 'base64', mediaType: 'image/png', data: 'AAA=' } } as const
    const { last, types } = write([start, { type: 'media', ...at(0), media }, ...ending()])
    expect(types).toContain('response.image_generation_call.completed')
    expect(last).toMatchObject({ response: { output: [{ type: 'image_generation_call', result: 'AAA=' }] } })
  })

  it('with the transcript of audio as text', () => {
    const { last } = write([
      start,
      { type: 'audio-delta', ...at(0), transcript: 'Hel' },
      { type: 'audio-delta', ...at(0), transcript: 'lo', data: 'AAA=' },
      ...ending(),
    ])
    expect(last).toMatchObject({ response: { output: [{ content: [{ text: 'Hello' }] }] } })
  })

  it('with the signature of a tool call after it, for clients that asked for encrypted reasoning', () => {
    const proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' } as const
    const parts = call(0, 'call_a', '{}').map((part): StreamPart => (part.type === 'tool-call-end' ? { ...part, proof } : part))
    const { last } = write([start, ...parts, ...ending('tool-calls')], { model: 'fast', include: ['reasoning.encrypted_content'] })
    expect(last).toMatchObject({ response: { output: [{ type: 'function_call' }, { type: 'reasoning', summary: [] }] } })
  })

  it('as incomplete where its limit was reached, and so is its last message', () => {
    const { last, frames } = write([start, ...text(0, 'Once upon'), ...ending('length')])
    expect(last).toMatchObject({
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [{ status: 'incomplete' }] },
    })
    expect(frames.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'incomplete' } })
  })
})

test('a tool call in which the reply was cut is incomplete, and has no `arguments.done`', () => {
  const cut: StreamPart = { type: 'tool-call-end', ...at(0), cut: true }
  const { last, types, frames } = write([start, ...call(0, 'c', '{"n":').slice(0, -1), cut, ...ending('length')])
  expect(types).not.toContain('response.function_call_arguments.done')
  expect(frames.at(-2)).toMatchObject({ type: 'response.output_item.done', item: { status: 'incomplete', arguments: '{"n":' } })
  expect(last).toMatchObject({ type: 'response.incomplete', response: { output: [{ type: 'function_call', status: 'incomplete' }] } })
})

describe('a stream that fails', () => {
  const error: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'Gone.' } }

  it.each<[string, StreamPart[]]>([
    ['before its start', []],
    ['after its start', [start]],
    ['within a tool call', [start, ...call(0, 'call_a', '{"a"').slice(0, 2)]],
    ['within a text', [start, ...text(0, 'Half').slice(0, 2)]],
  ])('%s ends with response.failed and error, without `done` events of open items', (_name, parts) => {
    const { types, frames, last } = write([...parts, error, ...ending()])
    expect(types.slice(-2)).toEqual(['response.failed', 'error'])
    expect(types).not.toContain('response.completed')
    expect(types).not.toContain('response.output_item.done')
    expect(frames.at(-2)).toMatchObject({
      response: {
        status: 'failed',
        error: { code: 'upstream_disconnected', message: 'Gone.' },
        id: (frames[0]?.['response'] as { id: string }).id,
      },
    })
    expect(last).toMatchObject({
      code: 'upstream_disconnected',
      message: 'Gone.',
      param: null,
      error: { type: 'api_error', code: 'upstream_disconnected', message: 'Gone.' },
    })
  })

  it('because of a malformed tool call is not completed', () => {
    expect(write([start, ...ending('malformed-call')]).types.slice(-2)).toEqual(['response.failed', 'error'])
  })

  it('without an encoder ends in the same frames', () => {
    const frames = events(responsesDialect.encodeStreamError({ kind: 'shutting_down', message: 'Later.' }, 'req_1'))
    expect(frames.map(({ type }) => type)).toEqual(['response.failed', 'error'])
    for (const frame of frames) expect(faults('ResponsesStreamEvent', frame)).toEqual([])
  })
})

it('writes nothing for no parts', () => {
  expect(responsesDialect.createStreamEncoder(replyContext(), { framing: 'sse', requestId: '' }).write([])).toBe('')
})

describe('a call of a tool of a namespace', () => {
  const tools = [
    { type: 'function', name: 'plant__read', clientKind: { type: 'namespaced', namespace: 'plant', name: 'read' }, at: '' },
    { type: 'function', name: 'tool_search', clientKind: { type: 'tool-search' }, at: '' },
  ] as const
  const request = { ...replyContext().request, tools }
  const called = (name: string) =>
    call(0, 'call_a', '{"x":', '1}').map((part) => (part.type === 'tool-call-start' ? { ...part, name } : part))

  test("has the client's name and the namespace in every event", () => {
    const { frames, last } = write([start, ...called('plant__read'), ...ending('tool-calls')], undefined, { request })
    const item = { type: 'function_call', name: 'read', namespace: 'plant', call_id: 'call_a' }
    expect(frames.filter(({ type }) => String(type).startsWith('response.output_item'))).toMatchObject([{ item }, { item }])
    expect(frames.find(({ type }) => type === 'response.function_call_arguments.done')).toMatchObject({
      name: 'read',
      arguments: '{"x":1}',
    })
    expect(last).toMatchObject({ response: { output: [{ ...item, arguments: '{"x":1}' }] } })
  })

  test('of the tool search is a tool search item', () => {
    const { order, last } = write([start, ...called('tool_search'), ...ending('tool-calls')], undefined, { request })
    expect(order).toEqual(['created', 'in_progress', 'output_item.added', 'output_item.done', 'completed'])
    expect(last).toMatchObject({ response: { output: [{ type: 'tool_search_call', execution: 'client', arguments: { x: 1 } }] } })
  })
})

test('the ids of items of a stored reply contain its id', () => {
  const { last } = write([start, ...text(0, 'Hi.'), ...call(1, 'call_a', '{}'), ...ending('tool-calls')], undefined, {
    replyId: 'resp_c0ffee',
  })
  expect(last).toMatchObject({ response: { id: 'resp_c0ffee', output: [{ id: 'msg_c0ffee0000' }, { id: 'fc_c0ffee0001' }] } })
})

test('long texts are written once, and events that repeat them have placeholders', () => {
  const kept: string[] = []
  const texts = {
    open: () => {
      const index = kept.push('') - 1
      return { mark: `mark-${index}`, append: (text: string) => void (kept[index] += text) }
    },
  }
  const long = 'x'.repeat(40_000)
  const input = JSON.stringify({ long })
  const reasoning: StreamPart[] = [
    { type: 'reasoning-start', ...at(0) },
    { type: 'reasoning-delta', ...at(0), text: long },
    { type: 'reasoning-end', ...at(0) },
  ]
  const parts = [start, ...reasoning, ...text(1, long, long), ...call(2, 'c', input), ...ending('tool-calls')]
  const { frames } = write(parts, undefined, { texts })
  expect(kept).toEqual([long, long + long, input])
  const repeats = frames.filter(({ type }) => !String(type).endsWith('.delta')).map((frame) => JSON.stringify(frame))
  expect(repeats.join('')).not.toContain('xx')
  expect(repeats.filter((frame) => frame.includes('mark-1'))).toHaveLength(4)
})
