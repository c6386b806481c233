import type { StreamPart } from '../../../exchange/stream-part.js'
import type { Tool } from '../../../exchange/request.js'
import { decodeContext } from '../fixtures/contexts.js'
import { ChatStreamDecoder } from './stream-decode.js'

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1750000000, model: 'up-model' }
const chunk = (delta: object, finish_reason: string | null = null, more: object = {}, index = 0): object => ({
  ...head,
  choices: [{ index, delta, finish_reason }],
  ...more,
})
const done = '[DONE]'

function decode(frames: (object | string)[], tools: Tool[] = []): StreamPart[] {
  const decoder = new ChatStreamDecoder(decodeContext(tools))
  const parts = frames.flatMap((frame) => decoder.push({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) }))
  return [...parts, ...decoder.end()]
}

/** The parts without the start, usage and end of the reply. */
function inner(frames: (object | string)[], tools: Tool[] = []): StreamPart[] {
  return decode(frames, tools).filter(({ type }) => !['reply-start', 'usage', 'choice-end', 'reply-end'].includes(type))
}

const at = (part: number, choice = 0): { choice: number; part: number } => ({ choice, part })

describe('a stream of an upstream', () => {
  test('text from start to end', () => {
    expect(
      decode([
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Hi' }),
        chunk({ content: '.' }, 'stop'),
        { ...head, choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
        done,
      ]),
    ).toEqual([
      { type: 'reply-start', id: 'chatcmpl-1', model: 'up-model', createdAt: 1750000000 },
      { type: 'text-start', ...at(0) },
      { type: 'text-delta', ...at(0), text: 'Hi' },
      { type: 'text-delta', ...at(0), text: '.' },
      { type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } },
      { type: 'text-end', ...at(0) },
      { type: 'choice-end', choice: 0, finish: { reason: 'stop', native: 'stop' } },
      { type: 'reply-end' },
    ])
  })
  test.each([
    ['the last content', [chunk({ content: 'Hi' }, 'stop'), chunk({ content: '.' })]],
    ['a reason on every chunk', [chunk({ content: 'Hi' }, 'stop'), chunk({}, 'stop'), chunk({ content: '.' }, 'stop'), done]],
  ])('with %s, content after a finish reason is decoded', (_name, frames) => {
    expect(decode(frames).slice(1)).toEqual([
      { type: 'text-start', ...at(0) },
      { type: 'text-delta', ...at(0), text: 'Hi' },
      { type: 'text-delta', ...at(0), text: '.' },
      { type: 'text-end', ...at(0) },
      { type: 'choice-end', choice: 0, finish: { reason: 'stop', native: 'stop' } },
      { type: 'reply-end' },
    ])
  })
  test('a tool call after the finish reason is decoded, and a later `stop` does not replace `length`', () => {
    const called = { tool_calls: [{ index: 0, id: 'a', function: { name: 'x', arguments: '{}' } }] }
    expect(decode([chunk({ content: 'Hi' }, 'stop'), chunk(called)]).at(-2)).toMatchObject({ finish: { reason: 'tool-calls' } })
    expect(decode([chunk({ content: 'Hi' }, 'length'), chunk({}, 'stop')]).at(-2)).toMatchObject({ finish: { reason: 'length' } })
  })
  test('needs no [DONE]', () => {
    expect(decode([chunk({ content: 'Hi' }, 'stop')]).at(-1)).toEqual({ type: 'reply-end' })
  })
  test.each([
    ['without a finish reason', [chunk({ content: 'Hi' })]],
    ['with [DONE] and no finish reason', [chunk({ content: 'Hi' }), done]],
    ['with one choice of two finished', [chunk({ content: 'a' }, 'stop'), chunk({ content: 'b' }, null, {}, 1), done]],
    ['without chunks', []],
  ])('%s is broken off, and its open parts have no end', (_name, frames) => {
    const parts = decode(frames)
    expect(parts.at(-1)).toMatchObject({ type: 'error', error: { kind: 'upstream_disconnected' } })
    expect(parts.filter(({ type }) => type === 'reply-end')).toEqual([])
    if (frames.length < 3) expect(parts.some(({ type }) => type.endsWith('-end'))).toBe(false)
  })
  test.each([
    ['an error frame', { error: { message: 'the engine stopped', type: 'server_error', code: 500 } }, 'the engine stopped'],
    ['an error inside a chunk (OpenRouter)', chunk({}, 'stop', { error: { message: 'gone', code: 502 } }), 'gone'],
    ['an error of Groq', { ...head, choices: [], x_groq: { error: 'failed' } }, 'failed'],
    ['the finish reason error', chunk({}, 'error'), 'broke off'],
    ['garbage', '{"id":', 'not a valid JSON object'],
  ])('%s ends it with an error', (_name, frame, words) => {
    const parts = decode([chunk({ content: 'Half' }), frame, chunk({ content: 'more' }, 'stop'), done])
    expect(parts.at(-1)).toMatchObject({
      type: 'error',
      error: { kind: 'upstream_invalid', message: expect.stringContaining(words) as string },
    })
    expect(parts.filter(({ type }) => type === 'text-delta')).toHaveLength(1)
  })
  test('an event named `error` ends it', () => {
    const decoder = new ChatStreamDecoder(decodeContext())
    expect(decoder.push({ event: 'error', data: '{"error":{"message":"the tool call failed"}}' })).toMatchObject([
      { type: 'error', error: { message: 'the tool call failed' } },
    ])
    expect(decoder.end()).toEqual([])
  })
  test("Azure's first chunk, which has no choices, has no part", () => {
    const [first] = decode([
      { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] },
      chunk({ content: 'Hi' }, 'stop'),
    ])
    expect(first).toMatchObject({ type: 'reply-start', id: 'chatcmpl-1', model: 'up-model' })
  })
  test("usage may be in any chunk, also in Groq's member", () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 }
    expect(decode([chunk({ content: 'Hi' }, 'stop', { usage })]).filter(({ type }) => type === 'usage')).toHaveLength(1)
    expect(decode([chunk({ content: 'Hi' }, 'stop', { usage: null, x_groq: { usage } })])).toContainEqual({
      type: 'usage',
      usage: { inputTokens: 3, outputTokens: 2 },
    })
  })
})

describe('reasoning in a stream', () => {
  const twice = [
    { type: 'reasoning-start', ...at(0) },
    { type: 'reasoning-delta', ...at(0), text: 'Two.' },
    { type: 'reasoning-end', ...at(0) },
    { type: 'text-start', ...at(1) },
    { type: 'text-delta', ...at(1), text: 'Four.' },
    { type: 'text-end', ...at(1) },
  ]
  test.each([
    [
      'reasoning_content',
      chunk({ reasoning_content: 'Two.', content: null }),
      chunk({ content: 'Four.', reasoning_content: null }, 'stop'),
    ],
    ['reasoning', chunk({ reasoning: 'Two.', content: '' }), chunk({ content: 'Four.' }, 'stop')],
    ['entries', chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'Two.' }] }), chunk({ content: 'Four.' }, 'stop')],
    [
      'parts of `content`',
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Two.' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Four.' }] }, 'stop'),
    ],
  ])('as %s ends before the text', (_name, ...frames) => {
    expect(inner(frames)).toEqual(twice)
  })
  test('has its proof at its end, merged from its pieces', () => {
    const parts = inner([
      chunk({ reasoning: 'Two ', reasoning_details: [{ type: 'reasoning.text', text: 'Two ', index: 0 }] }),
      chunk({ reasoning: 'two.', reasoning_details: [{ type: 'reasoning.text', text: 'two.', index: 0 }] }),
      chunk({ content: '', reasoning_details: [{ type: 'reasoning.text', signature: 'sig', index: 0 }] }),
      chunk({ content: 'Four.' }, 'stop'),
    ])
    expect(parts[3]).toEqual({
      type: 'reasoning-end',
      ...at(0),
      proof: {
        dialect: 'chat-completions',
        kind: 'details',
        value: '[{"type":"reasoning.text","text":"Two two.","index":0,"signature":"sig"}]',
      },
    })
  })
  test('without readable text is a part of its own', () => {
    const parts = inner([
      chunk({ content: 'Four.' }),
      chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'g', index: 0 }] }, 'stop'),
    ])
    expect(parts.slice(-2)).toMatchObject([
      { type: 'reasoning-start', part: 1 },
      { type: 'reasoning-end', part: 1, proof: { kind: 'details' } },
    ])
  })
})

describe('tool calls in a stream', () => {
  const start = (part: number, id: string, name: string, kind = 'function'): object => ({
    type: 'tool-call-start',
    ...at(part),
    id,
    name,
    kind,
  })
  const delta = (part: number, input: string): object => ({ type: 'tool-call-delta', ...at(part), input })
  const end = (part: number): object => ({ type: 'tool-call-end', ...at(part) })
  const call = (
    index: number | undefined,
    id: string | null | undefined,
    name: string | null | undefined,
    pieces: string | null,
  ): object => ({
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    function: { ...(name === undefined ? {} : { name }), arguments: pieces },
  })
  const rows: [string, object[], object[]][] = [
    [
      'in pieces',
      [call(0, 'a', 'x', ''), call(0, undefined, undefined, '{"n":'), call(0, undefined, undefined, '1}')],
      [start(0, 'a', 'x'), delta(0, '{"n":'), delta(0, '1}'), end(0)],
    ],
    [
      'with arguments in the first piece',
      [call(0, 'a', 'x', '{"n"'), call(0, undefined, undefined, ':1}')],
      [start(0, 'a', 'x'), delta(0, '{"n"'), delta(0, ':1}'), end(0)],
    ],
    ['with empty ids and null names later', [call(0, 'a', 'x', ''), call(0, '', null, '{}')], [start(0, 'a', 'x'), delta(0, '{}'), end(0)]],
    [
      'with repeated id and name',
      [call(0, 'a', 'x', '{'), call(0, 'a', 'x', '}')],
      [start(0, 'a', 'x'), delta(0, '{'), delta(0, '}'), end(0)],
    ],
    ['without arguments', [call(0, 'a', 'x', null)], [start(0, 'a', 'x'), delta(0, '{}'), end(0)]],
    ['without an id', [call(0, undefined, 'x', '{}')], [start(0, 'call_1', 'x'), delta(0, '{}'), end(0)]],
    [
      'with arguments before the name',
      [call(0, 'a', undefined, '{'), call(0, undefined, 'x', '}')],
      [start(0, 'a', 'x'), delta(0, '{'), delta(0, '}'), end(0)],
    ],
    [
      'interleaved',
      [call(0, 'a', 'x', ''), call(1, 'b', 'y', ''), call(0, undefined, undefined, '{}'), call(1, undefined, undefined, '{}')],
      [start(0, 'a', 'x'), delta(0, '{}'), start(1, 'b', 'y'), delta(1, '{}'), end(0), end(1)],
    ],
    [
      'whole, without an index',
      [call(undefined, 'a', 'x', '{}'), call(undefined, 'b', 'y', '{}')],
      [start(0, 'a', 'x'), delta(0, '{}'), start(1, 'b', 'y'), delta(1, '{}'), end(0), end(1)],
    ],
    [
      'whole, all with index 0',
      [call(0, 'a', 'x', '{}'), call(0, 'b', 'x', '{}')],
      [start(0, 'a', 'x'), delta(0, '{}'), start(1, 'b', 'x'), delta(1, '{}'), end(0), end(1)],
    ],
    [
      'whole, without ids and all with index 0',
      [call(0, undefined, 'x', '{"n":1}'), call(0, undefined, 'x', '{"n":1}')],
      [start(0, 'call_1', 'x'), delta(0, '{"n":1}'), start(1, 'call_2', 'x'), delta(1, '{"n":1}'), end(0), end(1)],
    ],
    ['whole and repeated', [call(0, 'a', 'x', '{"n":1}'), call(0, 'a', 'x', '{"n":1}')], [start(0, 'a', 'x'), delta(0, '{"n":1}'), end(0)]],
    [
      'with a name in pieces',
      [call(0, 'a', 'read_', ''), call(0, undefined, 'sensor', ''), call(0, undefined, undefined, '{}')],
      [start(0, 'a', 'read_sensor'), delta(0, '{}'), end(0)],
    ],
    ['without a name are dropped', [call(0, 'a', undefined, '{}')], []],
  ]
  test.each(rows)('%s', (_name, calls, wanted) => {
    expect(inner([...calls.map((each) => chunk({ tool_calls: [each] })), chunk({}, 'tool_calls'), done])).toEqual(wanted)
  })
  test('are at most 10,000 of a choice', () => {
    const most = Array.from({ length: 10_000 }, (_, index) => call(index, `c${index}`, 'x', '{}'))
    const failed = (...more: object[]): boolean =>
      inner([chunk({ tool_calls: [...most, ...more] }, 'tool_calls'), done]).some(({ type }) => type === 'error')
    expect(failed(call(0, 'c0', undefined, ''))).toBe(false)
    expect(failed(call(10_000, 'c10000', 'x', '{}'))).toBe(true)
  })
  test('end the text before them, and are preferred to the finish reason', () => {
    const parts = decode([chunk({ content: 'Look.' }), chunk({ content: '', tool_calls: [call(0, 'a', 'x', '{}')] }), chunk({}, 'stop')])
    expect(parts.map(({ type }) => type)).toEqual([
      'reply-start',
      'text-start',
      'text-delta',
      'text-end',
      'tool-call-start',
      'tool-call-delta',
      'tool-call-end',
      'choice-end',
      'reply-end',
    ])
    expect(parts.at(-2)).toMatchObject({ finish: { reason: 'tool-calls' } })
  })
  test("have Gemini's signature", () => {
    const signed = { ...call(0, 'a', 'x', '{}'), extra_content: { google: { thought_signature: 'c2ln' } } }
    expect(inner([chunk({ tool_calls: [signed] }, 'tool_calls')]).at(-1)).toMatchObject({
      proof: { dialect: 'chat-completions', kind: 'thought-signature', value: 'c2ln' },
    })
  })
  test('of custom tools sent as functions have the text of their argument', () => {
    const tools: Tool[] = [{ type: 'custom', name: 'note', at: '' }]
    const frames = [
      chunk({ tool_calls: [call(0, 'a', 'note', '{"input":')] }),
      chunk({ tool_calls: [call(0, undefined, undefined, '"one"}')] }, 'tool_calls'),
    ]
    expect(inner(frames, tools)).toEqual([start(0, 'a', 'note', 'custom'), delta(0, 'one'), end(0)])
  })
  test('as the deprecated function call', () => {
    expect(
      inner([chunk({ function_call: { name: 'x', arguments: '' } }), chunk({ function_call: { arguments: '{}' } }, 'function_call')]),
    ).toEqual([start(0, 'call_1', 'x'), delta(0, '{}'), end(0)])
  })
})

test('choices interleave, each with parts of its own', () => {
  const parts = inner([
    chunk({ content: 'a' }),
    chunk({ content: 'b' }, null, {}, 1),
    chunk({ content: 'c' }, 'stop'),
    chunk({}, 'stop', {}, 1),
  ])
  expect(parts.filter(({ type }) => type === 'text-delta')).toEqual([
    { type: 'text-delta', ...at(0), text: 'a' },
    { type: 'text-delta', ...at(0, 1), text: 'b' },
    { type: 'text-delta', ...at(0), text: 'c' },
  ])
})

test('log probabilities are in the deltas of their text', () => {
  const logprobs = { content: [{ token: 'Hi', logprob: -0.5, bytes: [72], top_logprobs: [{ token: 'Ho', logprob: -1 }] }] }
  const parts = inner([{ ...head, choices: [{ index: 0, delta: { content: 'Hi' }, logprobs, finish_reason: 'stop' }] }])
  expect(parts[1]).toMatchObject({
    text: 'Hi',
    logprobs: [{ token: 'Hi', logprob: -0.5, bytes: [72], top: [{ token: 'Ho', logprob: -1 }] }],
  })
})

test("Perplexity's sources become citations, once, at the end", () => {
  const sources = { citations: ['https://e.com'] }
  const parts = inner([chunk({ content: 'a' }, null, sources), chunk({ content: 'b' }, 'stop', sources)])
  expect(parts.filter(({ type }) => type === 'citation')).toEqual([
    { type: 'citation', ...at(0), citation: { type: 'url', url: 'https://e.com' } },
  ])
})

test('a refusal, an image and audio', () => {
  const parts = inner([
    chunk({ refusal: 'No.' }),
    chunk({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }] }),
    chunk({ audio: { id: 'a1', data: 'UklG' } }),
    chunk({ audio: { transcript: 'Hi.' } }, 'stop'),
  ])
  expect(parts).toMatchObject([
    { type: 'refusal-start' },
    { type: 'refusal-delta', text: 'No.' },
    { type: 'refusal-end' },
    { type: 'media', part: 1 },
    { type: 'audio-delta', part: 2, id: 'a1', data: 'UklG' },
    { type: 'audio-delta', part: 2, transcript: 'Hi.' },
  ])
})
