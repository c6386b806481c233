import { openProof, type Proof } from '../../../exchange/proof.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { replyContext } from '../fixtures/contexts.js'
import { ChatStreamEncoder } from './stream-encode.js'

const start: StreamPart = { type: 'reply-start', id: 'msg_1', model: 'up-model' }
const end: StreamPart[] = [{ type: 'choice-end', choice: 0, finish: { reason: 'stop' } }, { type: 'reply-end' }]
const at = { choice: 0, part: 0 }
const text = (words: string): StreamPart => ({ type: 'text-delta', ...at, text: words })

function encode(
  parts: readonly StreamPart[],
  settings: ConversationRequest['settings'] = {},
  wireRequest: Readonly<Record<string, unknown>> = {},
): string {
  const encoder = new ChatStreamEncoder(replyContext(wireRequest, settings))
  return parts.map((part) => encoder.write([part])).join('')
}

interface Chunk {
  readonly choices: readonly {
    readonly index: number
    readonly delta: Readonly<Record<string, unknown>>
    readonly finish_reason: string | null
    readonly logprobs: unknown
  }[]
  readonly usage?: object | null
  readonly error?: object
}

function frames(written: string): (Chunk | string)[] {
  expect(written.endsWith('\n\n')).toBe(true)
  return written
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const data = frame.slice('data: '.length)
      return data === '[DONE]' ? data : (JSON.parse(data) as Chunk)
    })
}

const deltas = (written: string): unknown[] =>
  frames(written).flatMap((frame) =>
    typeof frame === 'string' ? [frame] : frame.choices.map(({ delta, finish_reason: finish }) => (finish === null ? delta : finish)),
  )

describe('a stream for a client', () => {
  test('begins with the role and ends once', () => {
    const written = encode([start, { type: 'text-start', ...at }, text('Hi'), text('.'), { type: 'text-end', ...at }, ...end])
    expect(frames(written)[0]).toEqual({
      id: 'msg_1',
      object: 'chat.completion.chunk',
      created: 1795000000,
      model: 'up-model',
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }],
    })
    expect(deltas(written)).toEqual([{ role: 'assistant', content: '' }, { content: 'Hi' }, { content: '.' }, 'stop', '[DONE]'])
  })
  test('is empty before there is content', () => {
    expect(encode([start, { type: 'text-start', ...at }])).toBe('')
  })
  test('has the role in an empty reply', () => {
    expect(deltas(encode([start, ...end]))).toEqual([{ role: 'assistant', content: '' }, 'stop', '[DONE]'])
  })
  test('has a usage chunk only on request, and then `usage: null` in all other chunks', () => {
    const usage: StreamPart = { type: 'usage', usage: { inputTokens: 3, outputTokens: 2 } }
    const shown = frames(encode([start, usage, text('Hi'), ...end], { streamUsage: { value: true, at: '' } }))
    expect(shown.map((frame) => (typeof frame === 'string' ? frame : frame.usage))).toEqual([
      null,
      null,
      null,
      { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      '[DONE]',
    ])
    expect(shown.at(-2)).toMatchObject({ choices: [] })
    expect(encode([start, usage, text('Hi'), ...end])).not.toContain('usage')
  })
  test('has an error frame, no finish reason and no [DONE] where it fails', () => {
    const failed: StreamPart = { type: 'error', error: { kind: 'upstream_disconnected', message: 'gone' } }
    const written = encode([
      start,
      text('Half'),
      { type: 'choice-end', choice: 0, finish: { reason: 'stop' } },
      failed,
      text('more'),
      { type: 'reply-end' },
    ])
    expect(frames(written).at(-1)).toEqual({ error: { message: 'gone', type: 'api_error', param: null, code: 'upstream_disconnected' } })
    expect(written).not.toContain('[DONE]')
    expect(written).not.toMatch(/"finish_reason":"/)
    expect(written).not.toContain('more')
  })
  test('numbers tool calls from 0, whatever parts are before them', () => {
    const written = encode([
      start,
      { type: 'reasoning-start', ...at },
      { type: 'reasoning-delta', ...at, text: 'Look.' },
      { type: 'reasoning-end', ...at },
      { type: 'tool-call-start', choice: 0, part: 1, id: 'a', name: 'x', kind: 'function' },
      { type: 'tool-call-delta', choice: 0, part: 1, input: '{}' },
      { type: 'tool-call-end', choice: 0, part: 1 },
      { type: 'tool-call-start', choice: 0, part: 2, id: 'b', name: 'note', kind: 'custom' },
      { type: 'tool-call-delta', choice: 0, part: 2, input: 'one' },
      { type: 'tool-call-end', choice: 0, part: 2 },
      { type: 'choice-end', choice: 0, finish: { reason: 'tool-calls' } },
      { type: 'reply-end' },
    ])
    expect(deltas(written)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'Look.' },
      { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'x', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{}' } }] },
      { tool_calls: [{ index: 1, id: 'b', type: 'custom', custom: { name: 'note', input: '' } }] },
      { tool_calls: [{ index: 1, custom: { input: 'one' } }] },
      'tool_calls',
      '[DONE]',
    ])
  })
  test('interleaves choices', () => {
    const other = { choice: 1, part: 0 }
    const written = encode([
      start,
      text('a'),
      { type: 'text-delta', ...other, text: 'b' },
      ...end.slice(0, 1),
      { type: 'choice-end', choice: 1, finish: { reason: 'length' } },
      { type: 'reply-end' },
    ])
    expect(
      frames(written).flatMap((frame) =>
        typeof frame === 'string' ? [] : frame.choices.map(({ index, finish_reason: finish }) => [index, finish]),
      ),
    ).toEqual([
      [0, null],
      [0, null],
      [1, null],
      [1, null],
      [0, 'stop'],
      [1, 'length'],
    ])
  })
  test('has `function_call` for clients that use `functions`', () => {
    const call: StreamPart[] = [
      { type: 'tool-call-start', ...at, id: 'a', name: 'x', kind: 'function' },
      { type: 'tool-call-delta', ...at, input: '{}' },
    ]
    expect(deltas(encode([start, ...call, ...end], {}, { functions: [] }))).toEqual([
      { role: 'assistant', content: null },
      { function_call: { name: 'x', arguments: '' } },
      { function_call: { arguments: '{}' } },
      'function_call',
      '[DONE]',
    ])
  })
  test('has citations, images, audio, refusals and log probabilities', () => {
    const written = encode([
      start,
      { ...(text('At nine.') as Extract<StreamPart, { type: 'text-delta' }>), logprobs: [{ token: 'At', logprob: -1 }] },
      { type: 'citation', ...at, citation: { type: 'url', url: 'https://e.com' } },
      { type: 'text-end', ...at },
      {
        type: 'media',
        choice: 0,
        part: 1,
        media: { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBO' }, at: '' },
      },
      { type: 'audio-delta', choice: 0, part: 2, id: 'a1', data: 'UklG' },
      { type: 'refusal-delta', choice: 0, part: 3, text: 'No.' },
      { type: 'choice-end', choice: 0, finish: { reason: 'refusal' } },
      { type: 'reply-end' },
    ])
    expect(deltas(written)).toEqual([
      { role: 'assistant', content: '' },
      { content: 'At nine.' },
      { annotations: [{ type: 'url_citation', url_citation: { url: 'https://e.com', title: '', start_index: 0, end_index: 8 } }] },
      { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }] },
      { audio: { id: 'a1', data: 'UklG' } },
      { refusal: 'No.' },
      'stop',
      '[DONE]',
    ])
    expect(frames(written)[1]).toMatchObject({ choices: [{ logprobs: { content: [{ token: 'At', logprob: -1 }] } }] })
  })
})

describe('proofs in a stream', () => {
  const signature: Proof = { dialect: 'messages', kind: 'signature', value: 'sig' }
  test('of reasoning are sealed, with the range of their text', () => {
    const written = encode([
      start,
      { type: 'reasoning-start', ...at },
      { type: 'reasoning-delta', ...at, text: 'One.' },
      { type: 'reasoning-end', ...at },
      { type: 'reasoning-start', choice: 0, part: 1 },
      { type: 'reasoning-delta', choice: 0, part: 1, text: 'Two.' },
      { type: 'reasoning-end', choice: 0, part: 1, proof: signature },
      ...end,
    ])
    const [, , , details] = deltas(written) as { reasoning_details: [{ signature: string }] }[]
    expect(details).toEqual({
      reasoning_details: [{ type: 'reasoning.text', signature: expect.any(String) as string, format: 'unknown', id: 'text:4-8', index: 0 }],
    })
    expect(openProof(details?.reasoning_details[0].signature ?? '')).toEqual(signature)
  })
  test('of Gemini on a tool call and on a text are unchanged', () => {
    const proof: Proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' }
    const written = encode([
      start,
      text('Hi'),
      { type: 'text-end', ...at, proof },
      { type: 'tool-call-start', choice: 0, part: 1, id: 'a', name: 'x', kind: 'function' },
      { type: 'tool-call-end', choice: 0, part: 1, proof },
      ...end,
    ])
    const extra_content = { google: { thought_signature: 'c2ln' } }
    expect(deltas(written)).toContainEqual({ extra_content })
    expect(deltas(written)).toContainEqual({ tool_calls: [{ index: 0, function: { arguments: '' }, extra_content }] })
  })
})
