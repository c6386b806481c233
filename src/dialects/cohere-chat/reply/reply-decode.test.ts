import type { DecodeContext } from '../../../exchange/context.js'
import { GatewayFailure, type GatewayError } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, Settings, Tool } from '../../../exchange/request.js'
import type { StreamPart } from '../../../exchange/stream-part.js'
import { cohereChatDialect } from '../index.js'

function context(tools: readonly Tool[] = [], settings: Settings = {}): DecodeContext {
  const request: ConversationRequest = { dialect: 'chat-completions', model: 'alias', stream: true, turns: [], tools, settings }
  return { newId: (prefix) => `${prefix}new`, traits: {}, ledger: new LossLedger(), request }
}

const note: Tool = { type: 'custom', name: 'note', at: '/tools/0' }
const call = (name: string, input: string | null, id = 'c1'): object => ({ id, type: 'function', function: { name, arguments: input } })
const reply = (message: object, finish = 'COMPLETE', usage?: object): object => ({
  id: 'r1',
  finish_reason: finish,
  message: { role: 'assistant', ...message },
  ...(usage ? { usage } : {}),
})

describe('plain replies', () => {
  test('text, thinking, and usage of tokens used, not of billed units', () => {
    const wire = reply(
      {
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'Red' },
        ],
      },
      'MAX_TOKENS',
      {
        billed_units: { input_tokens: 3, output_tokens: 2 },
        tokens: { input_tokens: 60, output_tokens: 4, reasoning_tokens: 1 },
        cached_tokens: 16,
      },
    )
    expect(cohereChatDialect.decodeReply(wire, context())).toEqual({
      id: 'r1',
      model: '',
      usage: { inputTokens: 60, outputTokens: 4, cachedInputTokens: 16, reasoningOutputTokens: 1 },
      choices: [
        {
          index: 0,
          finish: { reason: 'length', native: 'MAX_TOKENS' },
          parts: [
            { type: 'reasoning', text: 'Hm.', at: '' },
            { type: 'text', text: 'Red', at: '' },
          ],
        },
      ],
    })
  })

  test.each([
    [null, '{}'],
    ['null', '{}'],
    ['', '{}'],
    ['{"a":1}', '{"a":1}'],
  ])('arguments %j are %j', (wire, input) => {
    const { choices } = cohereChatDialect.decodeReply(
      reply({ tool_plan: 'I will.', tool_calls: [call('now', wire)] }, 'TOOL_CALL'),
      context(),
    )
    expect(choices[0]?.parts).toEqual([
      { type: 'reasoning', text: 'I will.', at: '' },
      { type: 'tool-call', id: 'c1', name: 'now', kind: 'function', input, at: '' },
    ])
    expect(choices[0]?.finish.reason).toBe('tool-calls')
  })

  test('a call of a custom tool has its text', () => {
    const { choices } = cohereChatDialect.decodeReply(
      reply({ tool_calls: [call('note', '{"input":"one\\ntwo"}')] }, 'TOOL_CALL'),
      context([note]),
    )
    expect(choices[0]?.parts[0]).toMatchObject({ kind: 'custom', input: 'one\ntwo' })
  })

  test('citations are on their text; offsets count UTF-16', () => {
    const wire = reply({
      content: [
        { type: 'thinking', thinking: 'x' },
        { type: 'text', text: '🙂 Ruby' },
      ],
      citations: [
        {
          start: 2,
          end: 6,
          text: 'Ruby',
          content_index: 1,
          sources: [{ type: 'document', id: 'doc:0', document: { title: 'f', text: 'Ruby is', url: 'https://r.test' } }],
        },
      ],
    })
    const part = cohereChatDialect.decodeReply(wire, context()).choices[0]?.parts[1]
    expect(part).toMatchObject({
      text: '🙂 Ruby',
      citations: [{ type: 'url', url: 'https://r.test', title: 'f', citedText: 'Ruby is', documentIndex: 0, start: 3, end: 7 }],
    })
  })

  test('the stop sequence is known where the request has exactly one', () => {
    const settings = { stopSequences: { value: ['END'], at: '/stop' } }
    expect(cohereChatDialect.decodeReply(reply({ content: [] }, 'STOP_SEQUENCE'), context([], settings)).choices[0]?.finish).toEqual({
      reason: 'stop-sequence',
      native: 'STOP_SEQUENCE',
      stopSequence: 'END',
    })
  })

  test.each<[string, unknown, GatewayError['kind']]>([
    ['an error object', { message: 'no such model' }, 'upstream_invalid'],
    ['a foreign shape', { choices: [] }, 'upstream_invalid'],
    ['a text', 'hello', 'upstream_invalid'],
    ['a generation that failed', reply({ content: [] }, 'ERROR'), 'upstream_unavailable'],
    ['a generation that took too long', reply({ content: [] }, 'TIMEOUT'), 'upstream_timeout'],
  ])('%s with status 200 is a failure', (_, wire, kind) => {
    const attempt = (): unknown => cohereChatDialect.decodeReply(wire, context())
    expect(attempt).toThrow(GatewayFailure)
    expect(attempt).toThrow(expect.objectContaining({ error: expect.objectContaining({ kind }) as unknown }) as Error)
  })
})

describe('streams', () => {
  const start = { type: 'message-start', id: 'r1', delta: { message: { role: 'assistant', content: [] } } }
  const content = (type: 'text' | 'thinking', index = 0): object => ({
    type: 'content-start',
    index,
    delta: { message: { content: { type, [type]: '' } } },
  })
  const delta = (type: 'text' | 'thinking', words: string, index = 0): object => ({
    type: 'content-delta',
    index,
    delta: { message: { content: { [type]: words } } },
  })
  const end = (reason = 'COMPLETE', more: object = {}): object => ({
    type: 'message-end',
    delta: { finish_reason: reason, usage: { tokens: { input_tokens: 9, output_tokens: 3 } }, ...more },
  })
  const toolStart = (index: number, name: string, input = ''): object => ({
    type: 'tool-call-start',
    index,
    delta: { message: { tool_calls: call(name, input, `c${index}`) } },
  })
  const toolDelta = (index: number, input: string): object => ({
    type: 'tool-call-delta',
    index,
    delta: { message: { tool_calls: { function: { arguments: input } } } },
  })
  const toolEnd = (index: number): object => ({ type: 'tool-call-end', index })

  function decode(events: readonly (object | string)[], tools: readonly Tool[] = []): StreamPart[] {
    const decoder = cohereChatDialect.createStreamDecoder(context(tools))
    return [
      ...events.flatMap((event) => decoder.push({ data: typeof event === 'string' ? event : JSON.stringify(event) })),
      ...decoder.end(),
    ]
  }
  const brief = (parts: readonly StreamPart[]): string[] =>
    parts.map((part) => {
      const rest =
        'text' in part
          ? part.text
          : 'input' in part
            ? part.input
            : 'name' in part
              ? part.name
              : part.type === 'choice-end'
                ? part.finish.reason
                : part.type === 'error'
                  ? part.error.kind
                  : ''
      return `${part.type}${'part' in part ? ` ${part.part}` : ''}${rest === '' ? '' : ` ${rest}`}`
    })

  test.each<[string, readonly (object | string)[], readonly Tool[], string[]]>([
    [
      'thinking, then text',
      [
        start,
        content('thinking'),
        delta('thinking', 'Hm'),
        { type: 'content-end', index: 0 },
        content('text', 1),
        delta('text', 'Re', 1),
        delta('text', 'd', 1),
        { type: 'content-end', index: 1 },
        end(),
        '[DONE]',
      ],
      [],
      [
        'reply-start',
        'reasoning-start 0',
        'reasoning-delta 0 Hm',
        'reasoning-end 0',
        'text-start 1',
        'text-delta 1 Re',
        'text-delta 1 d',
        'usage',
        'text-end 1',
        'choice-end stop',
        'reply-end',
      ],
    ],
    [
      'plan and parallel calls, one without arguments',
      [
        start,
        { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I will' } } },
        toolStart(0, 'a'),
        toolDelta(0, '{"x":'),
        toolDelta(0, '1}'),
        toolEnd(0),
        toolStart(1, 'b'),
        toolDelta(1, 'nu'),
        toolDelta(1, 'll'),
        toolEnd(1),
        end('TOOL_CALL'),
      ],
      [],
      [
        'reply-start',
        'reasoning-start 0',
        'reasoning-delta 0 I will',
        'reasoning-end 0',
        'tool-call-start 1 a',
        'tool-call-delta 1 {"x":',
        'tool-call-delta 1 1}',
        'tool-call-end 1',
        'tool-call-start 2 b',
        'tool-call-delta 2 {}',
        'tool-call-end 2',
        'usage',
        'choice-end tool-calls',
        'reply-end',
      ],
    ],
    [
      'the input of a custom tool comes in one piece',
      [start, toolStart(0, 'note'), toolDelta(0, '{"input":"a'), toolDelta(0, '\\nb"}'), toolEnd(0), end('TOOL_CALL')],
      [note],
      ['reply-start', 'tool-call-start 0 note', 'tool-call-delta 0 a\nb', 'tool-call-end 0', 'usage', 'choice-end tool-calls', 'reply-end'],
    ],
    [
      'a citation after content-end comes before text-end',
      [
        start,
        content('text'),
        delta('text', 'Ruby'),
        { type: 'content-end', index: 0 },
        {
          type: 'citation-start',
          index: 0,
          delta: { message: { citations: { start: 0, end: 4, text: 'Ruby', sources: [{ type: 'tool', id: 't' }] } } },
        },
        { type: 'citation-end', index: 0 },
        end(),
      ],
      [],
      ['reply-start', 'text-start 0', 'text-delta 0 Ruby', 'citation 0', 'usage', 'text-end 0', 'choice-end stop', 'reply-end'],
    ],
    [
      'a stream that is cut off is an error, and open parts are not ended',
      [start, content('text'), delta('text', 'Re')],
      [],
      ['reply-start', 'text-start 0', 'text-delta 0 Re', 'error upstream_disconnected'],
    ],
    ['garbage is an error', [start, '{"type":'], [], ['reply-start', 'error upstream_invalid']],
    ['an error object is an error', [start, { message: 'too many tokens' }], [], ['reply-start', 'error upstream_invalid']],
    [
      'a failed generation is an error',
      [start, end('ERROR', { error: 'gone' })],
      [],
      ['reply-start', 'usage', 'error upstream_unavailable'],
    ],
    [
      'unknown events are ignored',
      [start, { type: 'debug' }, content('text'), delta('text', 'x'), end()],
      [],
      ['reply-start', 'text-start 0', 'text-delta 0 x', 'usage', 'text-end 0', 'choice-end stop', 'reply-end'],
    ],
    [
      'events after the end are ignored',
      [start, end(), delta('text', 'late')],
      [],
      ['reply-start', 'usage', 'choice-end stop', 'reply-end'],
    ],
  ])('%s', (_, events, tools, expected) => {
    expect(brief(decode(events, tools))).toEqual(expected)
  })

  test('the tap reads usage, content and the end', () => {
    const tap = cohereChatDialect.createStreamTap()
    const sights = [start, delta('text', 'é'), end()].map((event) => tap.push({ data: JSON.stringify(event) }).type)
    expect(sights).toEqual(['other', 'content', 'other'])
    expect([tap.finished, tap.contentBytes, tap.usage]).toEqual([true, 2, { inputTokens: 9, outputTokens: 3 }])
  })
})

describe('errors', () => {
  test.each<[string, number, Record<string, string>, string, Partial<GatewayError>]>([
    ['a refusal', 400, {}, '{"id":"x","message":"bad"}', { kind: 'invalid_request', message: 'bad' }],
    ['422 stays 422', 422, {}, '{"message":"too many documents"}', { kind: 'invalid_request', status: 422, message: 'too many documents' }],
    ["the gateway's key", 401, {}, '{"message":"invalid api token"}', { kind: 'upstream_auth' }],
    ['an invalid token', 498, {}, '{"message":"invalid token"}', { kind: 'upstream_auth' }],
    ['a rate limit', 429, { 'retry-after': '7' }, '{"message":"slow down"}', { kind: 'upstream_rate_limited', retryAfterSeconds: 7 }],
    [
      'HTML',
      502,
      {},
      '<html><body>Bad gateway</body></html>',
      { kind: 'upstream_unavailable', message: 'The provider answered with the status 502.' },
    ],
    ['an empty body', 503, {}, '', { kind: 'overloaded' }],
    ["another style's shape", 404, {}, '{"error":{"message":"no such model"}}', { kind: 'not_found', message: 'no such model' }],
    ['plain text', 500, {}, 'upstream connect error', { kind: 'upstream_unavailable', message: 'upstream connect error' }],
  ])('%s', (_, status, headers, body, expected) => {
    expect(cohereChatDialect.decodeError(status, headers, body)).toMatchObject(expected)
  })
})

describe('replies that the contract allows and other dialects cannot express', () => {
  test('a call without a name is left out', () => {
    const seen = context()
    const { choices } = cohereChatDialect.decodeReply(reply({ tool_calls: [{}, call('look', '{}')] }, 'TOOL_CALL'), seen)
    expect(choices[0]?.parts).toMatchObject([{ type: 'tool-call', name: 'look' }])
    expect(seen.ledger.losses).toMatchObject([{ at: '/message/tool_calls/0', side: 'reply' }])
  })

  test('texts of another type are empty', () => {
    const content = [
      { type: 'thinking', thinking: 1 },
      { type: 'text', text: null },
    ]
    expect(cohereChatDialect.decodeReply(reply({ content, tool_plan: 7 }), context()).choices[0]?.parts).toEqual([
      { type: 'reasoning', text: '', at: '' },
      { type: 'text', text: '', at: '' },
    ])
  })

  test('counts are integers', () => {
    const usage = { tokens: { input_tokens: 60.4, output_tokens: 4 } }
    expect(cohereChatDialect.decodeReply(reply({}, 'COMPLETE', usage), context()).usage).toEqual({ inputTokens: 60, outputTokens: 4 })
  })
})
