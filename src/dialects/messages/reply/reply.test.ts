import type { GatewayFailure } from '../../../exchange/error.js'
import type { Part, ToolCallPart } from '../../../exchange/part.js'
import { openProof } from '../../../exchange/proof.js'
import type { Finish, Reply } from '../../../exchange/reply.js'
import type { Tool } from '../../../exchange/request.js'
import { decodeContext, gauge, note, replyContext } from '../fixtures/conversation.js'
import { decodeReply } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'

const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'up-model', stop_reason: 'end_turn', stop_sequence: null }

function decodeParts(content: object[], tools: readonly Tool[] = []): readonly Part[] | undefined {
  return decodeReply({ ...message, content, usage: { input_tokens: 1, output_tokens: 1 } }, decodeContext(tools)).choices[0]?.parts
}

function failureOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return (error as GatewayFailure).error
  }
  return undefined
}

describe('a reply of a messages upstream', () => {
  const at = ''
  const citation = { type: 'web_search_result_location', url: 'https://a.example', title: 'A', cited_text: 'nine', encrypted_index: 'e' }
  const cases: [string, object, object][] = [
    ['text', { type: 'text', text: 'Hi.', citations: null }, { type: 'text', text: 'Hi.', at }],
    [
      'a text with a citation',
      { type: 'text', text: 'At nine.', citations: [citation] },
      {
        type: 'text',
        text: 'At nine.',
        at,
        citations: [
          { type: 'url', url: 'https://a.example', title: 'A', citedText: 'nine', native: { dialect: 'messages', value: citation } },
        ],
      },
    ],
    [
      'thinking',
      { type: 'thinking', thinking: 'hm', signature: 's' },
      { type: 'reasoning', text: 'hm', proof: { dialect: 'messages', kind: 'signature', value: 's' }, at },
    ],
    ['thinking without a signature', { type: 'thinking', thinking: 'hm' }, { type: 'reasoning', text: 'hm', at }],
    [
      'redacted thinking',
      { type: 'redacted_thinking', data: 'd' },
      { type: 'reasoning', text: '', proof: { dialect: 'messages', kind: 'redacted', value: 'd' }, at },
    ],
    [
      'a call',
      { type: 'tool_use', id: 'toolu_1', name: 'read_gauge', input: { a: 1 } },
      { type: 'tool-call', id: 'toolu_1', name: 'read_gauge', kind: 'function', input: '{"a":1}', at },
    ],
    [
      'a call of a custom tool',
      { type: 'tool_use', id: 'toolu_1', name: 'write_note', input: { input: 'a\n"b"' } },
      { type: 'tool-call', id: 'toolu_1', name: 'write_note', kind: 'custom', input: 'a\n"b"', at },
    ],
    [
      'a call that the provider has executed is opaque',
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      {
        type: 'opaque',
        dialect: 'messages',
        label: 'server_tool_use',
        value: { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        at,
      },
    ],
    ['a text of another type', { type: 'text', text: null }, { type: 'text', text: '', at }],
    ['thinking of another type', { type: 'thinking', thinking: 7 }, { type: 'reasoning', text: '', at }],
    [
      'an unknown block',
      { type: 'hologram', size: 1 },
      { type: 'opaque', dialect: 'messages', label: 'hologram', value: { type: 'hologram', size: 1 }, at },
    ],
  ]
  test.each(cases)('%s', (_name, block, expected) => expect(decodeParts([block], [gauge, note])).toEqual([expected]))

  const finishes: [string, object, Finish][] = [
    ['end_turn', {}, { reason: 'stop', native: 'end_turn' }],
    [
      'stop_sequence',
      { stop_reason: 'stop_sequence', stop_sequence: 'END' },
      { reason: 'stop-sequence', native: 'stop_sequence', stopSequence: 'END' },
    ],
    ['max_tokens', { stop_reason: 'max_tokens' }, { reason: 'length', native: 'max_tokens' }],
    ['tool_use', { stop_reason: 'tool_use' }, { reason: 'tool-calls', native: 'tool_use' }],
    ['pause_turn', { stop_reason: 'pause_turn' }, { reason: 'pause', native: 'pause_turn' }],
    [
      'refusal with its explanation',
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: 'bio', explanation: 'No.' } },
      { reason: 'refusal', native: 'refusal', explanation: 'No.' },
    ],
    [
      'model_context_window_exceeded',
      { stop_reason: 'model_context_window_exceeded' },
      { reason: 'context-window', native: 'model_context_window_exceeded' },
    ],
    ['an unknown reason', { stop_reason: 'boredom' }, { reason: 'failed', native: 'boredom' }],
    ['none', { stop_reason: null }, { reason: 'stop' }],
  ]
  test.each(finishes)('stop reason %s', (_name, wire, expected) => {
    const reply = decodeReply({ ...message, content: [], usage: {}, ...wire }, decodeContext())
    expect(reply.choices[0]?.finish).toEqual(expected)
  })

  test('the cached tokens count as input', () => {
    const usage = {
      input_tokens: 10,
      cache_creation_input_tokens: 5,
      cache_read_input_tokens: 30,
      cache_creation: { ephemeral_1h_input_tokens: 2, ephemeral_5m_input_tokens: 3 },
      output_tokens: 7,
      output_tokens_details: { thinking_tokens: 4 },
      server_tool_use: { web_search_requests: 1 },
      service_tier: 'standard',
    }
    expect(decodeReply({ ...message, content: [], usage }, decodeContext()).usage).toEqual({
      inputTokens: 45,
      cachedInputTokens: 30,
      cacheWriteInputTokens: 5,
      cacheWrite1hInputTokens: 2,
      outputTokens: 7,
      reasoningOutputTokens: 4,
      webSearchRequests: 1,
      serviceTier: 'default',
    })
  })

  test('counts that are null or missing are absent', () => {
    const usage = { input_tokens: 3, cache_read_input_tokens: null, output_tokens: 4 }
    expect(decodeReply({ ...message, content: [], usage }, decodeContext()).usage).toEqual({ inputTokens: 3, outputTokens: 4 })
  })

  const broken: [string, unknown, object][] = [
    [
      'an error with status 200',
      { type: 'error', error: { type: 'api_error', message: 'busy' } },
      { kind: 'upstream_invalid', message: 'busy' },
    ],
    ['another dialect', { choices: [] }, { kind: 'upstream_invalid' }],
    ['a text', 'hello', { kind: 'upstream_invalid' }],
    ['nothing', undefined, { kind: 'upstream_invalid' }],
  ]
  test.each(broken)('not a reply: %s', (_name, wire, expected) =>
    expect(failureOf(() => decodeReply(wire, decodeContext()))).toMatchObject(expected),
  )
})

describe('a reply for a messages client', () => {
  const reply = (parts: readonly Part[], finish: Finish = { reason: 'stop' }, rest: Partial<Reply> = {}): Reply => ({
    id: 'x',
    model: 'up-model',
    choices: [{ index: 0, parts, finish }],
    ...rest,
  })
  const at = ''
  const thought = { type: 'reasoning', text: 'hm', at } as const

  test('has every member that typed clients expect', () => {
    expect(
      encodeReply(
        reply(
          [{ type: 'text', text: 'Hi.', at }],
          { reason: 'stop' },
          { usage: { inputTokens: 100, cachedInputTokens: 60, outputTokens: 8 } },
        ),
        replyContext(),
      ),
    ).toEqual({
      id: 'x',
      type: 'message',
      role: 'assistant',
      model: 'up-model',
      content: [{ type: 'text', text: 'Hi.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      stop_details: null,
      container: null,
      usage: {
        input_tokens: 40,
        output_tokens: 8,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 60,
        cache_creation: null,
        output_tokens_details: null,
        server_tool_use: null,
        service_tier: null,
        inference_geo: null,
        speed: null,
      },
    })
  })

  test('an upstream reply without id and model', () => {
    expect(encodeReply(reply([], { reason: 'stop' }, { id: '', model: '' }), replyContext())).toMatchObject({
      id: 'msg_new',
      model: 'fast',
      content: [],
    })
  })

  const blocks: [string, Part, object[]][] = [
    ['an empty text has no block', { type: 'text', text: '', at }, []],
    ['a refusal becomes a text', { type: 'refusal', text: 'No.', at }, [{ type: 'text', text: 'No.' }]],
    [
      'reasoning without a proof has a sealed absence',
      thought,
      [{ type: 'thinking', thinking: 'hm', signature: expect.stringMatching(/^WyJhbnl3aXJl/) }],
    ],
    ['empty reasoning has no block', { ...thought, text: '' }, []],
    [
      'own proofs are unchanged',
      { ...thought, proof: { dialect: 'messages', kind: 'signature', value: 's' } },
      [{ type: 'thinking', thinking: 'hm', signature: 's' }],
    ],
    [
      'own hidden thinking keeps its signature',
      { ...thought, text: '', proof: { dialect: 'messages', kind: 'signature', value: 's' } },
      [{ type: 'thinking', thinking: '', signature: 's' }],
    ],
    [
      'own redacted thinking',
      { ...thought, text: '', proof: { dialect: 'messages', kind: 'redacted', value: 'd' } },
      [{ type: 'redacted_thinking', data: 'd' }],
    ],
    [
      'a call without arguments',
      { type: 'tool-call', id: 'c', name: 'a', kind: 'function', input: '', at },
      [{ type: 'tool_use', id: 'c', name: 'a', input: {} }],
    ],
    [
      'arguments null',
      { type: 'tool-call', id: 'c', name: 'a', kind: 'function', input: 'null', at },
      [{ type: 'tool_use', id: 'c', name: 'a', input: {} }],
    ],
    [
      'arguments inside a string',
      { type: 'tool-call', id: 'c', name: 'a', kind: 'function', input: '"{\\"b\\":1}"', at },
      [{ type: 'tool_use', id: 'c', name: 'a', input: { b: 1 } }],
    ],
    [
      'a call of a custom tool',
      { type: 'tool-call', id: 'c', name: 'a', kind: 'custom', input: 'x', at },
      [{ type: 'tool_use', id: 'c', name: 'a', input: { input: 'x' } }],
    ],
    [
      'audio becomes its transcript',
      { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: '' }, transcript: 'Hi.', at },
      [{ type: 'text', text: 'Hi.' }],
    ],
    ['an image is dropped', { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: '' }, at }, []],
    [
      'opaque blocks of this dialect are unchanged',
      { type: 'opaque', dialect: 'messages', label: 'hologram', value: { type: 'hologram' }, at },
      [{ type: 'hologram' }],
    ],
    ['opaque blocks of another dialect are dropped', { type: 'opaque', dialect: 'responses', label: 'web_search_call', value: {}, at }, []],
    [
      'a cited URL',
      { type: 'text', text: 'a', at, citations: [{ type: 'url', url: 'https://a.example', title: 'A' }] },
      [
        {
          type: 'text',
          text: 'a',
          citations: [{ type: 'web_search_result_location', cited_text: '', url: 'https://a.example', title: 'A', encrypted_index: '' }],
        },
      ],
    ],
    [
      'a cited document of the request',
      { type: 'text', text: 'a', at, citations: [{ type: 'document', documentIndex: 1, citedText: 'nine' }] },
      [
        {
          type: 'text',
          text: 'a',
          citations: [
            {
              type: 'char_location',
              cited_text: 'nine',
              document_index: 1,
              document_title: null,
              start_char_index: 0,
              end_char_index: 4,
              file_id: null,
            },
          ],
        },
      ],
    ],
  ]
  test.each(blocks)('%s', (_name, part, expected) => expect(encodeReply(reply([part]), replyContext())['content']).toEqual(expected))

  test('a proof of another dialect is sealed in the signature', () => {
    const proof = { dialect: 'responses', kind: 'encrypted', value: 'gAAA', itemId: 'rs_1' } as const
    const wire = encodeReply(
      reply([
        { ...thought, proof },
        { ...thought, text: '', proof },
      ]),
      replyContext(),
    )
    const [shown, hidden] = wire['content'] as { signature: string; data: string; type: string }[]
    expect(openProof(shown?.signature ?? '')).toEqual(proof)
    expect(hidden?.type).toBe('redacted_thinking')
    expect(openProof(hidden?.data ?? '')).toEqual(proof)
  })

  const call: Part = { type: 'tool-call', id: 'c', name: 'a', kind: 'function', input: '{}', at }
  const stops: [string, Finish, readonly Part[], object][] = [
    ['stop', { reason: 'stop' }, [], { stop_reason: 'end_turn', stop_sequence: null }],
    ['stop with calls', { reason: 'stop' }, [call], { stop_reason: 'tool_use' }],
    ['tool-calls without calls', { reason: 'tool-calls' }, [], { stop_reason: 'end_turn' }],
    ['stop-sequence', { reason: 'stop-sequence', stopSequence: 'END' }, [], { stop_reason: 'stop_sequence', stop_sequence: 'END' }],
    ['length', { reason: 'length' }, [], { stop_reason: 'max_tokens' }],
    ['length with calls', { reason: 'length' }, [call], { stop_reason: 'max_tokens' }],
    ['context-window', { reason: 'context-window' }, [], { stop_reason: 'model_context_window_exceeded' }],
    [
      'content-filter',
      { reason: 'content-filter', explanation: 'SAFETY' },
      [],
      { stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation: 'SAFETY' } },
    ],
    ["stop after a refusal's words", { reason: 'stop' }, [{ type: 'refusal', text: 'No.', at }], { stop_reason: 'refusal' }],
    ['pause', { reason: 'pause' }, [], { stop_reason: 'pause_turn' }],
  ]
  test.each(stops)('finish %s', (_name, finish, parts, expected) =>
    expect(encodeReply(reply(parts, finish), replyContext())).toMatchObject(expected),
  )

  test.each<Finish['reason']>(['malformed-call', 'failed'])('%s is an error, never a normal end', (reason) => {
    expect(failureOf(() => encodeReply(reply([], { reason }), replyContext()))).toMatchObject({ kind: 'upstream_invalid' })
  })

  test('arguments that are not JSON are an error, unless the limit has cut them', () => {
    const cut: ToolCallPart = { ...call, input: '{"site": "no' }
    expect(failureOf(() => encodeReply(reply([cut], { reason: 'tool-calls' }), replyContext()))).toMatchObject({ kind: 'upstream_invalid' })
    expect(encodeReply(reply([{ ...cut, cut: true }], { reason: 'length' }), replyContext())).toMatchObject({
      stop_reason: 'max_tokens',
      content: [{ name: 'a', input: {} }],
    })
  })
})
