import { chatCompletionsDialect } from '../../dialects/chat-completions/index.js'
import type { StreamTap } from '../../dialects/dialect.js'
import { messagesDialect } from '../../dialects/messages/index.js'
import { generateContentDialect } from '../../dialects/generate-content/index.js'
import { LongOutput } from './long-output.js'
import { RelayPipe, type RelayPipeOptions } from './relay-pipe.js'
import type { Piped, PipeOutput } from './stream-pipe.js'

const frame = (data: object | string, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
const chunk = (delta: object, finish: string | null = null): string =>
  frame({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })
const done = frame('[DONE]')
const hello = chunk({ content: 'hello' })
const end = chunk({}, 'stop')

function pipeOf(tap: StreamTap, more: Partial<RelayPipeOptions> = {}): RelayPipe {
  return new RelayPipe({ tap, frameLimit: 10_000, failure: ({ kind }) => frame({ error: kind }), ...more })
}

/** At once, as text. */
function shown(piped: Piped): Omit<PipeOutput, 'output'> & { readonly output: string } {
  if (piped instanceof Promise) throw new Error('it works in many turns')
  if (piped.output instanceof LongOutput) throw new Error('it is written in pieces')
  return { ...piped, output: piped.output.toString() }
}

const chat = (more?: Partial<RelayPipeOptions>): RelayPipe => pipeOf(chatCompletionsDialect.createStreamTap(), more)

test('frames pass unchanged; the stream ends at [DONE]', () => {
  const pipe = chat()
  expect(shown(pipe.push(Buffer.from(hello)))).toEqual({ output: hello, content: true })
  expect(shown(pipe.push(Buffer.from(end + done)))).toEqual({ output: end + done, content: false, ended: 'complete' })
})

test('[DONE] without a finish reason is an end too early', () => {
  expect(shown(chat().push(Buffer.from(hello + done)))).toMatchObject({
    output: hello,
    content: true,
    ended: { kind: 'upstream_disconnected' },
  })
})

test('nothing after the end mark passes', () => {
  const stop = frame({ type: 'message_stop' }, 'message_stop')
  const pipe = pipeOf(messagesDialect.createStreamTap(), { endsAtMark: true })
  const start = frame({ type: 'message_start', message: { id: 'm', content: [], usage: {} } }, 'message_start')
  const delta = frame({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }, 'message_delta')
  expect(shown(pipe.push(Buffer.from(start + delta + stop + frame({ type: 'ping' }, 'ping'))))).toEqual({
    output: start + delta + stop,
    content: false,
    ended: 'complete',
  })
})

test('an error of the provider follows what came before it', () => {
  const error = { error: { message: 'no', type: 'server_error' } }
  expect(shown(chat().push(Buffer.from(hello + frame(error) + end)))).toMatchObject({
    output: hello,
    content: true,
    ended: { message: 'no' },
  })
})

test('a frame may be replaced or left out; the others pass unchanged', () => {
  const pipe = chat({ rewrite: ({ data }) => (data.includes('hello') ? '' : data.includes('stop') ? 'x' : undefined) })
  expect(shown(pipe.push(Buffer.from(hello + chunk({ content: 'a' }) + end)))).toEqual({
    output: `${chunk({ content: 'a' })}x`,
    content: true,
  })
})

test('frames as elements of an array; a failure closes it', () => {
  const part = (text: string, finish?: string) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: finish }],
  })
  const [one, two] = [part('a'), part('b', 'STOP')]
  const array = (): RelayPipe => pipeOf(generateContentDialect.createStreamTap(), { framing: 'json-array' })
  const pipe = array()
  const output = [shown(pipe.push(Buffer.from(frame(one)))), shown(pipe.push(Buffer.from(frame(two)))), shown(pipe.end())]
  expect(JSON.parse(output.map((each) => each.output).join(''))).toEqual([one, two])
  const broken = array()
  const text = shown(broken.push(Buffer.from(frame(one)))).output + broken.failure({ kind: 'overloaded', message: '' })
  expect(JSON.parse(text)).toEqual([one, { error: 'overloaded' }])
  expect(JSON.parse(array().failure({ kind: 'overloaded', message: '' }))).toEqual([{ error: 'overloaded' }])
})

test.each([
  ['that is whole', [hello, end, done], 100, { output: hello + end + done, content: true, ended: 'complete' }],
  ['whose end is missing', [hello], 100, { output: '', content: false, ended: { kind: 'upstream_disconnected' } }],
  ['that is too long', [hello, end, done], 1, { output: '', content: false, ended: { kind: 'upstream_invalid' } }],
])('a reply of JSON %s is played as a stream', (_name, frames, limit, expected) => {
  const pipe = chat({ whole: { limit, frames: () => frames } })
  expect(shown(pipe.play(Buffer.from('{"a": 1}')))).toMatchObject(expected)
})
