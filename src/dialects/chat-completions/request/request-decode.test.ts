import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import { sealProof, type Proof } from '../../../exchange/proof.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { decodeRequest } from './request-decode.js'

const messages = [{ role: 'user', content: 'Hi.' }]

function decode(members: object): { request: ConversationRequest; ledger: LossLedger } {
  const ledger = new LossLedger()
  return { request: decodeRequest({ model: 'fast', messages, ...members }, { ledger }), ledger }
}

function turns(...list: object[]): ConversationRequest['turns'] {
  return decode({ messages: list }).request.turns
}

describe('messages become turns', () => {
  const rows: [string, object, object][] = [
    [
      'a text',
      { role: 'user', content: 'Hi.' },
      { role: 'user', at: '/messages/0', parts: [{ type: 'text', text: 'Hi.', at: '/messages/0/content' }] },
    ],
    ['a name', { role: 'user', content: 'Hi.', name: 'ann' }, { role: 'user', name: { value: 'ann', at: '/messages/0/name' } }],
    [
      'developer text in parts',
      { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'developer', parts: [{ type: 'text', text: 'Be brief.', at: '/messages/0/content/0' }] },
    ],
    [
      'an image by URL',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://example.com/a.png', detail: 'low' } }] },
      {
        parts: [
          {
            type: 'media',
            kind: 'image',
            source: { type: 'url', url: 'https://example.com/a.png' },
            detail: 'low',
            at: '/messages/0/content/0',
          },
        ],
      },
    ],
    [
      'an image as data, with its media type corrected',
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/jpg;base64,/9j/' } }] },
      { parts: [{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/jpeg', data: '/9j/' } }] },
    ],
    [
      'an image whose URL is a string (Mistral)',
      { role: 'user', content: [{ type: 'image_url', image_url: 'data:image/png;base64,iVBO' }] },
      { parts: [{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBO' } }] },
    ],
    [
      'audio',
      { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } }] },
      { parts: [{ type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/mpeg', data: 'UklG' } }] },
    ],
    [
      'a file as data',
      { role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0=' } }] },
      {
        parts: [
          {
            type: 'media',
            kind: 'document',
            filename: 'a.pdf',
            source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERi0=' },
          },
        ],
      },
    ],
    [
      'a stored file',
      { role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] },
      { parts: [{ type: 'media', kind: 'document', source: { type: 'file', id: 'file-1', dialect: 'chat-completions' } }] },
    ],
    [
      'a document by URL (Mistral)',
      { role: 'user', content: [{ type: 'document_url', document_url: 'https://example.com/a.pdf' }] },
      { parts: [{ type: 'media', kind: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } }] },
    ],
    [
      'a part of an unknown type',
      { role: 'user', content: [{ type: 'hologram', hologram: 1 }] },
      { parts: [{ type: 'opaque', dialect: 'chat-completions', label: 'hologram', value: { type: 'hologram', hologram: 1 } }] },
    ],
    [
      'a cache marker',
      { role: 'user', content: [{ type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral', ttl: '1h' } }] },
      { parts: [{ type: 'text', text: 'Hi.', cache: { ttl: '1h', at: '/messages/0/content/0/cache_control' } }] },
    ],
    [
      'a refusal',
      { role: 'assistant', content: null, refusal: 'No.' },
      { role: 'assistant', parts: [{ type: 'refusal', text: 'No.', at: '/messages/0/refusal' }] },
    ],
    [
      'reasoning before the text',
      { role: 'assistant', content: 'Four.', reasoning_content: 'Two and two.' },
      {
        parts: [
          { type: 'reasoning', text: 'Two and two.', at: '/messages/0/reasoning_content' },
          { type: 'text', text: 'Four.' },
        ],
      },
    ],
    [
      'reasoning inside the content (Mistral)',
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Two and two.' }] },
          { type: 'text', text: 'Four.' },
        ],
      },
      {
        parts: [
          { type: 'reasoning', text: 'Two and two.' },
          { type: 'text', text: 'Four.' },
        ],
      },
    ],
    [
      'a tool call without arguments and type',
      { role: 'assistant', tool_calls: [{ id: 'call_1', function: { name: 'ping', arguments: '' } }] },
      { parts: [{ type: 'tool-call', id: 'call_1', name: 'ping', kind: 'function', input: '{}', at: '/messages/0/tool_calls/0' }] },
    ],
    [
      'a call of a custom tool',
      { role: 'assistant', tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'note', input: 'one\ntwo' } }] },
      { parts: [{ type: 'tool-call', id: 'call_1', name: 'note', kind: 'custom', input: 'one\ntwo' }] },
    ],
  ]
  test.each(rows)('%s', (_name, message, wanted) => {
    expect(turns(message)[0]).toMatchObject(wanted)
  })

  test('a result has the name and kind of its tool call', () => {
    const [, result] = turns(
      { role: 'assistant', tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'note', input: 'x' } }] },
      { role: 'tool', tool_call_id: 'c1', content: [{ type: 'text', text: 'saved' }] },
    )
    expect(result).toMatchObject({
      role: 'user',
      parts: [
        { type: 'tool-result', callId: 'c1', kind: 'custom', name: 'note', content: [{ type: 'text', text: 'saved' }], at: '/messages/1' },
      ],
    })
  })

  test('the deprecated function call and its result have the same id', () => {
    const [call, result] = turns(
      { role: 'assistant', content: null, function_call: { name: 'ping', arguments: '{"a":1}' } },
      { role: 'function', name: 'ping', content: 'pong' },
    )
    expect(call).toMatchObject({
      parts: [{ type: 'tool-call', id: 'call_0', name: 'ping', input: '{"a":1}', at: '/messages/0/function_call' }],
    })
    expect(result).toMatchObject({
      role: 'user',
      parts: [{ type: 'tool-result', callId: 'call_0', name: 'ping', content: [{ type: 'text', text: 'pong' }] }],
    })
  })
})

describe('proofs in the history', () => {
  const signature: Proof = { dialect: 'messages', kind: 'signature', value: 'sig' }
  test("Gemini's signature on a tool call is a proof of generate-content", () => {
    const [turn] = turns({
      role: 'assistant',
      tool_calls: [{ id: 'c', function: { name: 'ping', arguments: '{}' }, extra_content: { google: { thought_signature: 'c2ln' } } }],
    })
    expect(turn?.parts[0]).toMatchObject({ proof: { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' } })
  })
  test("Gemini's signature on a message belongs to its last text, or to an empty one", () => {
    const extra_content = { google: { thought_signature: 'c2ln' } }
    const proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' }
    const [text, empty] = turns({ role: 'assistant', content: 'Hi.', extra_content }, { role: 'assistant', content: null, extra_content })
    expect(text?.parts).toMatchObject([{ type: 'text', text: 'Hi.', proof }])
    expect(empty?.parts).toMatchObject([{ type: 'text', text: '', proof }])
  })
  test('a sealed proof is opened, with the text that it belongs to', () => {
    const [whole, streamed, alone] = turns(
      {
        role: 'assistant',
        content: 'Four.',
        reasoning_content: 'Two.',
        reasoning_details: [{ type: 'reasoning.text', text: 'Two.', signature: sealProof(signature) }],
      },
      {
        role: 'assistant',
        content: 'Four.',
        reasoning_content: 'One.Two.',
        reasoning_details: [
          { type: 'reasoning.text', signature: sealProof(signature), id: 'text:0-4' },
          { type: 'reasoning.text', signature: sealProof({ ...signature, value: 'second' }), id: 'text:4-8' },
        ],
      },
      {
        role: 'assistant',
        content: 'Four.',
        reasoning_content: 'Two.',
        reasoning_details: [{ type: 'reasoning.text', signature: sealProof(signature) }],
      },
    )
    expect(whole?.parts).toMatchObject([{ type: 'reasoning', text: 'Two.', proof: signature }, { type: 'text' }])
    expect(streamed?.parts).toMatchObject([
      { text: 'One.', proof: signature },
      { text: 'Two.', proof: { value: 'second' } },
      { type: 'text' },
    ])
    expect(alone?.parts).toMatchObject([{ text: 'Two.', proof: signature }, { type: 'text' }])
  })
  test("a provider's own entries become one proof of this dialect", () => {
    const entries = [{ type: 'reasoning.encrypted', data: 'gAAA', id: 'rs_1', format: 'openai-responses-v1' }]
    const [turn] = turns({ role: 'assistant', content: 'Four.', reasoning: 'Two.', reasoning_details: entries })
    expect(turn?.parts[0]).toEqual({
      type: 'reasoning',
      text: 'Two.',
      at: '/messages/0/reasoning_details',
      proof: { dialect: 'chat-completions', kind: 'details', value: JSON.stringify(entries) },
    })
  })
})

describe('settings', () => {
  const rows: [string, object, object][] = [
    ['the output limit', { max_completion_tokens: 5 }, { settings: { maxOutputTokens: { value: 5, at: '/max_completion_tokens' } } }],
    ['the deprecated output limit', { max_tokens: 5 }, { settings: { maxOutputTokens: { value: 5, at: '/max_tokens' } } }],
    ['one stop sequence', { stop: 'END' }, { settings: { stopSequences: { value: ['END'], at: '/stop' } } }],
    ['several stop sequences', { stop: ['a', 'b'] }, { settings: { stopSequences: { value: ['a', 'b'] } } }],
    [
      'sampling',
      { temperature: 0, top_p: 1, seed: 7, n: 2 },
      { settings: { temperature: { value: 0 }, topP: { value: 1 }, seed: { value: 7 }, choiceCount: { value: 2, at: '/n' } } },
    ],
    [
      'the usage chunk',
      { stream_options: { include_usage: true } },
      { settings: { streamUsage: { value: true, at: '/stream_options/include_usage' } } },
    ],
    ['the user', { safety_identifier: 'u1' }, { settings: { user: { value: 'u1', at: '/safety_identifier' } } }],
    ['effort', { reasoning_effort: 'high' }, { reasoning: { effort: { value: 'high', at: '/reasoning_effort' } } }],
    [
      "OpenRouter's effort",
      { reasoning: { effort: 'low', exclude: true } },
      { reasoning: { effort: { value: 'low', at: '/reasoning/effort' }, summary: { value: 'none', at: '/reasoning/exclude' } } },
    ],
    ['a budget', { reasoning: { max_tokens: 2000 } }, { reasoning: { budgetTokens: { value: 2000, at: '/reasoning/max_tokens' } } }],
    ['the thinking switch', { thinking: { type: 'disabled' } }, { reasoning: { mode: { value: 'disabled', at: '/thinking/type' } } }],
    ['any JSON', { response_format: { type: 'json_object' } }, { output: { value: { type: 'json' }, at: '/response_format' } }],
    [
      'JSON of a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 't', strict: true, schema: { type: 'object' } } } },
      { output: { value: { type: 'json-schema', name: 't', strict: true, schema: { type: 'object' } } } },
    ],
    ['no parallel calls', { parallel_tool_calls: false }, { parallelToolCalls: { value: false, at: '/parallel_tool_calls' } }],
    [
      'a forced call',
      { tool_choice: { type: 'function', function: { name: 'ping' } } },
      { toolChoice: { value: { type: 'tool', name: 'ping', kind: 'function' }, at: '/tool_choice' } },
    ],
    [
      'a forced call without a type',
      { tool_choice: { function: { name: 'ping' } } },
      { toolChoice: { value: { type: 'tool', name: 'ping' } } },
    ],
    ["Mistral's `any`", { tool_choice: 'any' }, { toolChoice: { value: { type: 'required' } } }],
    [
      'allowed tools',
      {
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'ping' } }] } },
      },
      { toolChoice: { value: { type: 'allowed', mode: 'auto', names: ['ping'] } } },
    ],
    [
      'the deprecated forced call',
      { function_call: { name: 'ping' } },
      { toolChoice: { value: { type: 'tool', name: 'ping', kind: 'function' }, at: '/function_call' } },
    ],
    [
      'tools of all kinds',
      {
        tools: [
          { type: 'function', function: { name: 'a', description: 'A.', parameters: { type: 'object' }, strict: true } },
          { type: 'custom', custom: { name: 'b', format: { type: 'grammar', grammar: { syntax: 'regex', definition: 'x+' } } } },
          { type: 'openrouter:web_search' },
        ],
        functions: [{ name: 'c' }],
      },
      {
        tools: [
          {
            type: 'function',
            name: 'a',
            description: 'A.',
            parameters: { type: 'object' },
            strict: { value: true, at: '/tools/0/function/strict' },
            at: '/tools/0',
          },
          { type: 'custom', name: 'b', format: { value: { type: 'grammar', syntax: 'regex', definition: 'x+' } } },
          { type: 'provider', dialect: 'chat-completions', label: 'openrouter:web_search', at: '/tools/2' },
          { type: 'function', name: 'c', at: '/functions/0' },
        ],
      },
    ],
  ]
  test.each(rows)('%s', (_name, members, wanted) => {
    expect(decode(members).request).toMatchObject(wanted)
  })
  test('null and empty values are ignored', () => {
    const nothing = {
      stop: [],
      tools: null,
      temperature: null,
      tool_choice: null,
      response_format: null,
      logit_bias: null,
      stream_options: null,
    }
    const { request, ledger } = decode(nothing)
    expect(request).toEqual({
      dialect: 'chat-completions',
      model: 'fast',
      stream: false,
      turns: [expect.anything()],
      turnsAt: '/messages',
      tools: [],
      settings: {},
    })
    expect(ledger.losses).toEqual([])
  })
})

describe('what the exchange does not have is in the ledger', () => {
  test.each([
    [{ prediction: { type: 'content', content: 'x' } }, '/prediction'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: 'a', mood: 1 }] }] }, '/messages/0/content/0/mood'],
    [{ messages: [{ role: 'assistant', content: 'a', prefix: true }] }, '/messages/0/prefix'],
    [{ tools: [{ type: 'function', function: { name: 'a' }, eager: true }] }, '/tools/0/eager'],
    [{ stream_options: { include_obfuscation: false } }, '/stream_options/include_obfuscation'],
    [{ safety_identifier: 'a', user: 'b' }, '/user'],
    [{ max_completion_tokens: 5, max_tokens: 6 }, '/max_tokens'],
    [{ reasoning_effort: 'low', reasoning: { effort: 'high' } }, '/reasoning/effort'],
  ])('%j', (members, at) => {
    expect(decode(members).ledger.losses).toEqual([expect.objectContaining({ at, action: 'dropped', side: 'request' })])
  })
  test('repeated and default values are not a loss', () => {
    expect(decode({ logprobs: false, max_tokens: -1 }).ledger.firstLoss).toBeUndefined()
  })
})

describe('what no target supports is refused with the field', () => {
  test.each([
    [
      { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'picture.png' } }] }] },
      '/messages/0/content/0/image_url/url',
    ],
    [{ messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] }, '/messages/0/content/0/file'],
    [{ response_format: { type: 'regex', pattern: 'x' } }, '/response_format/type'],
    [{ max_tokens: 0 }, '/max_tokens'],
  ])('%j', (members, param) => {
    expect(() => decode(members)).toThrow(GatewayFailure)
    try {
      decode(members)
    } catch (failure) {
      expect(failure).toMatchObject({ error: { kind: 'invalid_request', param } })
    }
  })
})
