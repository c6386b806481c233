import { LossLedger } from '../../../exchange/ledger.js'
import { sealProof } from '../../../exchange/proof.js'
import { decodeRequest } from './request-decode.js'

function decode(wire: Record<string, unknown>) {
  const ledger = new LossLedger()
  const request = decodeRequest({ model: 'fast', ...wire }, { ledger })
  return { request, turns: request.turns, losses: ledger.losses.map(({ action, at }) => `${action} ${at}`) }
}

const turnsOf = (input: unknown) => decode({ input }).turns

describe('input', () => {
  it('as text becomes a user message after the instructions', () => {
    expect(decode({ instructions: 'Be brief.', input: 'Hi.' }).turns).toEqual([
      { role: 'system', at: '/instructions', parts: [{ type: 'text', text: 'Be brief.', at: '/instructions' }] },
      { role: 'user', at: '/input', parts: [{ type: 'text', text: 'Hi.', at: '/input' }] },
    ])
  })

  it('has messages where items have no type, of every role', () => {
    const turns = turnsOf([
      { type: 'message', role: 'system', content: 'A' },
      { role: 'developer', content: 'B' },
      { role: 'user', content: [{ type: 'input_text', text: 'C' }] },
      { role: 'assistant', content: [{ type: 'output_text', text: 'D' }], phase: 'commentary' },
    ])
    expect(turns.map(({ role }) => role)).toEqual(['system', 'developer', 'user', 'assistant'])
    expect(turns[2]?.parts).toEqual([{ type: 'text', text: 'C', at: '/input/2/content/0' }])
    expect(turns[3]?.parts).toEqual([
      { type: 'text', text: 'D', at: '/input/3/content/0', phase: 'commentary', places: { phase: '/input/3/phase' } },
    ])
  })

  it('records the phase, which only this dialect has', () => {
    expect(decode({ input: [{ role: 'assistant', content: 'D', phase: 'commentary' }] }).losses).toEqual(['dropped /input/0/phase'])
  })

  it('joins consecutive items of the assistant, and consecutive outputs', () => {
    const turns = turnsOf([
      { role: 'assistant', content: 'Looking.' },
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"x":1}', id: 'fc_1', status: 'completed' },
      { type: 'custom_tool_call', call_id: 'b', name: 'note', input: 'line' },
      { type: 'function_call_output', call_id: 'a', output: '4' },
      { type: 'custom_tool_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'ok' }] },
    ])
    expect(turns).toEqual([
      {
        role: 'assistant',
        at: '/input/0',
        parts: [
          { type: 'text', text: 'Looking.', at: '/input/0/content' },
          { type: 'tool-call', kind: 'function', id: 'a', name: 'read', input: '{"x":1}', at: '/input/1', itemId: 'fc_1' },
          { type: 'tool-call', kind: 'custom', id: 'b', name: 'note', input: 'line', at: '/input/2' },
        ],
      },
      {
        role: 'user',
        at: '/input/3',
        parts: [
          {
            type: 'tool-result',
            kind: 'function',
            callId: 'a',
            at: '/input/3',
            content: [{ type: 'text', text: '4', at: '/input/3/output' }],
          },
          {
            type: 'tool-result',
            kind: 'custom',
            callId: 'b',
            at: '/input/4',
            content: [{ type: 'text', text: 'ok', at: '/input/4/output/0' }],
          },
        ],
      },
    ])
  })

  it('has `{}` for empty arguments', () => {
    expect(turnsOf([{ type: 'function_call', call_id: 'a', name: 'read', arguments: '' }])[0]?.parts[0]).toMatchObject({ input: '{}' })
  })

  it.each([
    [
      'an image by data URL',
      { type: 'input_image', image_url: 'data:image/png;base64,AAA=', detail: 'low' },
      { kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAA=' }, detail: 'low' },
    ],
    [
      'an image by URL',
      { type: 'input_image', image_url: 'https://a.example/b.png' },
      { kind: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
    ],
    [
      'a stored image',
      { type: 'input_image', file_id: 'file-1' },
      { kind: 'image', source: { type: 'file', id: 'file-1', dialect: 'responses' } },
    ],
    [
      'a PDF',
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' },
      { kind: 'document', filename: 'a.pdf', source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBE' } },
    ],
    [
      'bare base64',
      { type: 'input_file', filename: 'a.png', file_data: 'AAA=' },
      { kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AAA=' } },
    ],
    [
      'a text file',
      { type: 'input_file', filename: 'a.txt', file_data: 'data:text/plain;base64,w6k=' },
      { kind: 'document', source: { type: 'text', mediaType: 'text/plain', text: 'é' } },
    ],
    [
      'a file by URL',
      { type: 'input_file', file_url: 'https://a.example/b.pdf' },
      { kind: 'document', source: { type: 'url', url: 'https://a.example/b.pdf' } },
    ],
    [
      'sound',
      { type: 'input_audio', input_audio: { data: 'AAA=', format: 'mp3' } },
      { kind: 'audio', source: { type: 'base64', mediaType: 'audio/mpeg', data: 'AAA=' } },
    ],
    [
      'a video',
      { type: 'input_video', video_url: 'https://a.example/v.mp4' },
      { kind: 'video', source: { type: 'url', url: 'https://a.example/v.mp4' } },
    ],
  ])('decodes %s', (_name, part, expected) => {
    expect(turnsOf([{ role: 'user', content: [part] }])[0]?.parts[0]).toMatchObject({
      type: 'media',
      at: '/input/0/content/0',
      ...expected,
    })
  })

  it('has other items as opaque parts', () => {
    const item = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
    expect(turnsOf([item])[0]).toMatchObject({
      role: 'assistant',
      parts: [{ type: 'opaque', dialect: 'responses', label: 'web_search_call', value: item }],
    })
    const output = { type: 'shell_call_output', call_id: 'a', output: [] }
    expect(turnsOf([output])[0]).toMatchObject({ role: 'user', parts: [{ type: 'opaque', label: 'shell_call_output', value: output }] })
  })
})

describe('reasoning in the input', () => {
  it('has its proof with its id', () => {
    const item = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [
        { type: 'summary_text', text: 'A' },
        { type: 'summary_text', text: 'B' },
      ],
      encrypted_content: 'b3Bh',
    }
    expect(turnsOf([item])[0]?.parts).toEqual([
      {
        type: 'reasoning',
        text: 'A\n\nB',
        summaries: ['A', 'B'],
        at: '/input/0',
        proof: { dialect: 'responses', kind: 'encrypted', value: 'b3Bh', itemId: 'rs_1' },
      },
    ])
  })

  it('has the opened proof of another dialect', () => {
    const proof = { dialect: 'messages', kind: 'signature', value: 'c2lnbmVk' } as const
    const item = {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'North first.' }],
      encrypted_content: sealProof(proof),
    }
    expect(turnsOf([item])[0]?.parts[0]).toMatchObject({ text: 'North first.', proof })
  })

  it('with only a signature adds it to the tool call before', () => {
    const proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2ln' } as const
    const turns = turnsOf([
      { type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: sealProof(proof) },
      { type: 'function_call', call_id: 'b', name: 'read', arguments: '{}' },
    ])
    expect(turns[0]?.parts).toEqual([expect.objectContaining({ id: 'a', proof }), expect.not.objectContaining({ proof })])
  })

  it('has the raw reasoning where there is no summary', () => {
    expect(turnsOf([{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Raw.' }] }])[0]?.parts[0]).toMatchObject({
      text: 'Raw.',
    })
  })
})

describe('tools', () => {
  const toolsOf = (tools: unknown) => decode({ tools }).request.tools

  it.each([
    ['flat', { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true }, '/tools/0/strict'],
    [
      'nested',
      { type: 'function', function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true } },
      '/tools/0/function/strict',
    ],
  ])('are decoded %s', (_name, tool, at) => {
    expect(toolsOf([tool])).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: { value: true, at }, at: '/tools/0' },
    ])
  })

  it('without strict have no strict', () => {
    expect(toolsOf([{ type: 'function', name: 'f', parameters: null, strict: null }])).toEqual([
      { type: 'function', name: 'f', at: '/tools/0' },
    ])
  })

  it('that are custom keep their grammar', () => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/' }
    expect(toolsOf([{ type: 'custom', name: 'n', format }])).toEqual([
      { type: 'custom', name: 'n', at: '/tools/0', format: { value: format, at: '/tools/0/format' } },
    ])
  })

  it('of the provider are kept whole', () => {
    const tool = { type: 'web_search', search_context_size: 'low' }
    const webSearch = { contextSize: { value: 'low', at: '/tools/0/search_context_size' } }
    expect(toolsOf([tool])).toEqual([
      { type: 'provider', dialect: 'responses', label: 'web_search', value: tool, webSearch, at: '/tools/0' },
    ])
  })

  it('may be added by an item', () => {
    const item = { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'late' }] }
    expect(decode({ input: [item] }).request.tools).toEqual([{ type: 'function', name: 'late', at: '/input/0/tools/0' }])
  })

  it.each([
    ['auto', { type: 'auto' }],
    ['required', { type: 'required' }],
    [
      { type: 'function', name: 'f' },
      { type: 'tool', kind: 'function', name: 'f' },
    ],
    [
      { type: 'function', function: { name: 'f' } },
      { type: 'tool', kind: 'function', name: 'f' },
    ],
    [
      { type: 'custom', name: 'n' },
      { type: 'tool', kind: 'custom', name: 'n' },
    ],
    [
      {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'function', name: 'f' },
          { type: 'custom', name: 'n' },
        ],
      },
      { type: 'allowed', mode: 'auto', names: ['f', 'n'] },
    ],
    [{ type: 'file_search' }, { type: 'provider', dialect: 'responses', label: 'file_search', value: { type: 'file_search' } }],
  ])('are chosen by %j', (tool_choice, value) => {
    expect(decode({ tool_choice }).request.toolChoice).toEqual({ value, at: '/tool_choice' })
  })
})

describe('settings', () => {
  it('are those of the newest update in the input', () => {
    const { request, turns } = decode({
      reasoning: { effort: 'low' },
      text: { format: { type: 'text' } },
      input: [
        { role: 'user', content: 'A' },
        { type: 'configuration_update', reasoning: { effort: 'medium' } },
        { type: 'configuration_update', reasoning: { effort: 'high' }, text: { format: { type: 'json_object' } } },
        { role: 'user', content: 'B' },
      ],
    })
    expect(request.reasoning?.effort).toEqual({ value: 'high', at: '/input/2/reasoning/effort' })
    expect(request.output).toEqual({ value: { type: 'json' }, at: '/input/2/text/format' })
    expect(turns.map(({ parts }) => parts.length)).toEqual([1, 1])
  })

  it('are decoded with their JSON pointers', () => {
    const { request, losses } = decode({
      max_output_tokens: 200,
      temperature: 0.3,
      top_p: 0.9,
      parallel_tool_calls: false,
      reasoning: { effort: 'high', summary: 'auto' },
      text: { verbosity: 'low', format: { type: 'json_schema', name: 'report', schema: { type: 'object' }, strict: true } },
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      top_logprobs: 2,
      safety_identifier: 'u-1',
      metadata: { job: 'a' },
      service_tier: 'flex',
      prompt_cache_key: 'k',
    })
    expect(request).toMatchObject({
      parallelToolCalls: { value: false, at: '/parallel_tool_calls' },
      output: { value: { type: 'json-schema', name: 'report', schema: { type: 'object' }, strict: true }, at: '/text/format' },
      reasoning: {
        effort: { value: 'high', at: '/reasoning/effort' },
        summary: { value: 'auto' },
        encrypted: { value: true, at: '/include/0' },
      },
      settings: {
        maxOutputTokens: { value: 200, at: '/max_output_tokens' },
        temperature: { value: 0.3, at: '/temperature' },
        topP: { value: 0.9, at: '/top_p' },
        topLogprobs: { value: 2, at: '/top_logprobs' },
        logprobs: { value: true, at: '/include/1' },
        user: { value: 'u-1', at: '/safety_identifier' },
        metadata: { value: { job: 'a' }, at: '/metadata' },
        serviceTier: { value: 'flex', at: '/service_tier' },
        verbosity: { value: 'low', at: '/text/verbosity' },
        promptCacheKey: { value: 'k', at: '/prompt_cache_key' },
      },
    })
    expect(losses).toEqual([])
  })

  it.each(['auto', 'a word of tomorrow'])('the truncation %s is dropped', (truncation) =>
    expect(decode({ input: 'A', truncation }).losses).toEqual(['dropped /truncation']),
  )

  it('that no other dialect has are in the ledger', () => {
    const { losses } = decode({
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'A', mark: 1 }], extra: true }],
      truncation: 'auto',
      background: true,
      store: false,
      max_tool_calls: 2,
      include: ['web_search_call.results'],
      reasoning: { context: 'auto' },
      some_new_field: { a: [1] },
      prompt_cache_retention: null,
    })
    expect(losses.toSorted()).toEqual(
      [
        'dropped /input/0/extra',
        'dropped /input/0/content/0/mark',
        'dropped /truncation',
        'approximated /background',
        'moved /store',
        'dropped /max_tool_calls',
        'dropped /include/0',
        'dropped /reasoning/context',
        'dropped /some_new_field',
      ].toSorted(),
    )
  })
})

describe('a request is refused', () => {
  it.each([
    ['an output without the call that it answers', { input: [{ type: 'function_call_output', output: 'x' }] }, '/input/0/call_id'],
    ['a reference to a stored item', { input: [{ type: 'item_reference', id: 'msg_1' }] }, '/input/0'],
    ['a stored conversation', { conversation: 'conv_1' }, '/conversation'],
    ['a stored prompt', { prompt: { id: 'p' } }, '/prompt'],
    ['an unknown kind of output', { text: { format: { type: 'picture' } } }, '/text/format'],
  ])('for %s, with the name of the field', (_name, wire, param) => {
    expect(() => decode(wire)).toThrow(expect.objectContaining({ error: expect.objectContaining({ kind: 'invalid_request', param }) }))
  })
})
