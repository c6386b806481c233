import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest, Tool, Turn } from '../../../exchange/request.js'
import { encodeRequest } from './request-encode.js'

const user = (text: string, at = '/messages/0'): Turn => ({ role: 'user', parts: [{ type: 'text', text, at }], at })
const look: Tool = {
  type: 'function',
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  at: '/tools/0',
}
const lookWire = {
  toolSpec: {
    name: 'look',
    description: 'Looks.',
    inputSchema: { json: { type: 'object', properties: { city: { type: 'string' } } } },
  },
}

function encoded(request: Partial<ConversationRequest>, model = 'amazon.nova-lite-v1:0') {
  const ledger = new LossLedger()
  const conversation: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'm',
    stream: false,
    turns: [user('Hi')],
    tools: [],
    settings: {},
    ...request,
  }
  const wire = encodeRequest(conversation, { model, defaultMaxOutputTokens: 4096, traits: {}, ledger, newId: (prefix) => `${prefix}1` })
  return { wire, losses: ledger.losses.map(({ at, action }) => `${action} ${at}`) }
}

const hi = { role: 'user', content: [{ text: 'Hi' }] }

describe('turns', () => {
  test.each<[string, readonly Turn[], object, string[]]>([
    ['a question', [user('Hi')], { messages: [hi] }, []],
    [
      'system text comes first, with its cache markers',
      [
        { role: 'system', parts: [{ type: 'text', text: 'Be brief.', at: '/s', cache: { ttl: '1h', at: '/c' } }], at: '/s' },
        user('Hi'),
        { role: 'developer', parts: [{ type: 'text', text: 'In German.', at: '/d' }], at: '/d' },
      ],
      { system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default', ttl: '1h' } }, { text: 'In German.' }], messages: [hi] },
      ['approximated /d'],
    ],
    [
      'neighbours of one role are joined, results first',
      [
        user('Hi'),
        {
          role: 'assistant',
          parts: [{ type: 'tool-call', id: 'call_1', name: 'look', kind: 'function', input: '{"city":"Oslo"}', at: '/a' }],
          at: '/a',
        },
        user('And?', '/u'),
        {
          role: 'user',
          parts: [
            {
              type: 'tool-result',
              callId: 'call_1',
              kind: 'function',
              content: [{ type: 'text', text: 'Rain', at: '/r/0' }],
              isError: true,
              at: '/r',
            },
          ],
          at: '/r',
        },
      ],
      {
        messages: [
          hi,
          { role: 'assistant', content: [{ toolUse: { toolUseId: 'call_1', name: 'look', input: { city: 'Oslo' } } }] },
          {
            role: 'user',
            content: [{ toolResult: { toolUseId: 'call_1', content: [{ text: 'Rain' }], status: 'error' } }, { text: 'And?' }],
          },
        ],
        toolConfig: { tools: [{ toolSpec: { name: 'look', inputSchema: { json: { type: 'object' } } } }] },
      },
      [],
    ],
    [
      'an image and a document, which requires a text beside it',
      [
        {
          role: 'user',
          parts: [
            { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' }, at: '/i' },
            {
              type: 'media',
              kind: 'document',
              source: { type: 'base64', mediaType: 'application/pdf', data: 'BB==' },
              filename: 'Q3_report.v2.pdf',
              at: '/d',
            },
          ],
          at: '/u',
        },
      ],
      {
        messages: [
          {
            role: 'user',
            content: [
              { image: { format: 'png', source: { bytes: 'AA==' } } },
              { document: { format: 'pdf', name: 'Q3-report-v2', source: { bytes: 'BB==' } } },
              { text: 'See the document.' },
            ],
          },
        ],
      },
      ['approximated /d'],
    ],
    [
      'its own proof is sent, that of another dialect is not',
      [
        user('Hi'),
        {
          role: 'assistant',
          parts: [
            { type: 'reasoning', text: 'Hm.', proof: { dialect: 'bedrock-converse', kind: 'signature', value: 'sig' }, at: '/0' },
            { type: 'reasoning', text: '', proof: { dialect: 'bedrock-converse', kind: 'redacted', value: 'red' }, at: '/1' },
            { type: 'reasoning', text: 'Hm.', proof: { dialect: 'messages', kind: 'signature', value: 'x' }, at: '/2' },
            { type: 'text', text: 'Yes. ', at: '/3' },
          ],
          at: '/a',
        },
      ],
      {
        messages: [
          hi,
          {
            role: 'assistant',
            content: [
              { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'sig' } } },
              { reasoningContent: { redactedContent: 'red' } },
              { text: 'Yes.' },
            ],
          },
        ],
      },
      ['dropped /2'],
    ],
    [
      'a conversation that begins with an answer gets a user turn',
      [{ role: 'assistant', parts: [{ type: 'text', text: 'Yes', at: '/a' }], at: '/a' }],
      {
        messages: [
          { role: 'user', content: [{ text: 'Continue.' }] },
          { role: 'assistant', content: [{ text: 'Yes' }] },
        ],
      },
      ['approximated /a'],
    ],
  ])('%s', (_, turns, wire, losses) => {
    expect(encoded({ turns })).toEqual({ wire, losses })
  })

  test('ids that Bedrock refuses are changed, in call and result alike', () => {
    const id = 'call/ä'.repeat(20)
    const { wire } = encoded({
      turns: [
        user('Hi'),
        { role: 'assistant', parts: [{ type: 'tool-call', id, name: 'look', kind: 'function', input: '', at: '/a' }], at: '/a' },
        { role: 'user', parts: [{ type: 'tool-result', callId: id, kind: 'function', content: [], at: '/r' }], at: '/r' },
      ],
    })
    const call = wire.messages?.[1]?.content[0]?.toolUse
    expect(call).toMatchObject({
      toolUseId: expect.stringMatching(/^[a-zA-Z0-9_.:-]{1,64}$/),
      name: 'look',
      input: {},
    })
    expect(wire.messages?.[2]?.content[0]?.toolResult).toEqual({ toolUseId: call?.toolUseId, content: [{ text: '(no output)' }] })
  })
})

describe('tools', () => {
  test.each<[string, Partial<ConversationRequest>, object | undefined, string[]]>([
    ['offered', { tools: [look] }, { tools: [lookWire] }, []],
    [
      'one must be called',
      { tools: [look], toolChoice: { value: { type: 'required' }, at: '/c' } },
      { tools: [lookWire], toolChoice: { any: {} } },
      [],
    ],
    [
      'this one must be called',
      { tools: [look], toolChoice: { value: { type: 'tool', name: 'look', kind: 'function' }, at: '/c' } },
      { tools: [lookWire], toolChoice: { tool: { name: 'look' } } },
      [],
    ],
    ['none may be called', { tools: [look], toolChoice: { value: { type: 'none' }, at: '/c' } }, undefined, ['moved /c', 'moved /tools/0']],
    [
      'only the allowed ones',
      {
        tools: [look, { ...look, name: 'other', at: '/tools/1' }],
        toolChoice: { value: { type: 'allowed', mode: 'required', names: ['look'] }, at: '/c' },
      },
      { tools: [lookWire], toolChoice: { any: {} } },
      ['moved /c', 'moved /tools/1'],
    ],
    [
      'a custom tool',
      {
        tools: [
          { type: 'custom', name: 'patch', format: { value: { type: 'grammar', syntax: 'lark', definition: 'a' }, at: '/f' }, at: '/t' },
        ],
      },
      {
        tools: [
          {
            toolSpec: {
              name: 'patch',
              inputSchema: {
                json: {
                  type: 'object',
                  properties: { input: { type: 'string', description: 'The whole input of the tool as plain text.' } },
                  required: ['input'],
                },
              },
            },
          },
        ],
      },
      ['dropped /f'],
    ],
    [
      'parallel calls cannot be forbidden',
      { tools: [look], parallelToolCalls: { value: false, at: '/p' } },
      { tools: [lookWire] },
      ['dropped /p'],
    ],
  ])('%s', (_, request, toolConfig, losses) => {
    const result = encoded(request)
    expect(result.wire.toolConfig).toEqual(toolConfig)
    expect(result.losses).toEqual(losses)
  })
})

describe('settings', () => {
  const at = '/x'
  test.each<[string, Partial<ConversationRequest>, object, string[]]>([
    [
      'what Converse has',
      {
        settings: {
          maxOutputTokens: { value: 9, at },
          temperature: { value: 0.5, at },
          topP: { value: 1, at },
          stopSequences: { value: ['a'], at },
        },
      },
      { inferenceConfig: { maxTokens: 9, temperature: 0.5, topP: 1, stopSequences: ['a'] } },
      [],
    ],
    [
      'a temperature out of range',
      { settings: { temperature: { value: 1.5, at } } },
      { inferenceConfig: { temperature: 1 } },
      ['approximated /x'],
    ],
    [
      'metadata and tier',
      { settings: { metadata: { value: { a: 'b' }, at }, serviceTier: { value: 'flex', at } } },
      { requestMetadata: { a: 'b' }, serviceTier: { type: 'flex' } },
      [],
    ],
    [
      'settings without a counterpart go to the ledger',
      { settings: { seed: { value: 1, at: '/seed' }, user: { value: 'u', at: '/user' } } },
      {},
      ['dropped /seed', 'dropped /user'],
    ],
    [
      'a schema',
      { output: { value: { type: 'json-schema', schema: { type: 'object' }, name: 'n' }, at } },
      { outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema: { schema: '{"type":"object"}', name: 'n' } } } } },
      [],
    ],
    [
      'any JSON, by an instruction',
      { output: { value: { type: 'json' }, at } },
      { system: [{ text: 'Answer with one valid JSON value and nothing else.' }] },
      ['approximated /x'],
    ],
  ])('%s', (_, request, wire, losses) => {
    expect(encoded(request)).toEqual({ wire: { messages: [hi], ...wire }, losses })
  })

  test.each<[string, string, Partial<ConversationRequest>, object | undefined, string[]]>([
    ['topK of Nova', 'amazon.nova-pro-v1:0', { settings: { topK: { value: 5, at } } }, { inferenceConfig: { topK: 5 } }, []],
    ['topK of Claude', 'us.anthropic.claude-x', { settings: { topK: { value: 5, at } } }, { top_k: 5 }, []],
    ['topK elsewhere', 'meta.llama3', { settings: { topK: { value: 5, at } } }, undefined, ['dropped /x']],
    ['effort of gpt-oss', 'openai.gpt-oss-120b-1:0', { reasoning: { effort: { value: 'high', at } } }, { reasoning_effort: 'high' }, []],
    [
      'effort of Nova 2',
      'us.amazon.nova-2-lite-v1:0',
      { reasoning: { effort: { value: 'xhigh', at } } },
      { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'high' } },
      ['approximated /x'],
    ],
    [
      'budget of Claude',
      'anthropic.claude-x',
      { reasoning: { budgetTokens: { value: 2000, at } } },
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      [],
    ],
    [
      'effort of Claude',
      'anthropic.claude-x',
      { reasoning: { effort: { value: 'low', at } } },
      { thinking: { type: 'enabled', budget_tokens: 1024 } },
      ['approximated /x'],
    ],
    [
      'sampling of Claude 4.7',
      'us.anthropic.claude-opus-4-7',
      { settings: { temperature: { value: 0, at }, topP: { value: 0.9, at }, topK: { value: 3, at } } },
      undefined,
      ['dropped /x', 'dropped /x', 'dropped /x'],
    ],
    [
      'a budget of Claude 4.7',
      'us.anthropic.claude-opus-4-7',
      { reasoning: { budgetTokens: { value: 20_000, at } } },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      ['approximated /x'],
    ],
    ['no thinking of Claude', 'anthropic.claude-x', { reasoning: { mode: { value: 'disabled', at } } }, undefined, ['moved /x']],
    ['effort elsewhere', 'meta.llama3', { reasoning: { effort: { value: 'low', at } } }, undefined, ['dropped /x']],
  ])('%s', (_, model, request, more, losses) => {
    const result = encoded(request, model)
    expect(result.wire.additionalModelRequestFields).toEqual(more)
    expect(result.losses).toEqual(losses)
  })
})

test.each<[string, Partial<ConversationRequest>, string]>([
  ['two choices', { settings: { choiceCount: { value: 2, at: '/n' } } }, '/n'],
  ['audio as the answer', { settings: { modalities: { value: ['audio'], at: '/modalities' } } }, '/modalities'],
  [
    'an image by its address',
    {
      turns: [
        {
          role: 'user',
          parts: [{ type: 'media', kind: 'image', source: { type: 'url', url: 'https://x.test/a.png' }, at: '/i' }],
          at: '/u',
        },
      ],
    },
    '/i',
  ],
  [
    'an image of an unknown type',
    {
      turns: [
        {
          role: 'user',
          parts: [{ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/bmp', data: 'AA==' }, at: '/i' }],
          at: '/u',
        },
      ],
    },
    '/i',
  ],
  [
    "another provider's tool",
    { tools: [{ type: 'provider', dialect: 'messages', label: 'web_search', value: {}, at: '/tools/0' }] },
    '/tools/0',
  ],
  ['no message', { turns: [] }, ''],
])('refused: %s', (_, request, param) => {
  let error: unknown
  try {
    encoded(request)
  } catch (thrown) {
    error = thrown
  }
  expect(error instanceof GatewayFailure ? [error.error.kind, error.error.param] : error).toEqual(['invalid_request', param])
})

test('media in S3 are sent by their address', () => {
  const { wire } = encoded({
    turns: [
      { role: 'user', parts: [{ type: 'media', kind: 'video', source: { type: 'url', url: 's3://bucket/a.mov' }, at: '/v' }], at: '/u' },
    ],
  })
  expect(wire.messages?.[0]?.content).toEqual([{ video: { format: 'mov', source: { s3Location: { uri: 's3://bucket/a.mov' } } } }])
})

test('tool choice is not forced on models that refuse it', () => {
  const ledger = new LossLedger()
  const request: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'm',
    stream: false,
    turns: [{ role: 'user', parts: [{ type: 'text', text: 'Look.', at: '/m' }], at: '/messages/0' }],
    tools: [look],
    toolChoice: { value: { type: 'required' }, at: '/tool_choice' },
    settings: {},
  }
  const wire = encodeRequest(request, { model: 'us.anthropic.claude-opus-5-5', traits: {}, ledger, newId: (prefix) => prefix })
  expect(wire.toolConfig).toEqual({ tools: [lookWire] })
  expect(ledger.losses.map(({ at, action }) => `${action} ${at}`)).toEqual(['approximated /tool_choice'])
})
