import { expect, test } from '@jest/globals'
import { chatCompletionsDialect } from './chat-completions/index.js'
import type { Dialect } from './dialect.js'
import { messagesDialect } from './messages/index.js'
import { responsesDialect } from './responses/index.js'

function framesOf(dialect: Dialect, reply: object): unknown[] {
  return Array.from(dialect.framesOfReply(reply) ?? [], (frame) => {
    const data = frame.slice(frame.indexOf('data: ') + 6).trimEnd()
    return data === '[DONE]' ? data : (JSON.parse(data) as unknown)
  })
}

test('a chat completion becomes a chunk with the message and its unknown members, one with the finish reason, and one with the usage', () => {
  const message = { role: 'assistant', content: 'Hi.', mood: 'good', tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }] }
  const head = { id: 'c', model: 'm' }
  const chunk = { ...head, object: 'chat.completion.chunk' }
  const delta = { ...message, tool_calls: [{ index: 0, ...message.tool_calls[0] }] }
  expect(
    framesOf(chatCompletionsDialect, { ...head, choices: [{ index: 0, message, finish_reason: null }], usage: { prompt_tokens: 1 } }),
  ).toEqual([
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    { ...chunk, choices: [], usage: { prompt_tokens: 1 } },
    '[DONE]',
  ])
})

test('a large member is in one chunk alone, however many choices there are', () => {
  const large = { notes: 'n'.repeat(2000), system_fingerprint: 'f'.repeat(2000) }
  const choices = [0, 1].map((index) => ({ index, message: { content: 'Hi.' }, finish_reason: 'stop' }))
  const chunks = framesOf(chatCompletionsDialect, { id: 'c', ...large, choices, usage: {} })
  expect(chunks[0]).toMatchObject({ id: 'c', ...large })
  const head = { id: 'c', object: 'chat.completion.chunk' }
  expect(chunks.slice(1, -1)).toEqual(
    Array.from({ length: 4 }, () => ({ ...head, choices: expect.anything() })).map((chunk, index) =>
      index === 3 ? { ...chunk, usage: {} } : chunk,
    ),
  )
})

test('a message becomes its start, each block with one delta, and its end', () => {
  const usage = { input_tokens: 1, output_tokens: 2 }
  const content = [
    { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
    { type: 'text', text: 'Hi.', citations: [{ type: 'x' }] },
    { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } },
    { type: 'new_kind', value: 1 },
  ]
  const stop = (index: number) => ({ type: 'content_block_stop', index })
  const start = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block })
  const delta = (index: number, piece: object) => ({ type: 'content_block_delta', index, delta: piece })
  expect(framesOf(messagesDialect, { id: 'msg', content, stop_reason: 'tool_use', usage })).toEqual([
    { type: 'message_start', message: { id: 'msg', content: [], stop_reason: null, stop_sequence: null, usage } },
    start(0, { type: 'thinking', thinking: '', signature: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
    delta(0, { type: 'signature_delta', signature: 'sig' }),
    stop(0),
    start(1, { type: 'text', text: '' }),
    delta(1, { type: 'text_delta', text: 'Hi.' }),
    delta(1, { type: 'citations_delta', citation: { type: 'x' } }),
    stop(1),
    start(2, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
    delta(2, { type: 'input_json_delta', partial_json: '{"n":1}' }),
    stop(2),
    start(3, { type: 'new_kind', value: 1 }),
    stop(3),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
})

test('a value that is not a complete reply has no frames', () => {
  expect(chatCompletionsDialect.framesOfReply({ choices: [] })).toBeUndefined()
  expect(messagesDialect.framesOfReply([])).toBeUndefined()
  expect(responsesDialect.framesOfReply({ output: [], status: 'in_progress' })).toBeUndefined()
})
