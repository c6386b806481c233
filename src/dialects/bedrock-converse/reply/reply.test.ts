import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { bedrockConverseDialect as dialect } from '../index.js'

const context = (): DecodeContext => ({
  newId: (prefix) => `${prefix}1`,
  traits: {},
  ledger: new LossLedger(),
  request: {
    dialect: 'chat-completions',
    model: 'm',
    stream: false,
    turns: [],
    tools: [{ type: 'custom', name: 'patch', at: '/tools/0' }],
    settings: { stopSequences: { value: ['END'], at: '/stop' } },
  },
})

const reply = (content: object[], stopReason = 'end_turn', usage: object = { inputTokens: 5, outputTokens: 2, totalTokens: 7 }) => ({
  output: { message: { role: 'assistant', content } },
  stopReason,
  usage,
})

test('text, reasoning, tool calls and citations of a plain reply', () => {
  const wire = reply(
    [
      { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'sig' } } },
      { reasoningContent: { redactedContent: 'red' } },
      { text: 'Look:' },
      { toolUse: { toolUseId: 't1', name: 'look', input: { city: 'Oslo' } } },
      { toolUse: { toolUseId: 't2', name: 'patch', input: { input: 'raw text' } } },
      {
        citationsContent: {
          content: [{ text: 'It rains.' }],
          citations: [{ title: 'T', location: { documentPage: { documentIndex: 1, start: 1, end: 2 } } }],
        },
      },
    ],
    'tool_use',
    { inputTokens: 5, outputTokens: 2, cacheReadInputTokens: 100, cacheWriteInputTokens: 10 },
  )
  const { choices, usage } = dialect.decodeReply(wire, context())
  expect(choices[0]?.finish).toEqual({ reason: 'tool-calls', native: 'tool_use' })
  expect(choices[0]?.parts).toMatchObject([
    { type: 'reasoning', text: 'Hm.', proof: { dialect: 'bedrock-converse', kind: 'signature', value: 'sig' } },
    { type: 'reasoning', text: '', proof: { kind: 'redacted', value: 'red' } },
    { type: 'text', text: 'Look:' },
    { type: 'tool-call', id: 't1', name: 'look', kind: 'function', input: '{"city":"Oslo"}' },
    { type: 'tool-call', id: 't2', name: 'patch', kind: 'custom', input: 'raw text' },
    { type: 'text', text: 'It rains.', citations: [{ type: 'document', title: 'T', documentIndex: 1 }] },
  ])
  expect(usage).toEqual({ inputTokens: 115, outputTokens: 2, cachedInputTokens: 100, cacheWriteInputTokens: 10 })
})

test.each([
  ['end_turn', { reason: 'stop' }],
  ['max_tokens', { reason: 'length' }],
  ['stop_sequence', { reason: 'stop-sequence', stopSequence: 'END' }],
  ['guardrail_intervened', { reason: 'content-filter' }],
  ['content_filtered', { reason: 'content-filter' }],
  ['model_context_window_exceeded', { reason: 'context-window' }],
  ['malformed_tool_use', { reason: 'malformed-call' }],
  ['something_new', { reason: 'failed' }],
])('%s', (native, finish) => {
  expect(dialect.decodeReply(reply([{ text: 'a' }], native), context()).choices[0]?.finish).toEqual({ ...finish, native })
})

test.each([
  ['no reply', { hello: 1 }],
  ['an error object', { message: 'No.' }],
  ['output that could not be read', reply([], 'malformed_model_output')],
])('%s is no answer', (_, wire) => {
  expect(() => dialect.decodeReply(wire, context())).toThrow(GatewayFailure)
})

describe('a stream', () => {
  const frame = (event: object) => ({ data: JSON.stringify(event) })
  const delta = (contentBlockIndex: number, value: object) => ({ contentBlockDelta: { contentBlockIndex, delta: value } })
  const events = [
    { messageStart: { role: 'assistant' } },
    delta(0, { reasoningContent: { text: 'Hm.' } }),
    delta(0, { reasoningContent: { signature: 'sig' } }),
    { contentBlockStop: { contentBlockIndex: 0 } },
    delta(1, { text: 'Grüße ' }),
    delta(1, { text: '🙂' }),
    { contentBlockStop: { contentBlockIndex: 1 } },
    { contentBlockStart: { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't1', name: 'look' } } } },
    delta(2, { toolUse: { input: '{"city":' } }),
    delta(2, { toolUse: { input: '"Oslo"}' } }),
    { contentBlockStop: { contentBlockIndex: 2 } },
    { contentBlockStart: { contentBlockIndex: 3, start: { toolUse: { toolUseId: 't2', name: 'patch' } } } },
    delta(3, { toolUse: { input: '{"input":"raw"}' } }),
    { contentBlockStop: { contentBlockIndex: 3 } },
    { messageStop: { stopReason: 'tool_use' } },
    { metadata: { usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14 }, metrics: { latencyMs: 1 } } },
  ]
  const decoded = (list: readonly object[]): StreamPart[] => {
    const decoder = dialect.createStreamDecoder(context())
    return [...list.flatMap((event) => decoder.push(frame(event))), ...decoder.end()]
  }

  test('is read part by part', () => {
    expect(decoded(events)).toEqual([
      { type: 'reply-start', id: '', model: '' },
      { type: 'reasoning-start', choice: 0, part: 0 },
      { type: 'reasoning-delta', choice: 0, part: 0, text: 'Hm.' },
      { type: 'reasoning-end', choice: 0, part: 0, proof: { dialect: 'bedrock-converse', kind: 'signature', value: 'sig' } },
      { type: 'text-start', choice: 0, part: 1 },
      { type: 'text-delta', choice: 0, part: 1, text: 'Grüße ' },
      { type: 'text-delta', choice: 0, part: 1, text: '🙂' },
      { type: 'text-end', choice: 0, part: 1 },
      { type: 'tool-call-start', choice: 0, part: 2, id: 't1', name: 'look', kind: 'function' },
      { type: 'tool-call-delta', choice: 0, part: 2, input: '{"city":' },
      { type: 'tool-call-delta', choice: 0, part: 2, input: '"Oslo"}' },
      { type: 'tool-call-end', choice: 0, part: 2 },
      { type: 'tool-call-start', choice: 0, part: 3, id: 't2', name: 'patch', kind: 'custom' },
      { type: 'tool-call-delta', choice: 0, part: 3, input: 'raw' },
      { type: 'tool-call-end', choice: 0, part: 3 },
      { type: 'choice-end', choice: 0, finish: { reason: 'tool-calls', native: 'tool_use' } },
      { type: 'usage', usage: { inputTokens: 5, outputTokens: 9 } },
      { type: 'reply-end' },
    ])
  })

  test('cut off before messageStop it is an error, after it complete', () => {
    for (let count = 0; count < events.length; count++) {
      const last = decoded(events.slice(0, count)).at(-1)
      expect([count, last?.type]).toEqual([count, count >= 15 ? 'reply-end' : 'error'])
    }
  })

  test.each([
    ['throttlingException', 'upstream_rate_limited'],
    ['modelStreamErrorException', 'upstream_unavailable'],
    ['serviceUnavailableException', 'overloaded'],
    ['internalServerException', 'upstream_unavailable'],
    ['validationException', 'invalid_request'],
  ])('%s in mid-stream', (name, kind) => {
    expect(decoded([...events.slice(0, 5), { [name]: { message: 'No.' } }]).at(-1)).toMatchObject({
      type: 'error',
      error: { kind, message: 'No.' },
    })
  })

  test.each([
    ['not JSON', '{'],
    ['a delta without a value', '{"contentBlockDelta":{"contentBlockIndex":0}}'],
    ['a text in place of an object', '{"messageStart":"x"}'],
  ])('%s is an error', (_, data) => {
    expect(dialect.createStreamDecoder(context()).push({ data })).toMatchObject([{ type: 'error', error: { kind: 'upstream_invalid' } }])
  })

  test('the tap reads content, usage and the end', () => {
    const tap = dialect.createStreamTap()
    const sights = events.map((event) => tap.push(frame(event)).type)
    expect(sights.filter((sight) => sight === 'content')).toHaveLength(7)
    expect([tap.finished, tap.usage, tap.contentBytes]).toEqual([true, { inputTokens: 5, outputTokens: 9 }, 45])
    expect(tap.push(frame({ throttlingException: { message: 'No.' } }))).toMatchObject({
      type: 'error',
      error: { kind: 'upstream_rate_limited' },
    })
  })
})

test.each([
  [429, 'ThrottlingException:http://internal.amazon.com/', 'upstream_rate_limited'],
  [400, 'ValidationException', 'invalid_request'],
  [403, 'AccessDeniedException', 'upstream_auth'],
  [404, 'ResourceNotFoundException', 'not_found'],
  [408, 'ModelTimeoutException', 'upstream_timeout'],
  [424, 'ModelErrorException', 'upstream_unavailable'],
  [429, 'ModelNotReadyException', 'overloaded'],
  [500, 'InternalServerException', 'upstream_unavailable'],
  [503, 'ServiceUnavailableException', 'overloaded'],
  [400, undefined, 'invalid_request'],
])('%i %s is %s', (status, type, kind) => {
  const headers = type === undefined ? {} : { 'x-amzn-errortype': type }
  expect(dialect.decodeError(status, headers, '{"message":"No."}')).toMatchObject({
    kind,
    message: 'No.',
    native: { dialect: 'bedrock-converse', status },
  })
})
