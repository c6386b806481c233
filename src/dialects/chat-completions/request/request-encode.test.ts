import { GatewayFailure } from '../../../exchange/error.js'
import type { Part } from '../../../exchange/part.js'
import type { Proof } from '../../../exchange/proof.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { TargetTraits } from '../../../exchange/target.js'
import { conversation, target } from '../fixtures/contexts.js'
import { encodeRequest } from './request-encode.js'

const text = (words: string): Part => ({ type: 'text', text: words, at: '/t' })
const png = (at = '/i'): Part => ({ type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'iVBO' }, at })
const call = (id: string, name = 'ping', input = '{}'): Part => ({ type: 'tool-call', id, name, kind: 'function', input, at: '/c' })
const result = (callId: string, ...content: Extract<Part, { type: 'tool-result' }>['content']): Part => ({
  type: 'tool-result',
  callId,
  kind: 'function',
  content,
  at: '/r',
})
const turn = (role: Turn['role'], ...parts: Part[]): Turn => ({ role, parts, at: '/turn' })
const ping = { type: 'function', name: 'ping', at: '/tools/0' } as const

function encode(
  members: Partial<ConversationRequest>,
  traits: TargetTraits = {},
): { wire: Readonly<Record<string, unknown>>; losses: string[] } {
  const to = target(traits)
  const wire = encodeRequest(conversation({ turns: [turn('user', text('Hi.'))], ...members }), to)
  return { wire, losses: to.ledger.losses.filter(({ action }) => action !== 'moved').map(({ action, at }) => `${action} ${at}`) }
}

describe('turns become messages', () => {
  const rows: [string, Turn[], object[]][] = [
    ['one text becomes a string', [turn('user', text('Hi.'))], [{ role: 'user', content: 'Hi.' }]],
    [
      'the texts of a system turn become one message',
      [turn('user', text('Hi.')), turn('system', text('A.'), text('B.'))],
      [
        { role: 'user', content: 'Hi.' },
        { role: 'system', content: 'A.\n\nB.' },
      ],
    ],
    ['developer stays developer', [turn('developer', text('A.'))], [{ role: 'developer', content: 'A.' }]],
    [
      'text and image become parts',
      [turn('user', text('What?'), png())],
      [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } },
          ],
        },
      ],
    ],
    [
      'text and tool call of consecutive turns become one message',
      [turn('assistant', text('Looking.')), turn('assistant', call('c1'), call('c2'))],
      [
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [
            { id: 'c1', type: 'function', function: { name: 'ping', arguments: '{}' } },
            { id: 'c2', type: 'function', function: { name: 'ping', arguments: '{}' } },
          ],
        },
      ],
    ],
    [
      'tool results come first, each in a message',
      [
        turn('assistant', call('c1'), call('c2')),
        turn(
          'user',
          text('And?'),
          result('c1', { type: 'text', text: '1', at: '/a' }),
          result('c2', { type: 'text', text: '2', at: '/b' }),
        ),
      ],
      [
        { role: 'assistant', content: null },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
        { role: 'tool', tool_call_id: 'c2', content: '2' },
        { role: 'user', content: 'And?' },
      ],
    ],
    [
      'an image in a tool result follows in a user message',
      [
        turn('assistant', call('c1')),
        turn('user', result('c1', { type: 'text', text: 'done', at: '/a' }, { ...(png() as Extract<Part, { type: 'media' }>) })),
      ],
      [{ role: 'assistant' }, { role: 'tool', content: 'done' }, { role: 'user', content: [{ type: 'image_url' }] }],
    ],
    [
      'a refusal is in `refusal`',
      [turn('assistant', { type: 'refusal', text: 'No.', at: '/f' })],
      [{ role: 'assistant', content: null, refusal: 'No.' }],
    ],
    [
      'a turn with only the reasoning of another provider has no message',
      [turn('user', text('Hi.')), turn('assistant', { type: 'reasoning', text: '', at: '/x' })],
      [{ role: 'user', content: 'Hi.' }],
    ],
    [
      'a text document becomes a text',
      [
        turn('user', {
          type: 'media',
          kind: 'document',
          source: { type: 'text', text: 'Open at nine.', mediaType: 'text/plain' },
          filename: 'hours.txt',
          at: '/d',
        }),
      ],
      [{ role: 'user', content: 'hours.txt\n\nOpen at nine.' }],
    ],
    [
      'a PDF gets a file name',
      [turn('user', { type: 'media', kind: 'document', source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBE' }, at: '/d' })],
      [{ role: 'user', content: [{ type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBE' } }] }],
    ],
    [
      'audio has its format',
      [turn('user', { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/mpeg', data: 'SUQz' }, at: '/d' })],
      [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } }] }],
    ],
    [
      'a call of a custom tool',
      [turn('assistant', { type: 'tool-call', id: 'c', name: 'note', kind: 'custom', input: 'a\nb', at: '/c' })],
      [{ role: 'assistant', tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'note', input: 'a\nb' } }] }],
    ],
    [
      'a failed call has an error text',
      [
        turn('user', {
          ...(result('c', { type: 'text', text: 'No clock.', at: '/a' }) as Extract<Part, { type: 'tool-result' }>),
          isError: true,
        }),
      ],
      [{ role: 'tool', content: 'Error: No clock.' }],
    ],
  ]
  test.each(rows)('%s', (_name, turns, wanted) => {
    expect(encode({ turns }).wire.messages).toMatchObject(wanted)
  })
})

describe('reasoning in the history', () => {
  const foreign: Proof = { dialect: 'messages', kind: 'signature', value: 'sig-77' }
  const thoughts = (proof?: Proof): Turn =>
    turn('assistant', { type: 'reasoning', text: 'Two and two.', at: '/x', ...(proof === undefined ? {} : { proof }) }, text('Four.'))

  test('of another provider is not sent, not even as text', () => {
    const { wire, losses } = encode({ turns: [thoughts(foreign)] })
    expect(wire.messages).toEqual([{ role: 'assistant', content: 'Four.' }])
    expect(losses).toEqual(['dropped /x'])
  })
  test("is sent as readable text where the provider accepts it, without another provider's proof", () => {
    const { wire, losses } = encode({ turns: [thoughts(foreign)] }, { reasoningHistoryField: 'reasoning_content' })
    expect(wire.messages).toEqual([{ role: 'assistant', content: 'Four.', reasoning_content: 'Two and two.' }])
    expect(losses).toEqual(['approximated /x'])
  })
  test('of this dialect is sent unchanged', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'gAAA', index: 0 }]
    const { wire, losses } = encode({ turns: [thoughts({ dialect: 'chat-completions', kind: 'details', value: JSON.stringify(details) })] })
    expect(wire.messages).toEqual([{ role: 'assistant', content: 'Four.', reasoning_details: details }])
    expect(losses).toEqual([])
  })
  test('has the signature of a tool call only in the dialect that it came from', () => {
    const signed = (proof: Proof): Turn =>
      turn('assistant', { type: 'tool-call', id: 'c', name: 'ping', kind: 'function', input: '{}', proof, at: '/c' })
    const own = encode({ turns: [signed({ dialect: 'chat-completions', kind: 'thought-signature', value: 'c2ln' })] })
    expect(own.wire.messages).toMatchObject([{ tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }] }])
    const other = encode({ turns: [signed({ dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' })] })
    expect(JSON.stringify(other.wire)).not.toContain('c2ln')
    expect(other.losses).toEqual(['dropped /c'])
  })
})

describe('settings', () => {
  const at = '/s'
  const rows: [string, Partial<ConversationRequest>, object, string[]][] = [
    ['the output limit', { settings: { maxOutputTokens: { value: 9, at } } }, { max_completion_tokens: 9 }, []],
    ['top_k is dropped', { settings: { topK: { value: 4, at } } }, {}, ['dropped /s']],
    [
      'at most four stop sequences',
      { settings: { stopSequences: { value: ['a', 'b', 'c', 'd', 'e'], at } } },
      { stop: ['a', 'b', 'c', 'd'] },
      ['approximated /s'],
    ],
    ['one choice is the default', { settings: { choiceCount: { value: 1, at } } }, {}, []],
    [
      'log probabilities',
      { settings: { logprobs: { value: true, at }, topLogprobs: { value: 3, at } } },
      { logprobs: true, top_logprobs: 3 },
      [],
    ],
    [
      'a service tier of another provider',
      { settings: { serviceTier: { value: 'standard_only', at } } },
      { service_tier: 'default' },
      ['approximated /s'],
    ],
    ['effort', { reasoning: { effort: { value: 'xhigh', at } } }, { reasoning_effort: 'xhigh' }, []],
    [
      'a budget becomes the nearest effort',
      { reasoning: { budgetTokens: { value: 2000, at } } },
      { reasoning_effort: 'low' },
      ['approximated /s'],
    ],
    ['a budget that the model decides', { reasoning: { budgetTokens: { value: -1, at } } }, {}, []],
    ['thinking switched off', { reasoning: { mode: { value: 'disabled', at } } }, {}, ['dropped /s']],
    ['any JSON', { output: { value: { type: 'json' }, at } }, { response_format: { type: 'json_object' } }, []],
    [
      'JSON of a schema gets a name',
      { output: { value: { type: 'json-schema', schema: { type: 'object' } }, at } },
      { response_format: { type: 'json_schema', json_schema: { name: 'response', schema: { type: 'object' } } } },
      [],
    ],
    [
      'a tool without parameters',
      { tools: [ping] },
      { tools: [{ type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }] },
      [],
    ],
    ['no parallel tool calls', { tools: [ping], parallelToolCalls: { value: false, at } }, { parallel_tool_calls: false }, []],
    [
      'a forced call',
      { tools: [ping], toolChoice: { value: { type: 'tool', name: 'ping', kind: 'function' }, at } },
      { tool_choice: { type: 'function', function: { name: 'ping' } } },
      [],
    ],
    [
      'the one allowed tool that must be called',
      { tools: [ping], toolChoice: { value: { type: 'allowed', mode: 'required', names: ['ping'] }, at } },
      { tool_choice: { type: 'function', function: { name: 'ping' } } },
      [],
    ],
    [
      'allowed tools',
      { tools: [ping], toolChoice: { value: { type: 'allowed', mode: 'auto', names: ['ping'] }, at } },
      {
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'ping' } }] } },
      },
      [],
    ],
    [
      "another provider's tool is left out",
      { tools: [ping, { type: 'provider', dialect: 'responses', label: 'file_search', value: {}, at }] },
      { tools: [{ type: 'function', function: { name: 'ping', parameters: { type: 'object', properties: {} } } }] },
      ['dropped /s'],
    ],
  ]
  test.each(rows)('%s', (_name, members, wanted, losses) => {
    const done = encode(members)
    const { model: _model, messages: _messages, ...rest } = done.wire
    expect(rest).toEqual(
      'tools' in wanted || members.tools === undefined ? wanted : { ...wanted, ...(rest.tools === undefined ? {} : { tools: rest.tools }) },
    )
    expect(done.losses).toEqual(losses)
  })
  test('a translated stream requests usage', () => {
    expect(encode({ stream: true }).wire).toMatchObject({ model: 'up-model', stream: true, stream_options: { include_usage: true } })
  })
})

describe('providers that differ from OpenAI', () => {
  test('get the deprecated output limit, other names, no developer role and short ids', () => {
    const { wire } = encode(
      {
        turns: [turn('developer', text('A.')), turn('assistant', call('toolu_01ABC')), turn('user', result('toolu_01ABC'))],
        tools: [ping],
        toolChoice: { value: { type: 'required' }, at: '/s' },
        settings: { maxOutputTokens: { value: 9, at: '/m' }, seed: { value: 1, at: '/e' } },
      },
      { maxTokensField: 'max_tokens', systemRole: 'system', mistralNames: true, nineCharacterToolIds: true },
    )
    expect(wire).toMatchObject({ max_tokens: 9, random_seed: 1, tool_choice: 'any' })
    const [system, asked, answered] = wire.messages as [{ role: string }, { tool_calls: [{ id: string }] }, { tool_call_id: string }]
    expect(system.role).toBe('system')
    expect(asked.tool_calls[0].id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(answered.tool_call_id).toBe(asked.tool_calls[0].id)
  })
  test('do not get unsupported members, which the ledger records', () => {
    const { wire, losses } = encode(
      { settings: { seed: { value: 1, at: '/e' } }, stream: true },
      { unsupported: ['seed', 'stream_options'] },
    )
    expect(wire).not.toHaveProperty('seed')
    expect(wire).not.toHaveProperty('stream_options')
    expect(losses).toEqual(['dropped /e'])
  })
  test('that store nothing lose nothing: the gateway stores completions', () => {
    const { wire, losses } = encode(
      { settings: { store: { value: true, at: '/store' }, metadata: { value: { a: 'b' }, at: '/metadata' } } },
      { unsupported: ['store'] },
    )
    expect(wire).not.toHaveProperty('store')
    expect(wire).not.toHaveProperty('metadata')
    expect(losses).toEqual([])
  })
  test('with function tools only get custom tools as functions with one text argument, and only allowed tools', () => {
    const { wire, losses } = encode(
      {
        tools: [
          { type: 'custom', name: 'note', at: '/tools/0' },
          { ...ping, at: '/tools/1' },
        ],
        toolChoice: { value: { type: 'allowed', mode: 'auto', names: ['note'] }, at: '/s' },
        turns: [turn('assistant', { type: 'tool-call', id: 'c', name: 'note', kind: 'custom', input: 'a "b"', at: '/c' })],
      },
      { functionToolsOnly: true },
    )
    expect(wire).toMatchObject({
      tool_choice: 'auto',
      tools: [
        { type: 'function', function: { name: 'note', parameters: { properties: { input: { type: 'string' } }, required: ['input'] } } },
      ],
      messages: [{ tool_calls: [{ function: { name: 'note', arguments: '{"input":"a \\"b\\""}' } }] }],
    })
    expect(losses).toEqual(['dropped /tools/1'])
  })
})

describe('what would change the meaning of the request is refused', () => {
  const media = (kind: 'image' | 'document' | 'video' | 'audio', source: Extract<Part, { type: 'media' }>['source']): Turn[] => [
    turn('user', { type: 'media', kind, source, at: '/m' }),
  ]
  const rows: [string, Partial<ConversationRequest>, TargetTraits, object][] = [
    [
      'a document by URL',
      { turns: media('document', { type: 'url', url: 'https://e.com/a.pdf' }) },
      {},
      { param: '/m', code: 'unsupported_url' },
    ],
    [
      'an image URL of another scheme',
      { turns: media('image', { type: 'url', url: 'gs://b/a.png' }) },
      {},
      { param: '/m', code: 'unsupported_url' },
    ],
    ["another provider's file", { turns: media('image', { type: 'file', id: 'f', dialect: 'messages' }) }, {}, { param: '/m' }],
    ['a video', { turns: media('video', { type: 'base64', mediaType: 'video/mp4', data: 'AA' }) }, {}, { param: '/m' }],
    ['an image where the provider accepts none', { turns: [turn('user', png('/m'))] }, { withoutMedia: ['image'] }, { param: '/m' }],
    [
      'an unknown part',
      { turns: [turn('user', { type: 'opaque', dialect: 'messages', label: 'container_upload', value: {}, at: '/m' })] },
      {},
      { param: '/m' },
    ],
    ['a forced call without a tool', { toolChoice: { value: { type: 'required' }, at: '/m' } }, {}, { param: '/m' }],
    ['images as the answer', { settings: { modalities: { value: ['text', 'image'], at: '/m' } } }, {}, { param: '/m' }],
  ]
  test.each(rows)('%s', (_name, members, traits, wanted) => {
    let thrown: unknown
    try {
      encode(members, traits)
    } catch (failure) {
      thrown = failure
    }
    expect(thrown).toBeInstanceOf(GatewayFailure)
    expect(thrown).toMatchObject({ error: { kind: 'invalid_request', ...wanted } })
  })
})
