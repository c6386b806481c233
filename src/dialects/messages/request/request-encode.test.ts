import type { GatewayFailure } from '../../../exchange/error.js'
import type { Part } from '../../../exchange/part.js'
import type { ConversationRequest, Settings, Tool } from '../../../exchange/request.js'
import type { Target } from '../../../exchange/target.js'
import { lossesOf, call, conversation, gauge, note, result, target, turn } from '../fixtures/conversation.js'
import { encodeRequest } from './request-encode.js'

const hello = turn('user', 0, 'Hi.')
const text = (value: string): object => ({ type: 'text', text: value })

function encode(
  request: ConversationRequest,
  to: Target = target(),
): { readonly wire: Record<string, unknown>; readonly losses: string[] } {
  return { wire: { ...encodeRequest(request, to) }, losses: lossesOf(to.ledger) }
}

function refusal(request: ConversationRequest): unknown {
  try {
    encodeRequest(request, target())
  } catch (error) {
    return (error as GatewayFailure).error
  }
  return undefined
}

describe('turns for a messages upstream', () => {
  const cases: [string, ConversationRequest['turns'], object][] = [
    ['a text', [hello], { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }] }],
    [
      'instructions anywhere in the conversation become the system text',
      [turn('system', 0, 'Be brief.'), turn('developer', 1, 'Be kind.'), turn('user', 2, 'Hi.')],
      {
        system: [
          { type: 'text', text: 'Be brief.' },
          { type: 'text', text: 'Be kind.' },
        ],
        messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
      },
    ],
    ['a single instruction becomes a string', [turn('system', 0, 'Be brief.'), hello], { system: 'Be brief.' }],
    [
      'consecutive turns of a role become one turn, tool results first',
      [
        turn('user', 0, 'Go.'),
        turn('assistant', 1, 'Both.', call('a', '{}'), call('b', '{"site":"x"}')),
        turn('user', 2, 'Sure?'),
        turn('user', 3, result('a', '1'), result('b', '2')),
      ],
      {
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'Both.' },
              { type: 'tool_use', id: 'a', name: 'read_gauge', input: {} },
              { type: 'tool_use', id: 'b', name: 'read_gauge', input: { site: 'x' } },
            ],
          },
          {
            role: 'user',
            content: [
              { type: 'tool_result', tool_use_id: 'a', content: '1' },
              { type: 'tool_result', tool_use_id: 'b', content: '2' },
              { type: 'text', text: 'Sure?' },
            ],
          },
        ],
      },
    ],
    [
      'empty texts and turns are not sent',
      [turn('user', 0, 'a'), turn('assistant', 1, ''), turn('user', 2, ' ', 'b')],
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
        ],
      },
    ],
    [
      'a user turn is added before a first assistant turn',
      [turn('assistant', 0, 'Hello.'), turn('user', 1, 'Hi.')],
      { messages: [{ role: 'user' }, { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }, { role: 'user' }] },
    ],
    [
      'white space at the end of an answer to continue is removed',
      [hello, turn('assistant', 1, 'Once upon ')],
      { messages: [{ role: 'user' }, { role: 'assistant', content: [{ type: 'text', text: 'Once upon' }] }] },
    ],
    [
      'the last instruction becomes the user turn where there is none',
      [turn('system', 0, 'Sing.')],
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'Sing.' }] }] },
    ],
  ]
  test.each(cases)('%s', (_name, turns, expected) => expect(encode(conversation(turns)).wire).toMatchObject(expected))

  test('an instruction moved from inside the conversation is recorded', () => {
    const { wire, losses } = encode(conversation([hello, turn('system', 1, 'Be long.'), turn('user', 2, 'Go.')]))
    expect(wire['system']).toBe('Be long.')
    expect(losses).toEqual(['approximated /messages/1'])
  })

  test('the phase of a text is recorded', () => {
    expect(
      encode(
        conversation([
          hello,
          turn('assistant', 1, { type: 'text', text: 'a', phase: 'commentary', at: '/p', places: { phase: '/messages/1/phase' } }),
          hello,
        ]),
      ).losses,
    ).toEqual(['dropped /messages/1/phase'])
  })

  test('a conversation without text is refused', () =>
    expect(refusal(conversation([turn('user', 0, '')]))).toMatchObject({ param: '/messages/0' }))
})

describe('parts for a messages upstream', () => {
  const own = { dialect: 'messages', kind: 'signature', value: 'EqQB' } as const
  const image = { type: 'media', kind: 'image', at: '/p' } as const
  const document = { type: 'media', kind: 'document', at: '/p' } as const
  const cases: [string, 'user' | 'assistant', Part, object | undefined, string[]][] = [
    [
      'own thinking',
      'assistant',
      { type: 'reasoning', text: 'hm', proof: own, at: '/p' },
      { type: 'thinking', thinking: 'hm', signature: 'EqQB' },
      [],
    ],
    [
      'own redacted thinking',
      'assistant',
      { type: 'reasoning', text: '', proof: { ...own, kind: 'redacted' }, at: '/p' },
      { type: 'redacted_thinking', data: 'EqQB' },
      [],
    ],
    ['thinking without a proof is dropped', 'assistant', { type: 'reasoning', text: 'hm', at: '/p' }, undefined, ['dropped /p']],
    [
      'thinking of another provider is dropped',
      'assistant',
      { type: 'reasoning', text: 'hm', proof: { dialect: 'responses', kind: 'encrypted', value: 'x' }, at: '/p' },
      undefined,
      ['dropped /p'],
    ],
    ['a refusal is text', 'assistant', { type: 'refusal', text: 'No.', at: '/p' }, { type: 'text', text: 'No.' }, []],
    [
      'image/jpg becomes image/jpeg',
      'user',
      {
        ...image,
        source: { type: 'base64', mediaType: 'image/jpg', data: 'AA==' },
        detail: 'low',
        places: { detail: '/p/image_url/detail' },
      },
      { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: 'AA==' } },
      ['dropped /p/image_url/detail'],
    ],
    [
      'an image by URL',
      'user',
      { ...image, source: { type: 'url', url: 'https://a.example' } },
      { type: 'image', source: { type: 'url', url: 'https://a.example' } },
      [],
    ],
    [
      'a PDF',
      'user',
      { ...document, source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERi0=' }, filename: 'a.pdf' },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'a.pdf' },
      [],
    ],
    [
      'a text file becomes a text document',
      'user',
      { ...document, source: { type: 'base64', mediaType: 'text/csv', data: 'YSxi' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b' } },
      ['moved /p'],
    ],
    [
      'a text document with citations',
      'user',
      { ...document, source: { type: 'text', text: 'a', mediaType: 'text/plain' }, citable: true, context: 'c' },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' }, context: 'c', citations: { enabled: true } },
      [],
    ],
    [
      'audio of the assistant becomes its transcript',
      'assistant',
      { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: '' }, transcript: 'Hi.', at: '/p' },
      { type: 'text', text: 'Hi.' },
      ['approximated /p'],
    ],
    ['a call without arguments', 'assistant', call('a', ''), { type: 'tool_use', id: 'a', name: 'read_gauge', input: {} }, []],
    [
      'arguments that are not JSON',
      'assistant',
      call('a', '{"a'),
      { type: 'tool_use', id: 'a', name: 'read_gauge', input: { input: '{"a' } },
      ['approximated /call'],
    ],
    [
      'a call of a custom tool',
      'assistant',
      { type: 'tool-call', id: 'a', name: 'write_note', kind: 'custom', input: 'x', at: '/p' },
      { type: 'tool_use', id: 'a', name: 'write_note', input: { input: 'x' } },
      [],
    ],
    [
      'a result with an image and an error',
      'user',
      {
        type: 'tool-result',
        callId: 'a',
        kind: 'function',
        content: [
          { type: 'text', text: 't', at: '/p/0' },
          { ...image, source: { type: 'url', url: 'https://a.example' } },
        ],
        isError: true,
        at: '/p',
      },
      {
        type: 'tool_result',
        tool_use_id: 'a',
        content: [
          { type: 'text', text: 't' },
          { type: 'image', source: { type: 'url', url: 'https://a.example' } },
        ],
        is_error: true,
      },
      [],
    ],
    [
      'a result without content',
      'user',
      { type: 'tool-result', callId: 'a', kind: 'function', content: [], at: '/p' },
      { type: 'tool_result', tool_use_id: 'a' },
      [],
    ],
    [
      'an opaque part of another dialect',
      'assistant',
      { type: 'opaque', dialect: 'responses', label: 'web_search_call', value: {}, at: '/p' },
      undefined,
      ['dropped /p'],
    ],
    [
      'a cache hint',
      'user',
      { type: 'text', text: 'a', cache: { ttl: '1h', at: '/c' }, at: '/p' },
      { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
      [],
    ],
  ]
  test.each(cases)('%s', (_name, role, part, expected, losses) => {
    const others = role === 'user' ? ['first'] : []
    const { wire, losses: got } = encode(conversation([turn('user', 0, 'Hi.', ...others), turn(role, 1, part), turn('user', 2, 'Go.')]))
    const messages = wire['messages'] as { content: object[] }[]
    expect(messages.flatMap(({ content }) => content)).toEqual(
      expected === undefined ? [text('Hi.'), text('Go.')] : expect.arrayContaining([expected]),
    )
    expect(got).toEqual(losses)
  })

  const refused: [string, Part, string | undefined][] = [
    ['audio', { type: 'media', kind: 'audio', source: { type: 'base64', mediaType: 'audio/wav', data: '' }, at: '/p' }, undefined],
    ['a video', { type: 'media', kind: 'video', source: { type: 'url', url: 'https://a.example' }, at: '/p' }, undefined],
    ['an image of another type', { ...image, source: { type: 'base64', mediaType: 'image/tiff', data: '' } }, undefined],
    ['a document of another type', { ...document, source: { type: 'base64', mediaType: 'application/msword', data: '' } }, undefined],
    ['a URL of a bucket', { ...image, source: { type: 'url', url: 'gs://a/b' } }, 'unsupported_url'],
    ["a file of another provider's store", { ...document, source: { type: 'file', id: 'f', dialect: 'responses' } }, undefined],
  ]
  test.each(refused)('refused: %s', (_name, part, code) =>
    expect(refusal(conversation([turn('user', 0, part)]))).toEqual({
      kind: 'invalid_request',
      message: expect.any(String),
      param: '/p',
      ...(code === undefined ? {} : { code }),
    }),
  )

  test('at most four cache breakpoints', () => {
    const parts = [0, 1, 2, 3, 4].map((index): Part => ({ type: 'text', text: 'a', cache: { at: `/c/${index}` }, at: '/p' }))
    expect(encode(conversation([turn('user', 0, ...parts)])).losses).toEqual(['dropped /c/4'])
  })

  test('a target without images refuses them', () => {
    const request = conversation([turn('user', 0, { ...image, source: { type: 'url', url: 'https://a.example' } })])
    expect(() => encodeRequest(request, target({ traits: { withoutMedia: ['image'] } }))).toThrow('accepts no image')
  })
})

describe('tools for a messages upstream', () => {
  const tools: [string, Tool, object][] = [
    ['a function', gauge, { name: 'read_gauge', input_schema: { type: 'object', properties: { site: { type: 'string' } } } }],
    ['no parameters', { type: 'function', name: 'a', at: '' }, { name: 'a', input_schema: { type: 'object', properties: {} } }],
    [
      'parameters without a type',
      { type: 'function', name: 'a', parameters: { required: ['b'] }, at: '' },
      { name: 'a', input_schema: { type: 'object', required: ['b'] } },
    ],
    ['strict', { ...gauge, strict: { value: true, at: '' } }, { name: 'read_gauge', input_schema: expect.any(Object), strict: true }],
    ['not strict', { ...gauge, strict: { value: false, at: '' } }, { name: 'read_gauge', input_schema: expect.any(Object) }],
    [
      'a custom tool',
      note,
      {
        name: 'write_note',
        description: 'Writes a note.',
        input_schema: { type: 'object', properties: { input: { type: 'string', description: expect.any(String) } }, required: ['input'] },
      },
    ],
  ]
  test.each(tools)('%s', (_name, tool, expected) =>
    expect(encode(conversation([hello], { tools: [tool] })).wire['tools']).toEqual([expected]),
  )

  test('a grammar becomes a description, which is recorded', () => {
    const tool: Tool = { ...note, format: { value: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' }, at: '/tools/1/format' } }
    const { wire, losses } = encode(conversation([hello], { tools: [tool] }))
    expect(JSON.stringify(wire['tools'])).toContain('lark grammar')
    expect(losses).toEqual(['approximated /tools/1/format'])
  })

  test('a tool of another provider is refused', () => {
    const tool: Tool = { type: 'provider', dialect: 'responses', label: 'file_search', value: {}, at: '/tools/0' }
    expect(refusal(conversation([hello], { tools: [tool] }))).toMatchObject({
      param: '/tools/0',
      message: expect.stringContaining('file_search'),
    })
  })

  const at = '/tool_choice'
  const choices: [string, Partial<ConversationRequest>, object | undefined][] = [
    ['no choice', {}, undefined],
    ['auto', { toolChoice: { value: { type: 'auto' }, at } }, { type: 'auto' }],
    ['none', { toolChoice: { value: { type: 'none' }, at } }, { type: 'none' }],
    ['required', { toolChoice: { value: { type: 'required' }, at } }, { type: 'any' }],
    ['named', { toolChoice: { value: { type: 'tool', name: 'read_gauge', kind: 'function' }, at } }, { type: 'tool', name: 'read_gauge' }],
    ['not parallel', { parallelToolCalls: { value: false, at: '/p' } }, { type: 'auto', disable_parallel_tool_use: true }],
    ['parallel, which is the default', { parallelToolCalls: { value: true, at: '/p' } }, undefined],
    [
      'required and not parallel',
      { toolChoice: { value: { type: 'required' }, at }, parallelToolCalls: { value: false, at: '/p' } },
      { type: 'any', disable_parallel_tool_use: true },
    ],
  ]
  test.each(choices)('choice: %s', (_name, rest, expected) => {
    expect(encode(conversation([hello], { tools: [gauge], ...rest })).wire['tool_choice']).toEqual(expected)
  })

  test('only the allowed tools are sent', () => {
    const { wire } = encode(
      conversation([hello], {
        tools: [gauge, note],
        toolChoice: { value: { type: 'allowed', mode: 'required', names: ['write_note'] }, at },
      }),
    )
    expect(wire).toMatchObject({ tools: [{ name: 'write_note' }], tool_choice: { type: 'any' } })
  })

  test('without tools no choice is sent', () => {
    expect(encode(conversation([hello], { toolChoice: { value: { type: 'auto' }, at } })).wire).not.toHaveProperty('tool_choice')
  })
})

describe('settings for a messages upstream', () => {
  const cases: [string, Settings, object, string[]][] = [
    ['a limit is always sent', {}, { max_tokens: 4096 }, []],
    ["the client's limit", { maxOutputTokens: { value: 7, at: '/m' } }, { max_tokens: 7 }, []],
    ['a temperature above 1 is 1', { temperature: { value: 1.6, at: '/t' } }, { temperature: 1 }, ['approximated /t']],
    [
      'sampling',
      { temperature: { value: 0.4, at: '/t' }, topP: { value: 0.9, at: '/p' }, topK: { value: 40, at: '/k' } },
      { temperature: 0.4, top_p: 0.9, top_k: 40 },
      [],
    ],
    [
      'stop sequences without white space only',
      { stopSequences: { value: ['END', '\n'], at: '/s' } },
      { stop_sequences: ['END'] },
      ['dropped /s'],
    ],
    ['a user', { user: { value: 'u', at: '/u' } }, { metadata: { user_id: 'u' } }, []],
    ['service tier default', { serviceTier: { value: 'default', at: '/s' } }, { service_tier: 'standard_only' }, []],
    ['service tier flex', { serviceTier: { value: 'flex', at: '/s' } }, {}, ['dropped /s']],
    [
      'settings that the dialect does not have are dropped',
      { seed: { value: 1, at: '/seed' }, presencePenalty: { value: 1, at: '/pp' }, logprobs: { value: true, at: '/lp' } },
      {},
      ['dropped /lp', 'dropped /seed', 'dropped /pp'],
    ],
    [
      'the gateway stores a completion with its metadata',
      { store: { value: true, at: '/store' }, metadata: { value: { a: 'b' }, at: '/metadata' } },
      {},
      ['moved /store', 'moved /metadata'],
    ],
    [
      'settings that are always so are not sent',
      { choiceCount: { value: 1, at: '/n' }, store: { value: false, at: '/store' } },
      {},
      ['moved /n', 'moved /store'],
    ],
  ]
  test.each(cases)('%s', (_name, settings, expected, losses) => {
    const got = encode(conversation([hello], { settings }))
    expect(got.wire).toEqual({ model: 'up-model', max_tokens: 4096, messages: expect.any(Array), ...expected })
    expect(got.losses).toEqual(losses)
  })

  test('two choices are refused', () => {
    expect(refusal(conversation([hello], { settings: { choiceCount: { value: 2, at: '/n' } } }))).toMatchObject({ param: '/n' })
  })

  test('an answer in audio is refused', () => {
    expect(refusal(conversation([hello], { settings: { modalities: { value: ['text', 'audio'], at: '/m' } } }))).toMatchObject({
      param: '/m',
    })
  })

  test('only the schema of the answer is sent', () => {
    const { wire } = encode(
      conversation([hello], { output: { value: { type: 'json-schema', schema: { type: 'object' }, name: 'a', strict: true }, at: '/f' } }),
    )
    expect(wire['output_config']).toEqual({ format: { type: 'json_schema', schema: { type: 'object' } } })
  })

  test('JSON without a schema is requested by an instruction', () => {
    const { wire, losses } = encode(conversation([hello], { output: { value: { type: 'json' }, at: '/f' } }))
    expect(wire['system']).toContain('JSON')
    expect(losses).toEqual(['approximated /f'])
  })

  test("members that a provider does not support are dropped and recorded with the client's pointers", () => {
    const to = target({ traits: { unsupported: ['metadata', 'tool_choice'] } })
    const { wire, losses } = encode(conversation([hello], { settings: { user: { value: 'u', at: '/user' } } }), to)
    expect(wire).not.toHaveProperty('metadata')
    expect(losses).toEqual(['dropped /user'])
  })
})

describe('what a model does not accept', () => {
  const settings = {
    temperature: { value: 0.3, at: '/temperature' },
    topP: { value: 0.9, at: '/top_p' },
    topK: { value: 64, at: '/top_k' },
  }
  const claude = (model: string, rest: Partial<ConversationRequest> = {}): ReturnType<typeof encode> => {
    const { defaultMaxOutputTokens: _, ...unlimited } = target({ model })
    return encode(conversation([hello], rest), unlimited)
  }

  test('only one of temperature and top_p is sent to models that accept one of them', () => {
    const { wire, losses } = claude('claude-sonnet-4-5', { settings })
    expect(wire).toMatchObject({ temperature: 0.3, top_k: 64 })
    expect(wire).not.toHaveProperty('top_p')
    expect(losses).toEqual(['dropped /top_p'])
  })

  test('no sampling settings are sent to models that accept none', () => {
    const { wire, losses } = claude('claude-opus-4-7', { settings })
    expect(Object.keys(wire)).toEqual(['model', 'max_tokens', 'messages'])
    expect(losses).toEqual(['dropped /temperature', 'dropped /top_p', 'dropped /top_k'])
  })

  test('models without prefill get a user turn after an answer to continue', () => {
    const turns = [hello, turn('assistant', 1, 'Once ')]
    const { wire, losses } = encode(conversation(turns), target({ model: 'claude-opus-4-7' }))
    expect(wire['messages']).toEqual([
      { role: 'user', content: [text('Hi.')] },
      { role: 'assistant', content: [text('Once')] },
      { role: 'user', content: [text('Continue.')] },
    ])
    expect(losses).toEqual(['approximated /messages/1'])
  })

  const limits: [string, number][] = [
    ['claude-3-haiku-20240307', 4096],
    ['claude-sonnet-4-20250514', 32_000],
    ['claude-sonnet-4-5', 64_000],
    ['claude-opus-4-7', 128_000],
    ['up-model', 32_000],
  ]
  test.each(limits)('the default limit of %s', (model, limit) => expect(claude(model).wire['max_tokens']).toBe(limit))

  test('the configured limit is preferred to the default one', () =>
    expect(encode(conversation([hello]), target({ model: 'claude-opus-4-7', defaultMaxOutputTokens: 500 })).wire['max_tokens']).toBe(500))

  test('a limit above the maximum is lowered to it', () => {
    const { wire, losses } = claude('claude-sonnet-4-5', { settings: { maxOutputTokens: { value: 100_000, at: '/max_tokens' } } })
    expect([wire['max_tokens'], losses]).toEqual([64_000, ['approximated /max_tokens']])
  })

  test('a forced call is requested by an instruction where the model accepts none', () => {
    const toolChoice = { value: { type: 'tool', name: 'read_gauge', kind: 'function' } as const, at: '/tool_choice' }
    const { wire, losses } = claude('claude-opus-5-5', { tools: [gauge], toolChoice })
    expect(wire).toMatchObject({ tool_choice: { type: 'auto' }, system: 'Answer with a call of the tool read_gauge.' })
    expect(losses).toEqual(['approximated /tool_choice'])
  })

  const off: [string, object][] = [
    ['claude-opus-4-7', { thinking: { type: 'disabled' } }],
    ['claude-sonnet-5-5', { thinking: { type: 'between_tools' } }],
    ['claude-opus-5-5', { output_config: { effort: 'low' } }],
  ]
  test.each(off)('thinking switched off for %s', (model, expected) =>
    expect(claude(model, { reasoning: { mode: { value: 'disabled', at: '/t' } } }).wire).toMatchObject(expected),
  )
})
