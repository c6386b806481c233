import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { Part } from '../../../exchange/part.js'
import type { ConversationRequest, FunctionTool, Settings, Tool, Turn } from '../../../exchange/request.js'
import type { TargetTraits } from '../../../exchange/target.js'
import { cohereChatDialect } from '../index.js'

const at = (value: string): { at: string } => ({ at: value })
const text = (words: string): Part => ({ type: 'text', text: words, ...at('/t') })
const user = (...parts: Part[]): Turn => ({ role: 'user', parts, ...at('/u') })
const assistant = (...parts: Part[]): Turn => ({ role: 'assistant', parts, ...at('/a') })
const located = <T>(value: T, place = '/x'): { value: T; at: string } => ({ value, at: place })
const weather: FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'Looks it up.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  at: '/tools/0',
}
const clock: FunctionTool = { type: 'function', name: 'clock', at: '/tools/1' }

function encode(
  part: Partial<ConversationRequest>,
  traits: TargetTraits = {},
): { body: Readonly<Record<string, unknown>>; losses: string[] } {
  const ledger = new LossLedger()
  const conversation: ConversationRequest = {
    dialect: 'chat-completions',
    model: 'alias',
    stream: false,
    turns: [user(text('Hello'))],
    tools: [],
    settings: {},
    ...part,
  }
  const body = cohereChatDialect.encodeRequest(conversation, {
    model: 'command',
    defaultMaxOutputTokens: 4096,
    traits,
    ledger,
    newId: (prefix) => `${prefix}1`,
  })
  return { body, losses: ledger.losses.filter(({ action }) => action !== 'moved').map((loss) => `${loss.action} ${loss.at}`) }
}

function refusal(part: Partial<ConversationRequest>, traits: TargetTraits = {}): string | undefined {
  try {
    encode(part, traits)
  } catch (failure) {
    if (failure instanceof GatewayFailure) return failure.error.param
    throw failure
  }
  return 'no refusal'
}

describe('messages', () => {
  const image: Part = {
    type: 'media',
    kind: 'image',
    source: { type: 'base64', mediaType: 'image/png', data: 'AAAA' },
    detail: 'low',
    at: '/i',
  }
  const call: Part = { type: 'tool-call', id: 'c1', name: 'weather', kind: 'function', input: '{"city":"Oslo"}', at: '/c' }
  const table: readonly [string, readonly Turn[], readonly unknown[]][] = [
    [
      'system and developer text stays in its place, as system messages',
      [
        { role: 'system', parts: [text('Be brief.')], at: '/s' },
        user(text('Hi')),
        { role: 'developer', parts: [text('a'), text('b')], at: '/d' },
      ],
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
        {
          role: 'system',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
    ],
    [
      'images are sent as addresses or data, in the order of the parts',
      [user(text('What?'), image, { type: 'media', kind: 'image', source: { type: 'url', url: 'https://x.test/a.png' }, at: '/j' })],
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } },
            { type: 'image_url', image_url: { url: 'https://x.test/a.png' } },
          ],
        },
      ],
    ],
    [
      'tool calls and their results, one tool message each, before the text of the user',
      [
        assistant({ type: 'reasoning', text: 'I will look.', at: '/r' }, call),
        user(text('And?'), {
          type: 'tool-result',
          callId: 'c1',
          kind: 'function',
          content: [{ type: 'text', text: 'Rain', at: '/o' }],
          at: '/tr',
        }),
      ],
      [
        {
          role: 'assistant',
          tool_plan: 'I will look.',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Rain' },
        { role: 'user', content: 'And?' },
      ],
    ],
    [
      'an error of a tool is the data of a document',
      [
        user({
          type: 'tool-result',
          callId: 'c1',
          kind: 'function',
          isError: true,
          content: [{ type: 'text', text: 'no net', at: '/o' }],
          at: '/tr',
        }),
      ],
      [{ role: 'tool', tool_call_id: 'c1', content: [{ type: 'document', document: { data: { error: 'no net' } } }] }],
    ],
    [
      'an image in a result is moved to a user message',
      [
        user({
          type: 'tool-result',
          callId: 'c1',
          kind: 'function',
          content: [
            { type: 'text', text: 'see', at: '/o' },
            { ...image, type: 'media' },
          ],
          at: '/tr',
        }),
      ],
      [
        { role: 'tool', tool_call_id: 'c1', content: 'see' },
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'low' } }] },
      ],
    ],
    [
      'an empty result is an empty text',
      [user({ type: 'tool-result', callId: 'c1', kind: 'function', content: [], at: '/tr' })],
      [{ role: 'tool', tool_call_id: 'c1', content: '' }],
    ],
    [
      'thinking without tool calls is sent as thinking',
      [assistant({ type: 'reasoning', text: 'Hm.', at: '/r' }, text('Yes.'))],
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.' },
            { type: 'text', text: 'Yes.' },
          ],
        },
      ],
    ],
    [
      'a call without arguments has an empty object, that of a custom tool its text as a member',
      [
        assistant(
          { ...call, type: 'tool-call', input: '' },
          { type: 'tool-call', id: 'c2', name: 'note', kind: 'custom', input: 'a "b"', at: '/c2' },
        ),
      ],
      [
        {
          role: 'assistant',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } },
            { id: 'c2', type: 'function', function: { name: 'note', arguments: '{"input":"a \\"b\\""}' } },
          ],
        },
      ],
    ],
  ]
  test.each(table)('%s', (_, turns, messages) => {
    expect(encode({ turns }).body['messages']).toEqual(messages)
  })

  test('reasoning of another provider goes to the ledger', () => {
    const proof = { dialect: 'messages', kind: 'signature', value: 's' } as const
    const { body, losses } = encode({
      turns: [user(text('a')), assistant({ type: 'reasoning', text: 'secret', proof, at: '/m/1/c/0' }, text('b'))],
    })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(losses).toEqual(['dropped /m/1/c/0'])
  })

  test('a text document becomes one of the documents', () => {
    const document: Part = {
      type: 'media',
      kind: 'document',
      source: { type: 'text', text: 'Facts', mediaType: 'text/plain' },
      filename: 'f.txt',
      at: '/d',
    }
    const { body } = encode({ turns: [user(document, text('Say'))] })
    expect(body['documents']).toEqual([{ id: 'doc:0', data: { title: 'f.txt', text: 'Facts' } }])
    expect(body['messages']).toEqual([{ role: 'user', content: 'Say' }])
  })

  test.each<[string, Part, TargetTraits]>([
    ['a PDF', { type: 'media', kind: 'document', source: { type: 'base64', mediaType: 'application/pdf', data: 'AA' }, at: '/p' }, {}],
    ['audio', { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: 'AA' }, at: '/p' }, {}],
    ['an image by file id', { type: 'media', kind: 'image', source: { type: 'file', id: 'f', dialect: 'responses' }, at: '/p' }, {}],
    [
      'an image for a model without vision',
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://x.test' }, at: '/p' },
      { withoutMedia: ['image'] },
    ],
  ])('%s is refused, the field named', (_, part, traits) => {
    expect(refusal({ turns: [user(part)] }, traits)).toBe('/p')
  })
})

describe('tools', () => {
  const encoded = (tool: FunctionTool): unknown => ({
    type: 'function',
    function: {
      name: tool.name,
      ...(tool.description ? { description: tool.description } : {}),
      parameters: tool.parameters ?? { type: 'object', properties: {} },
    },
  })
  const both: readonly Tool[] = [weather, clock]
  test.each<[string, Partial<ConversationRequest>, Record<string, unknown>, string[]]>([
    ['no choice', { tools: both }, { tools: both.map((tool) => encoded(tool as FunctionTool)) }, []],
    ['auto', { tools: [weather], toolChoice: located({ type: 'auto' }) }, { tools: [encoded(weather)] }, []],
    ['none', { tools: [weather], toolChoice: located({ type: 'none' }) }, { tools: [encoded(weather)], tool_choice: 'NONE' }, []],
    [
      'required',
      { tools: [weather], toolChoice: located({ type: 'required' }) },
      { tools: [encoded(weather)], tool_choice: 'REQUIRED' },
      [],
    ],
    [
      'one',
      { tools: both, toolChoice: located({ type: 'tool', name: 'clock', kind: 'function' }) },
      { tools: [encoded(clock)], tool_choice: 'REQUIRED' },
      ['dropped /tools/0'],
    ],
    [
      'some',
      { tools: both, toolChoice: located({ type: 'allowed', mode: 'auto', names: ['weather'] }) },
      { tools: [encoded(weather)] },
      ['dropped /tools/1'],
    ],
    ['strict', { tools: [{ ...weather, strict: located(true, '/s') }] }, { tools: [encoded(weather)], strict_tools: true }, []],
    [
      'some tools strict',
      { tools: [{ ...weather, strict: located(true, '/s') }, clock] },
      { tools: [encoded(weather), encoded(clock)] },
      ['dropped /s'],
    ],
    ['no parallel calls', { tools: [weather], parallelToolCalls: located(false, '/p') }, { tools: [encoded(weather)] }, ['dropped /p']],
    [
      "another provider's own",
      { tools: [weather, { type: 'provider', dialect: 'responses', label: 'web_search', value: {}, at: '/w' }] },
      { tools: [encoded(weather)] },
      ['dropped /w'],
    ],
  ])('%s', (_, part, members, losses) => {
    const result = encode(part)
    const { model: _model, messages: _messages, ...rest } = result.body
    expect(rest).toEqual(members)
    expect(result.losses).toEqual(losses)
  })

  test('a custom tool is a function with one text; its grammar goes to the ledger', () => {
    const format = located({ type: 'grammar', syntax: 'lark', definition: 'x' } as const, '/f')
    const { body, losses } = encode({ tools: [{ type: 'custom', name: 'note', format, at: '/tools/0' }] })
    expect(body['tools']).toMatchObject([{ function: { name: 'note', parameters: { required: ['input'] } } }])
    expect(losses).toEqual(['dropped /f'])
  })

  test('a tool that does not exist cannot be chosen', () => {
    expect(refusal({ tools: [weather], toolChoice: located({ type: 'tool', name: 'nope', kind: 'function' }, '/tool_choice') })).toBe(
      '/tool_choice',
    )
  })
})

describe('settings', () => {
  test.each<[string, Settings, Record<string, unknown>, string[]]>([
    [
      'all that Cohere has',
      {
        maxOutputTokens: located(20),
        temperature: located(0.5),
        topP: located(0.8),
        topK: located(40),
        seed: located(7),
        presencePenalty: located(0.1),
        frequencyPenalty: located(0.2),
        stopSequences: located(['END']),
        logprobs: located(true),
      },
      {
        max_tokens: 20,
        temperature: 0.5,
        p: 0.8,
        k: 40,
        seed: 7,
        presence_penalty: 0.1,
        frequency_penalty: 0.2,
        stop_sequences: ['END'],
        logprobs: true,
      },
      [],
    ],
    [
      'values out of range are clamped',
      { temperature: located(1.7, '/temperature'), topP: located(1, '/top_p'), presencePenalty: located(-1, '/pp') },
      { temperature: 1, p: 0.99, presence_penalty: 0 },
      ['approximated /temperature', 'approximated /top_p', 'approximated /pp'],
    ],
    [
      'settings without a counterpart go to the ledger',
      {
        user: located('u', '/user'),
        logitBias: located({ '1': 1 }, '/logit_bias'),
        topLogprobs: located(2, '/top_logprobs'),
        metadata: located({ a: 'b' }, '/metadata'),
      },
      {},
      ['dropped /user', 'dropped /logit_bias', 'dropped /top_logprobs', 'dropped /metadata'],
    ],
    [
      'a sixth stop sequence',
      { stopSequences: located(['1', '2', '3', '4', '5', '6'], '/stop') },
      { stop_sequences: ['1', '2', '3', '4', '5'] },
      ['dropped /stop/5'],
    ],
  ])('%s', (_, settings, members, losses) => {
    const result = encode({ settings })
    const { model: _model, messages: _messages, ...rest } = result.body
    expect(rest).toEqual(members)
    expect(result.losses).toEqual(losses)
  })

  test('several answers and other modalities are refused', () => {
    expect(refusal({ settings: { choiceCount: located(2, '/n') } })).toBe('/n')
    expect(refusal({ settings: { modalities: located(['text', 'audio'], '/modalities') } })).toBe('/modalities')
  })

  test('name and description of a schema with its own go to the ledger', () => {
    const schema = { title: 'Own', description: 'own', type: 'object' }
    const output = located({ type: 'json-schema', name: 'person', description: 'A person.', schema } as const, '/response_format')
    expect(encode({ output })).toMatchObject({
      body: { response_format: { json_schema: schema } },
      losses: ['dropped /response_format/json_schema/name', 'dropped /response_format/json_schema/description'],
    })
  })

  test('a member that the model does not know goes to the ledger', () => {
    expect(encode({ settings: { seed: located(1, '/seed') } }, { unsupported: ['seed'] })).toMatchObject({ losses: ['dropped /seed'] })
    expect(encode({ settings: { seed: located(1, '/seed') } }, { unsupported: ['seed'] }).body).not.toHaveProperty('seed')
  })

  test.each<[string, Partial<ConversationRequest>, Record<string, unknown>]>([
    ['any JSON', { output: located({ type: 'json' }) }, { response_format: { type: 'json_object' } }],
    [
      'a schema with its name',
      { output: located({ type: 'json-schema', name: 'person', schema: { type: 'object' } }) },
      { response_format: { type: 'json_object', json_schema: { title: 'person', type: 'object' } } },
    ],
    ['thinking off', { reasoning: { effort: located('none') } }, { thinking: { type: 'disabled' } }],
    ['thinking by effort', { reasoning: { effort: located('low') } }, { thinking: { type: 'enabled', token_budget: 1024 } }],
    [
      'thinking by budget',
      { reasoning: { mode: located('enabled'), budgetTokens: located(2048) } },
      { thinking: { type: 'enabled', token_budget: 2048 } },
    ],
    ['a stream', { stream: true }, { stream: true }],
  ])('%s', (_, part, members) => {
    expect(encode(part).body).toMatchObject(members)
  })
})
