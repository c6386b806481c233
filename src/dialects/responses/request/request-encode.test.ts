import type { Part } from '../../../exchange/part.js'
import type { ConversationRequest, Turn } from '../../../exchange/request.js'
import type { TargetTraits } from '../../../exchange/target.js'
import { faults, question, target } from '../fixtures/context.js'
import { encodeRequest } from './request-encode.js'

function encode(more: Partial<ConversationRequest>, traits: TargetTraits = {}) {
  const to = target({ traits })
  const body = encodeRequest(question(more), to)
  expect(faults('ResponsesCreateRequest', body)).toEqual([])
  return { body, losses: to.ledger.losses.map(({ action, at }) => `${action} ${at}`) }
}

const turn = (role: Turn['role'], ...parts: Part[]): Turn => ({ role, parts, at: '/t' })
const text = (words: string): Part => ({ type: 'text', text: words, at: '/p' })
const itemsOf = (...turns: Turn[]) => encode({ turns }).body['input']

describe('turns', () => {
  it('become items in order, including instructions', () => {
    expect(itemsOf(turn('system', text('A')), turn('user', text('B')), turn('developer', text('C')), turn('assistant', text('D')))).toEqual(
      [
        { type: 'message', role: 'system', content: [{ type: 'input_text', text: 'A' }] },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'B' }] },
        { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'C' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'D' }] },
      ],
    )
  })

  it('keep calls, outputs and text in order', () => {
    const items = itemsOf(
      turn(
        'assistant',
        text('Looking.'),
        { type: 'tool-call', id: 'a', name: 'read', kind: 'function', input: '', at: '' },
        { type: 'tool-call', id: 'b', name: 'note', kind: 'custom', input: 'line', at: '' },
      ),
      turn(
        'user',
        { type: 'tool-result', callId: 'a', kind: 'function', content: [text('4')] as never, at: '' },
        { type: 'tool-result', callId: 'b', kind: 'custom', content: [], at: '' },
        text('And?'),
      ),
    )
    expect(items).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'custom_tool_call', call_id: 'b', name: 'note', input: 'line' },
      { type: 'function_call_output', call_id: 'a', output: '4' },
      { type: 'custom_tool_call_output', call_id: 'b', output: '' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ])
  })

  it.each<[string, Part, unknown]>([
    [
      'an image',
      { type: 'media', kind: 'image', detail: 'high', at: '', source: { type: 'base64', mediaType: 'image/png', data: 'AAA=' } },
      { type: 'input_image', image_url: 'data:image/png;base64,AAA=', detail: 'high' },
    ],
    [
      'a URL',
      { type: 'media', kind: 'image', at: '', source: { type: 'url', url: 'https://a.example/b.png' } },
      { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' },
    ],
    [
      'a PDF',
      {
        type: 'media',
        kind: 'document',
        filename: 'plan.pdf',
        at: '',
        source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBE' },
      },
      { type: 'input_file', filename: 'plan.pdf', file_data: 'data:application/pdf;base64,JVBE' },
    ],
    [
      'a PDF without a name',
      { type: 'media', kind: 'document', at: '', source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBE' } },
      { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,JVBE' },
    ],
    [
      'a text document',
      { type: 'media', kind: 'document', filename: 'A', at: '', source: { type: 'text', mediaType: 'text/plain', text: 'B' } },
      { type: 'input_text', text: 'A\n\nB' },
    ],
    [
      'sound',
      { type: 'media', kind: 'audio', at: '', source: { type: 'base64', mediaType: 'audio/mpeg', data: 'AAA=' } },
      { type: 'input_audio', input_audio: { data: 'AAA=', format: 'mp3' } },
    ],
  ])('have %s', (_name, part, expected) => {
    expect(itemsOf(turn('user', part))).toEqual([{ type: 'message', role: 'user', content: [expected] }])
    expect(itemsOf(turn('user', { type: 'tool-result', callId: 'a', kind: 'function', at: '', content: [part as never] }))).toEqual([
      { type: 'function_call_output', call_id: 'a', output: [expected] },
    ])
  })

  it('have a shortened call id where it is too long, the same in the call and its output', () => {
    const id = 'x'.repeat(100)
    const items = itemsOf(
      turn('assistant', { type: 'tool-call', id, name: 'f', kind: 'function', input: '{}', at: '' }),
      turn('user', { type: 'tool-result', callId: id, kind: 'function', content: [], at: '' }),
    ) as { call_id: string }[]
    expect(items[0]?.call_id.length).toBeLessThanOrEqual(64)
    expect(items[1]?.call_id).toBe(items[0]?.call_id)
  })
})

describe('reasoning', () => {
  it('is sent with a proof of this dialect', () => {
    const proof = { dialect: 'responses', kind: 'encrypted', value: 'b3Bh', itemId: 'rs_1' } as const
    expect(itemsOf(turn('assistant', { type: 'reasoning', text: 'A', at: '', proof }))).toEqual([
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'A' }], encrypted_content: 'b3Bh' },
    ])
  })

  it.each([undefined, { dialect: 'messages', kind: 'signature', value: 'c2ln' } as const])('is dropped with the proof %j', (proof) => {
    const part: Part = { type: 'reasoning', text: 'Secret.', at: '/r', ...(proof === undefined ? {} : { proof }) }
    const { body, losses } = encode({ turns: [turn('assistant', part, text('B'))] })
    expect(JSON.stringify(body)).not.toMatch(/Secret|c2ln/)
    expect(losses).toEqual(['dropped /r'])
  })

  it.each([
    [{ effort: { value: 'low', at: '/e' } } as const, { effort: 'low' }, ['reasoning.encrypted_content'], []],
    [
      { budgetTokens: { value: 1024, at: '/b' }, mode: { value: 'enabled', at: '/m' } } as const,
      { effort: 'low' },
      ['reasoning.encrypted_content'],
      ['moved /m', 'approximated /b'],
    ],
    [{ budgetTokens: { value: 0, at: '/b' } } as const, { effort: 'none' }, undefined, ['approximated /b']],
    [{ mode: { value: 'adaptive', at: '/m' } } as const, { effort: 'medium' }, ['reasoning.encrypted_content'], ['approximated /m']],
    [{ mode: { value: 'disabled', at: '/m' } } as const, undefined, undefined, ['dropped /m']],
    [{ summary: { value: 'detailed', at: '/s' } } as const, { summary: 'detailed' }, undefined, []],
    [{ summary: { value: 'none', at: '/s' } } as const, undefined, undefined, ['moved /s']],
  ])('settings %j', (reasoning, expected, include, lost) => {
    const { body, losses } = encode({ reasoning })
    expect(body['reasoning']).toEqual(expected)
    expect(body['include']).toEqual(include)
    expect(losses).toEqual(lost)
  })
})

describe('tools', () => {
  const read = { type: 'function', name: 'read', at: '/tools/0' } as const

  it('without strict are sent as not strict', () => {
    expect(encode({ tools: [read] }).body['tools']).toEqual([
      { type: 'function', name: 'read', parameters: { type: 'object', properties: {} }, strict: false },
    ])
  })

  it('keep their strict', () => {
    expect(encode({ tools: [{ ...read, strict: { value: true, at: '' } }] }).body['tools']).toEqual([
      expect.objectContaining({ strict: true }),
    ])
  })

  it('that are custom or of this dialect are sent, those of other providers are dropped', () => {
    const { body, losses } = encode({
      tools: [
        { type: 'custom', name: 'note', at: '', format: { value: { type: 'text' }, at: '' } },
        { type: 'provider', dialect: 'responses', label: 'web_search', value: { type: 'web_search' }, at: '' },
        { type: 'provider', dialect: 'messages', label: 'web_search_20250305', value: {}, at: '/tools/2' },
      ],
    })
    expect(body['tools']).toEqual([{ type: 'custom', name: 'note', format: { type: 'text' } }, { type: 'web_search' }])
    expect(losses).toEqual(['dropped /tools/2'])
  })

  it.each([
    [{ type: 'auto' } as const, 'auto'],
    [{ type: 'required' } as const, 'required'],
    [{ type: 'tool', kind: 'function', name: 'read' } as const, { type: 'function', name: 'read' }],
    [
      { type: 'allowed', mode: 'required', names: ['read'] } as const,
      { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'read' }] },
    ],
    [{ type: 'provider', dialect: 'responses', label: 'file_search', value: { type: 'file_search' } } as const, { type: 'file_search' }],
  ])('are chosen by %j', (value, expected) => {
    expect(encode({ tools: [read], toolChoice: { value, at: '' } }).body['tool_choice']).toEqual(expected)
  })
})

describe('settings', () => {
  it('are sent', () => {
    const at = '/s'
    const { body, losses } = encode({
      stream: true,
      parallelToolCalls: { value: false, at },
      tools: [{ type: 'function', name: 'read', at }],
      output: { value: { type: 'json-schema', schema: { type: 'object' }, strict: true }, at },
      settings: {
        maxOutputTokens: { value: 200, at },
        temperature: { value: 0.4, at },
        topP: { value: 0.9, at },
        logprobs: { value: true, at },
        topLogprobs: { value: 2, at },
        user: { value: 'u', at },
        metadata: { value: { job: 'a' }, at },
        serviceTier: { value: 'flex', at },
        verbosity: { value: 'low', at },
        promptCacheKey: { value: 'k', at },
      },
    })
    expect(body).toMatchObject({
      model: 'up',
      stream: true,
      parallel_tool_calls: false,
      text: { format: { type: 'json_schema', name: 'response', schema: { type: 'object' }, strict: true }, verbosity: 'low' },
      max_output_tokens: 200,
      temperature: 0.4,
      top_p: 0.9,
      include: ['message.output_text.logprobs'],
      top_logprobs: 2,
      safety_identifier: 'u',
      metadata: { job: 'a' },
      service_tier: 'flex',
      prompt_cache_key: 'k',
      store: false,
    })
    expect(body['stream_options']).toBeUndefined()
    expect(losses).toEqual([])
  })

  it('that the dialect does not have are dropped and recorded', () => {
    const { body, losses } = encode({
      settings: {
        maxOutputTokens: { value: 5, at: '/max' },
        stopSequences: { value: ['x'], at: '/stop' },
        seed: { value: 7, at: '/seed' },
        topK: { value: 5, at: '/k' },
        presencePenalty: { value: 0.1, at: '/pp' },
        frequencyPenalty: { value: 0.1, at: '/fp' },
        logitBias: { value: { 42: -1 }, at: '/lb' },
        serviceTier: { value: 'on_demand', at: '/tier' },
      },
    })
    expect(Object.keys(body).toSorted()).toEqual(['input', 'max_output_tokens', 'model', 'store'])
    expect(body['max_output_tokens']).toBe(16)
    expect(losses.toSorted()).toEqual(
      [
        'approximated /max',
        'dropped /stop',
        'dropped /seed',
        'dropped /k',
        'dropped /pp',
        'dropped /fp',
        'dropped /lb',
        'dropped /tier',
      ].toSorted(),
    )
  })

  it('that a provider does not support are dropped and recorded', () => {
    const { body, losses } = encode(
      { settings: { metadata: { value: { a: 'b' }, at: '/metadata' } } },
      { unsupported: ['metadata', 'store'] },
    )
    expect(body).toEqual({ model: 'up', input: expect.anything() })
    expect(losses).toEqual(['dropped /metadata'])
  })
})

describe('a request is refused', () => {
  it.each<[string, Partial<ConversationRequest>, TargetTraits, string]>([
    ['for several choices', { settings: { choiceCount: { value: 2, at: '/n' } } }, {}, '/n'],
    ['for audio as output', { settings: { modalities: { value: ['text', 'audio'], at: '/modalities' } } }, {}, '/modalities'],
    [
      'for a video',
      { turns: [turn('user', { type: 'media', kind: 'video', at: '/v', source: { type: 'url', url: 'https://a.example' } })] },
      {},
      '/v',
    ],
    [
      'for a file of another provider',
      { turns: [turn('user', { type: 'media', kind: 'image', at: '/f', source: { type: 'file', id: 'f', dialect: 'messages' } })] },
      {},
      '/f',
    ],
    [
      'for an image where the model accepts none',
      { turns: [turn('user', { type: 'media', kind: 'image', at: '/i', source: { type: 'base64', mediaType: 'image/png', data: '' } })] },
      { withoutMedia: ['image'] },
      '/i',
    ],
    [
      'for a tool of another provider that must be called',
      { toolChoice: { value: { type: 'provider', dialect: 'messages', label: 'bash_20250124', value: {} }, at: '/tool_choice' } },
      {},
      '/tool_choice',
    ],
  ])('%s', (_name, more, traits, param) => {
    expect(() => encodeRequest(question(more), target({ traits }))).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ param }) }),
    )
  })
})

describe('what a model does not accept', () => {
  const fitted = (model: string, more: Partial<ConversationRequest>) => {
    const to = target({ model })
    const { temperature, reasoning, max_output_tokens: limit } = encodeRequest(question(more), to)
    return {
      temperature,
      reasoning,
      limit,
      losses: to.ledger.losses.filter(({ action }) => action !== 'moved').map(({ action, at }) => `${action} ${at}`),
    }
  }
  const settings = { temperature: { value: 0, at: '/temperature' }, maxOutputTokens: { value: 200_000, at: '/limit' } }

  it('is dropped or changed, with a ledger entry', () => {
    expect(fitted('gpt-5', { settings, reasoning: { effort: { value: 'max', at: '/effort' } } })).toEqual({
      reasoning: { effort: 'high' },
      limit: 128_000,
      losses: ['approximated /effort', 'dropped /temperature', 'approximated /limit'],
    })
  })

  it('is sent to unknown models', () => {
    expect(fitted('up', { settings, reasoning: { effort: { value: 'max', at: '/effort' } } })).toEqual({
      temperature: 0,
      reasoning: { effort: 'max' },
      limit: 200_000,
      losses: [],
    })
  })

  it('thinking is switched off where the model supports it', () =>
    expect(fitted('gpt-5.4', { reasoning: { mode: { value: 'disabled', at: '/mode' } } })).toMatchObject({
      reasoning: { effort: 'none' },
      losses: [],
    }))
})
