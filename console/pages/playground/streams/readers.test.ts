import type { ChatDialect } from '../../../../src/exchange/dialect-name.js'
import type { AnswerContent } from '../conversation.js'
import { AnswerBuilder } from './answer-builder.js'
import type { Delta } from './delta.js'
import { EventReader } from './events.js'
import { loadStyle } from '../wire/wire-style.js'

type Content = Pick<AnswerContent, 'text' | 'reasoning' | 'calls'> & { readonly usage: object; readonly end: string | undefined }

async function read(style: ChatDialect, frames: readonly (object | string)[]): Promise<Content> {
  const events = new EventReader()
  const reader = (await loadStyle(style)).reader()
  const builder = new AnswerBuilder()
  const stream = frames.map((frame) => `data: ${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n\n`).join('')
  // In pieces of 7 characters, as a network may cut it.
  for (let from = 0; from < stream.length; from += 7)
    for (const { name, data } of events.push(stream.slice(from, from + 7))) for (const delta of reader.event(name, data)) builder.add(delta)
  return contentOf(builder)
}

function contentOf(builder: AnswerBuilder): Content {
  const { text, reasoning, calls, measures } = builder.content({ model: '', style: '' })
  const { model: _model, style: _style, ...usage } = measures
  return { text, reasoning, calls, usage, end: builder.problem?.code ?? builder.finish }
}

const clock = [{ id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' }]

const streams: Readonly<Record<ChatDialect, readonly (object | string)[]>> = {
  'chat-completions': [
    { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
    { choices: [{ delta: { reasoning_content: 'Hm.' } }] },
    { choices: [{ delta: { content: 'Hel' } }] },
    { choices: [{ delta: { content: 'lo' } }] },
    { choices: [{ delta: { tool_calls: [{ index: 0, id: 'call_1', function: { name: 'clock', arguments: '' } }] } }] },
    { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '{"zone":' } }] } }] },
    { choices: [{ delta: { tool_calls: [{ index: 0, function: { arguments: '"UTC"}' } }] } }] },
    { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 4, cost: 0.5 } },
    '[DONE]',
  ],
  messages: [
    { type: 'message_start', message: { usage: { input_tokens: 3, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'call_1', name: 'clock', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"zone":' } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '"UTC"}' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4, cost: '0.5' } },
    { type: 'message_stop' },
  ],
  responses: [
    { type: 'response.created', response: {} },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning' } },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Hm.' },
    { type: 'response.output_text.delta', output_index: 1, delta: 'Hello' },
    { type: 'response.output_item.added', output_index: 2, item: { type: 'function_call', call_id: 'call_1', name: 'clock' } },
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"zone":"UTC"}' },
    { type: 'response.completed', response: { status: 'completed', usage: { input_tokens: 3, output_tokens: 4, cost: 0.5 } } },
  ],
  'generate-content': [
    { candidates: [{ content: { parts: [{ text: 'Hm.', thought: true }] } }] },
    { candidates: [{ content: { parts: [{ text: 'Hello' }] } }] },
    { candidates: [{ content: { parts: [{ functionCall: { id: 'call_1', name: 'clock', args: { zone: 'UTC' } } }] } }] },
    {
      candidates: [{ content: { parts: [] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 3, thoughtsTokenCount: 1, cost: 0.5 },
    },
  ],
}

test.each(Object.entries(streams))('a stream of %s: reasoning, text, a tool call, usage with its cost', async (style, frames) => {
  expect(await read(style as ChatDialect, frames)).toEqual({
    text: 'Hello',
    reasoning: 'Hm.',
    calls: clock,
    usage: { inputTokens: 3, outputTokens: 4, cost: 0.5 },
    end: 'tool_calls',
  })
})

const replies: Readonly<Record<ChatDialect, object>> = {
  'chat-completions': {
    choices: [
      {
        message: { content: 'Hello', tool_calls: [{ id: 'call_1', function: { name: 'clock', arguments: '{"zone":"UTC"}' } }] },
        finish_reason: 'length',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  },
  messages: {
    content: [
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'call_1', name: 'clock', input: { zone: 'UTC' } },
    ],
    stop_reason: 'max_tokens',
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  responses: {
    status: 'incomplete',
    incomplete_details: { reason: 'max_output_tokens' },
    output: [
      { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
      { type: 'function_call', call_id: 'call_1', name: 'clock', arguments: '{"zone":"UTC"}' },
    ],
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  'generate-content': {
    candidates: [
      {
        content: { parts: [{ text: 'Hello' }, { functionCall: { id: 'call_1', name: 'clock', args: { zone: 'UTC' } } }] },
        finishReason: 'MAX_TOKENS',
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
  },
}

test.each(Object.entries(replies))('a whole reply of %s, cut by the limit', async (style, reply) => {
  const reader = (await loadStyle(style as ChatDialect)).reader()
  const builder = new AnswerBuilder()
  for (const delta of reader.reply(reply)) builder.add(delta)
  expect(contentOf(builder)).toEqual({
    text: 'Hello',
    reasoning: '',
    calls: clock,
    usage: { inputTokens: 3, outputTokens: 4 },
    end: 'length',
  })
})

test.each<[ChatDialect, object]>([
  ['chat-completions', { error: { message: 'gone', type: 'server_error', code: 'upstream_disconnected' } }],
  ['messages', { type: 'error', error: { type: 'upstream_disconnected', message: 'gone' } }],
  ['responses', { type: 'response.failed', response: { status: 'failed', error: { code: 'upstream_disconnected', message: 'gone' } } }],
  ['generate-content', { error: { code: 503, message: 'gone', status: 'upstream_disconnected' } }],
])('an error inside a stream of %s', async (style, frame) => {
  expect((await read(style, [frame])).end).toBe('upstream_disconnected')
})

test('events: comments, several lines of data, other line ends, no empty line at the end', () => {
  const reader = new EventReader()
  expect(reader.push(': hello\n\nevent: a\r\ndata: 1\r\ndata: 2\r\n\r\ndata:3')).toEqual([{ name: 'a', data: '1\n2' }])
  expect(reader.end()).toEqual([{ name: '', data: '3' }])
})

const picture = { name: 'image/png', mediaType: 'image/png', data: 'iVBO' }

test.each<[string, object, Delta]>([
  ['a picture', { images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }] }, { kind: 'picture', picture }],
  ['sound', { audio: { id: 'a', data: 'UklGRg==' } }, { kind: 'sound', data: 'UklGRg==' }],
])('%s in a reply of the style chat-completions, streamed and whole', async (_what, message, expected) => {
  const style = await loadStyle('chat-completions')
  expect(style.reader().event('', JSON.stringify({ choices: [{ delta: message }] }))).toEqual([expected])
  expect(style.reader().reply({ choices: [{ message }] })).toEqual([expected])
})

test.each<[string, Delta]>([
  ['image/png', { kind: 'picture', picture }],
  ['audio/L16;rate=24000', { kind: 'sound', mediaType: 'audio/L16;rate=24000', data: 'iVBO' }],
])('%s in a reply of the style generate-content, streamed and whole', async (mimeType, expected) => {
  const style = await loadStyle('generate-content')
  const body = { candidates: [{ content: { parts: [{ inlineData: { mimeType, data: 'iVBO' } }] } }] }
  expect(style.reader().event('', JSON.stringify(body))).toEqual([expected])
  expect(style.reader().reply(body)).toEqual([expected])
})

const ended = (builder: AnswerBuilder): AnswerContent => ({
  ...builder.content({ model: '', style: '' }),
  standing: { state: 'complete', finish: 'stop' },
})

test('pieces of sound are content, and one sound after the pictures when the answer has ended', async () => {
  const builder = new AnswerBuilder()
  expect(builder.add({ kind: 'sound', data: 'UklGRg==' })).toBe(true)
  builder.add({ kind: 'picture', picture })
  builder.add({ kind: 'sound', data: 'AAAA' })
  expect(ended(builder).pictures).toEqual([picture])
  const sound = { name: 'audio/wav', mediaType: 'audio/wav', data: 'UklGRgAAAA==' }
  expect(await builder.withSound(ended(builder))).toEqual({ ...ended(builder), pictures: [picture, sound], soundCut: false })
})

test.each<[string, readonly string[], string, boolean]>([
  ['as long as there is room', ['AAAA', 'AAAA'], 'AAAAAAAA', false],
  ['longer, in one piece', ['AAAAAAAAAAAA'], 'AAAAAAAA', true],
  ['longer, in pieces', ['AAAA', 'AAAA', 'AAAA'], 'AAAAAAAA', true],
  ['longer, with padding where there is no more room', ['AAA=', 'AA==', 'AAAA'], 'AAAA', true],
])('sound %s: what is kept, and whether it is cut', async (_length, pieces, data, soundCut) => {
  const builder = new AnswerBuilder(8)
  for (const piece of pieces) builder.add({ kind: 'sound', data: piece })
  expect(await builder.withSound(ended(builder))).toMatchObject({ pictures: [{ data }], soundCut })
})

test('an answer may have 32 MB of sound', async () => {
  const builder = new AnswerBuilder()
  builder.add({ kind: 'sound', data: Buffer.alloc(32_000_000).toString('base64') })
  expect((await builder.withSound(ended(builder))).soundCut).toBe(false)
  builder.add({ kind: 'sound', data: 'AAAA' })
  expect((await builder.withSound(ended(builder))).soundCut).toBe(true)
})

test('an answer without sound stays as it is', async () => {
  const content = ended(new AnswerBuilder())
  expect(await new AnswerBuilder().withSound(content)).toBe(content)
})

test('what a spoken answer says is its text, streamed and whole', async () => {
  const style = await loadStyle('chat-completions')
  const streamed = style.reader()
  const pieces = [{ id: 'a' }, { transcript: 'Hel' }, { data: 'AAAA' }, { transcript: 'lo' }]
  const deltas = pieces.flatMap((audio) => streamed.event('', JSON.stringify({ choices: [{ delta: { audio } }] })))
  expect(deltas.filter(({ kind }) => kind === 'text')).toEqual([
    { kind: 'text', text: 'Hel' },
    { kind: 'text', text: 'lo' },
  ])
  const message = { content: null, audio: { id: 'a', data: 'AAAA', transcript: 'Hello' } }
  expect(style.reader().reply({ choices: [{ message }] })).toContainEqual({ kind: 'text', text: 'Hello' })
  // Not once more where the text is there too.
  const both = { ...message, content: 'Hello' }
  expect(
    style
      .reader()
      .reply({ choices: [{ message: both }] })
      .filter(({ kind }) => kind === 'text'),
  ).toHaveLength(1)
})

test('a picture in a reply of the style responses, streamed and whole', async () => {
  const item = { type: 'image_generation_call', id: 'ig_1', result: 'iVBO', output_format: 'png' }
  const style = await loadStyle('responses')
  const done = { type: 'response.output_item.done', output_index: 0, item }
  expect(style.reader().event('', JSON.stringify(done))).toEqual([{ kind: 'picture', picture }])
  expect(style.reader().reply({ status: 'completed', output: [item] })).toContainEqual({ kind: 'picture', picture })
})
