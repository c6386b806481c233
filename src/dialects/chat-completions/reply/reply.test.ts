import { GatewayFailure } from '../../../exchange/error.js'
import { openProof } from '../../../exchange/proof.js'
import type { Part } from '../../../exchange/part.js'
import type { Choice, Reply } from '../../../exchange/reply.js'
import type { Tool } from '../../../exchange/request.js'
import { decodeContext, replyContext } from '../fixtures/contexts.js'
import { decodeReply } from './reply-decode.js'
import { encodeReply } from './reply-encode.js'

const head = { id: 'chatcmpl-1', object: 'chat.completion', created: 1750000000, model: 'up-model' }

function decodeChoice(message: object, finish_reason: unknown = 'stop', more: object = {}, tools: Tool[] = []): Choice | undefined {
  return decodeReply(
    { ...head, choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason, ...more }] },
    decodeContext(tools),
  ).choices[0]
}

describe('a reply of an upstream', () => {
  const rows: [string, object, object[]][] = [
    ['text', { content: 'Hi.' }, [{ type: 'text', text: 'Hi.' }]],
    ['no content', {}, []],
    [
      'reasoning in `reasoning_content`',
      { content: 'Four.', reasoning_content: 'Two.' },
      [
        { type: 'reasoning', text: 'Two.' },
        { type: 'text', text: 'Four.' },
      ],
    ],
    ['reasoning in `reasoning`', { content: 'Four.', reasoning: 'Two.' }, [{ type: 'reasoning', text: 'Two.' }, { type: 'text' }]],
    [
      'reasoning with opaque details (OpenRouter)',
      { content: 'Four.', reasoning: 'Two.', reasoning_details: [{ type: 'reasoning.text', text: 'Two.', signature: 's' }] },
      [
        {
          type: 'reasoning',
          text: 'Two.',
          proof: { dialect: 'chat-completions', kind: 'details', value: '[{"type":"reasoning.text","text":"Two.","signature":"s"}]' },
        },
        { type: 'text' },
      ],
    ],
    [
      'encrypted reasoning without text',
      { content: 'Four.', reasoning_details: [{ type: 'reasoning.encrypted', data: 'g' }] },
      [{ type: 'reasoning', text: '', proof: { kind: 'details' } }, { type: 'text' }],
    ],
    [
      'reasoning inside the content (Mistral)',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Two.' }] },
          { type: 'text', text: 'Four.' },
        ],
      },
      [
        { type: 'reasoning', text: 'Two.' },
        { type: 'text', text: 'Four.' },
      ],
    ],
    ['reasoning inside a text stays there', { content: '<think>Two.</think>Four.' }, [{ type: 'text', text: '<think>Two.</think>Four.' }]],
    ['a refusal', { content: null, refusal: 'No.' }, [{ type: 'refusal', text: 'No.' }]],
    [
      'citations',
      {
        content: 'At nine.',
        annotations: [{ type: 'url_citation', url_citation: { url: 'https://e.com', title: 'E', start_index: 0, end_index: 8 } }],
      },
      [{ type: 'text', citations: [{ type: 'url', url: 'https://e.com', title: 'E', start: 0, end: 8 }] }],
    ],
    [
      'an image',
      { content: '', images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } }] },
      [{ type: 'media', kind: 'image', source: { type: 'base64', data: 'iVBO' } }],
    ],
    [
      'audio',
      { content: null, audio: { id: 'a', data: 'UklG', transcript: 'Hi.', expires_at: 1 } },
      [{ type: 'media', kind: 'audio', transcript: 'Hi.' }],
    ],
    [
      'the deprecated function call',
      { content: null, function_call: { name: 'ping', arguments: '{}' } },
      [{ type: 'tool-call', id: 'call_1', name: 'ping', input: '{}' }],
    ],
    [
      'calls with empty arguments, without arguments, with an object as arguments, and without an id',
      {
        tool_calls: [
          { id: 'a', function: { name: 'x', arguments: '' } },
          { id: 'b', function: { name: 'y' } },
          { function: { name: 'z', arguments: { n: 1 } } },
        ],
      },
      [
        { id: 'a', name: 'x', input: '{}' },
        { id: 'b', name: 'y', input: '{}' },
        { id: 'call_1', name: 'z', input: '{"n":1}' },
      ],
    ],
    ['no calls in an empty list', { content: 'Hi.', tool_calls: [] }, [{ type: 'text' }]],
    [
      "Gemini's signature on a call",
      { tool_calls: [{ id: 'a', function: { name: 'x', arguments: '{}' }, extra_content: { google: { thought_signature: 'c2ln' } } }] },
      [{ type: 'tool-call', proof: { dialect: 'chat-completions', kind: 'thought-signature', value: 'c2ln' } }],
    ],
  ]
  test.each(rows)('%s', (_name, message, wanted) => {
    const parts = decodeChoice(message)?.parts
    expect(parts).toMatchObject(wanted)
    expect(parts).toHaveLength(wanted.length)
  })

  test.each([
    ['stop', { content: 'a' }, {}, { reason: 'stop' }],
    ['eos', { content: 'a' }, {}, { reason: 'stop', native: 'eos' }],
    ['', { content: 'a' }, {}, { reason: 'stop' }],
    ['stop', { tool_calls: [{ id: 'a', function: { name: 'x' } }] }, {}, { reason: 'tool-calls' }],
    ['tool_calls', { content: 'a', tool_calls: [] }, {}, { reason: 'stop' }],
    ['length', { content: 'a' }, {}, { reason: 'length' }],
    ['content_filter', { content: '' }, {}, { reason: 'content-filter' }],
    ['stop', { refusal: 'No.' }, {}, { reason: 'refusal' }],
    ['stop', { content: 'a' }, { stop_reason: '###' }, { reason: 'stop-sequence', stopSequence: '###' }],
    ['insufficient_system_resource', { content: 'a' }, {}, { reason: 'failed', native: 'insufficient_system_resource' }],
  ])('with the finish reason %s: %j', (native, message, more, wanted) => {
    expect(decodeChoice(message, native, more)?.finish).toMatchObject(wanted)
  })

  test('has the text of custom tools', () => {
    const tools: Tool[] = [
      { type: 'function', name: 'look', at: '' },
      { type: 'custom', name: 'note', at: '' },
    ]
    const message = {
      tool_calls: [
        { id: 'a', function: { name: 'note', arguments: '{"input":"one\\ntwo"}' } },
        { id: 'b', function: { name: 'look' } },
      ],
    }
    expect(decodeChoice(message, 'stop', {}, tools)?.parts).toMatchObject([
      { kind: 'custom', name: 'note', input: 'one\ntwo' },
      { kind: 'function', name: 'look' },
    ])
  })

  test('of Perplexity has its sources beside the choices', () => {
    const reply = decodeReply(
      { ...head, citations: ['https://e.com'], choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }] },
      decodeContext(),
    )
    expect(reply.choices[0]?.parts).toMatchObject([{ citations: [{ type: 'url', url: 'https://e.com' }] }])
  })

  test.each([
    ['an error object', { error: { message: 'busy', code: 429 } }, 'busy'],
    ['no choices', { ...head, choices: [] }, 'no choices'],
    ['something else', 'hello', 'no choices'],
    ['a choice that broke off', { ...head, choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'error' }] }, 'broke off'],
  ])('is an error where it has %s', (_name, wire, words) => {
    let thrown: unknown
    try {
      decodeReply(wire, decodeContext())
    } catch (failure) {
      thrown = failure
    }
    expect(thrown).toBeInstanceOf(GatewayFailure)
    expect(thrown).toMatchObject({ error: { kind: 'upstream_invalid', message: expect.stringContaining(words) as string } })
  })
})

function encode(
  parts: Part[],
  members: Partial<Choice> = {},
  reply: Partial<Reply> = {},
  wireRequest: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const context = replyContext(wireRequest)
  return {
    ...encodeReply(
      { id: 'msg_1', model: 'up-model', choices: [{ index: 0, parts, finish: { reason: 'stop' }, ...members }], ...reply },
      context,
    ),
  }
}

describe('a reply for a client', () => {
  test('has every member of a chat completion', () => {
    expect(encode([{ type: 'text', text: 'Hi.', at: '' }], {}, { usage: { inputTokens: 12, outputTokens: 7 } })).toEqual({
      id: 'msg_1',
      object: 'chat.completion',
      created: 1795000000,
      model: 'up-model',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.', refusal: null }, logprobs: null, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 },
    })
  })
  test('gets an id and the requested model where the upstream has none', () => {
    expect(encode([], {}, { id: '', model: '' })).toMatchObject({ id: 'chatcmpl-1', model: 'fast' })
  })
  const rows: [string, Part[], Partial<Choice>, object][] = [
    ['nothing', [], {}, { message: { content: null }, finish_reason: 'stop' }],
    [
      'reasoning and a tool call',
      [
        { type: 'reasoning', text: 'Two.', at: '' },
        { type: 'tool-call', id: 'c', name: 'ping', kind: 'function', input: '{}', at: '' },
      ],
      { finish: { reason: 'tool-calls' } },
      {
        message: {
          content: null,
          reasoning_content: 'Two.',
          tool_calls: [{ id: 'c', type: 'function', function: { name: 'ping', arguments: '{}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    [
      'a signature of Gemini on a tool call',
      [
        {
          type: 'tool-call',
          id: 'c',
          name: 'ping',
          kind: 'function',
          input: '{}',
          at: '',
          proof: { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' },
        },
      ],
      {},
      { message: { tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }] }, finish_reason: 'tool_calls' },
    ],
    [
      'a refusal with text',
      [{ type: 'refusal', text: 'No.', at: '' }],
      { finish: { reason: 'refusal' } },
      { message: { content: null, refusal: 'No.' }, finish_reason: 'stop' },
    ],
    ['a refusal without text', [], { finish: { reason: 'refusal' } }, { finish_reason: 'content_filter' }],
    ['a malformed call', [], { finish: { reason: 'malformed-call' } }, { finish_reason: 'content_filter' }],
    ['a full context window', [], { finish: { reason: 'context-window' } }, { finish_reason: 'length' }],
    ['a paused turn', [], { finish: { reason: 'pause' } }, { finish_reason: 'stop' }],
    [
      'citations with offsets into the whole text',
      [
        { type: 'text', text: 'It opens ', at: '' },
        { type: 'text', text: 'at nine.', at: '', citations: [{ type: 'url', url: 'https://e.com', title: 'E' }] },
      ],
      {},
      {
        message: {
          content: 'It opens at nine.',
          annotations: [{ type: 'url_citation', url_citation: { url: 'https://e.com', title: 'E', start_index: 9, end_index: 17 } }],
        },
      },
    ],
    [
      'log probabilities',
      [],
      { logprobs: [{ token: 'a', logprob: -1 }] },
      { logprobs: { content: [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }], refusal: null } },
    ],
  ]
  test.each(rows)('%s', (_name, parts, members, wanted) => {
    expect(encode(parts, members)).toMatchObject({ choices: [wanted] })
  })
  test('has a sealed proof of another dialect', () => {
    const proof = { dialect: 'messages', kind: 'signature', value: 'sig' } as const
    const reply = encode([{ type: 'reasoning', text: 'Two.', at: '', proof }]) as {
      choices: [{ message: { reasoning_details: [{ text: string; signature: string }] } }]
    }
    const [detail] = reply.choices[0].message.reasoning_details
    expect(detail).toMatchObject({ type: 'reasoning.text', text: 'Two.' })
    expect(openProof(detail.signature)).toEqual(proof)
  })
  test('has `function_call` for clients that use `functions`', () => {
    const reply = encode(
      [{ type: 'tool-call', id: 'c', name: 'ping', kind: 'function', input: '{}', at: '' }],
      {},
      {},
      { functions: [{ name: 'ping' }] },
    )
    expect(reply).toMatchObject({
      choices: [{ message: { function_call: { name: 'ping', arguments: '{}' } }, finish_reason: 'function_call' }],
    })
    expect(JSON.stringify(reply)).not.toContain('tool_calls')
  })
  test('has several choices', () => {
    const choices: Choice[] = [0, 1].map((index) => ({
      index,
      parts: [{ type: 'text', text: `${index}`, at: '' }],
      finish: { reason: 'stop' },
    }))
    expect(encode([], {}, { choices })).toMatchObject({
      choices: [
        { index: 0, message: { content: '0' } },
        { index: 1, message: { content: '1' } },
      ],
    })
  })
})
