import { sealProof, type Proof } from '../../../exchange/proof.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { ConversationRequest } from '../../../exchange/request.js'
import { lossesOf } from '../fixtures/conversation.js'
import { decodeRequest } from './request-decode.js'

const base = { model: 'fast', max_tokens: 100 }

function decode(body: object): { readonly request: ConversationRequest; readonly losses: string[] } {
  const ledger = new LossLedger()
  return {
    request: decodeRequest({ ...base, messages: [{ role: 'user', content: 'Hi.' }], ...body }, { ledger }),
    losses: lossesOf(ledger),
  }
}

function blocks(role: string, ...content: object[]): ConversationRequest['turns'][number]['parts'] {
  return decode({ messages: [{ role, content }] }).request.turns[0]?.parts ?? []
}

describe('a messages request becomes a conversation', () => {
  const at = '/messages/0/content/0'
  const foreign: Proof = { dialect: 'generate-content', kind: 'thought-signature', value: 'c2lnbmVk' }
  const parts: [string, string, object, object][] = [
    ['text', 'user', { type: 'text', text: 'Hi.' }, { type: 'text', text: 'Hi.', at }],
    [
      'a cache marker',
      'user',
      { type: 'text', text: 'Hi.', cache_control: { type: 'ephemeral', ttl: '1h' } },
      { type: 'text', text: 'Hi.', at, cache: { ttl: '1h', at: `${at}/cache_control` } },
    ],
    [
      'an image',
      'user',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } },
      { type: 'media', kind: 'image', source: { type: 'base64', mediaType: 'image/png', data: 'AA==' }, at },
    ],
    [
      'an image by URL',
      'user',
      { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
      { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example/b.png' }, at },
    ],
    [
      'a file of the provider',
      'user',
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
      { type: 'media', kind: 'image', source: { type: 'file', id: 'file_1', dialect: 'messages' }, at },
    ],
    [
      'a PDF with title, context and citations',
      'user',
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' },
        title: 'leaflet',
        context: 'From the shop.',
        citations: { enabled: true },
      },
      {
        type: 'media',
        kind: 'document',
        source: { type: 'base64', mediaType: 'application/pdf', data: 'JVBERi0=' },
        filename: 'leaflet',
        context: 'From the shop.',
        citable: true,
        at,
      },
    ],
    [
      'a document of text blocks',
      'user',
      {
        type: 'document',
        source: {
          type: 'content',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
      },
      { type: 'media', kind: 'document', source: { type: 'text', text: 'a\n\nb', mediaType: 'text/plain' }, at },
    ],
    [
      'a search result of the client',
      'user',
      { type: 'search_result', source: 'https://a.example', title: 'A', content: [{ type: 'text', text: 'found' }] },
      {
        type: 'media',
        kind: 'document',
        source: { type: 'text', text: 'found', mediaType: 'text/plain' },
        filename: 'A',
        context: 'https://a.example',
        at,
      },
    ],
    [
      'thinking with its signature',
      'assistant',
      { type: 'thinking', thinking: 'hm', signature: 'EqQB' },
      { type: 'reasoning', text: 'hm', proof: { dialect: 'messages', kind: 'signature', value: 'EqQB' }, at },
    ],
    [
      'thinking without a signature',
      'assistant',
      { type: 'thinking', thinking: 'hm', signature: '' },
      { type: 'reasoning', text: 'hm', at },
    ],
    [
      'a sealed proof of another provider',
      'assistant',
      { type: 'thinking', thinking: 'hm', signature: sealProof(foreign) },
      { type: 'reasoning', text: 'hm', proof: foreign, at },
    ],
    [
      'redacted thinking',
      'assistant',
      { type: 'redacted_thinking', data: 'Emw' },
      { type: 'reasoning', text: '', proof: { dialect: 'messages', kind: 'redacted', value: 'Emw' }, at },
    ],
    [
      'a redacted block with a sealed proof',
      'assistant',
      { type: 'redacted_thinking', data: sealProof(foreign) },
      { type: 'reasoning', text: '', proof: foreign, at },
    ],
    [
      'a tool call',
      'assistant',
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { a: [1] } },
      { type: 'tool-call', id: 'toolu_1', name: 'look', kind: 'function', input: '{"a":[1]}', at },
    ],
    [
      'a tool result as text',
      'user',
      { type: 'tool_result', tool_use_id: 'toolu_1', content: '19', is_error: true },
      {
        type: 'tool-result',
        callId: 'toolu_1',
        kind: 'function',
        content: [{ type: 'text', text: '19', at: `${at}/content` }],
        isError: true,
        at,
      },
    ],
    [
      'a tool result without content',
      'user',
      { type: 'tool_result', tool_use_id: 'toolu_1' },
      { type: 'tool-result', callId: 'toolu_1', kind: 'function', content: [], at },
    ],
    [
      'a tool result with an image and a reference',
      'user',
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [
          { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } },
          { type: 'tool_reference', tool_name: 'look' },
        ],
      },
      {
        type: 'tool-result',
        callId: 'toolu_1',
        kind: 'function',
        content: [
          { type: 'media', kind: 'image', source: { type: 'url', url: 'https://a.example/b.png' }, at: `${at}/content/0` },
          { type: 'text', text: 'Found tool: look', at: `${at}/content/1` },
        ],
        at,
      },
    ],
    [
      'a tool that the provider ran',
      'assistant',
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      {
        type: 'opaque',
        dialect: 'messages',
        label: 'server_tool_use',
        value: { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        at,
      },
    ],
    [
      'a block of an unknown kind',
      'user',
      { type: 'hologram' },
      { type: 'opaque', dialect: 'messages', label: 'hologram', value: { type: 'hologram' }, at },
    ],
  ]
  test.each(parts)('%s', (_name, role, wire, expected) => expect(blocks(role, wire)).toEqual([expect.objectContaining(expected)]))

  test('the system text is the first turn, and instructions inside the conversation stay there', () => {
    const { request } = decode({
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'system', content: 'Be long.' },
      ],
    })
    expect(request.turns).toEqual([
      {
        role: 'system',
        at: '/system',
        parts: [{ type: 'text', text: 'Be brief.', at: '/system/0', cache: { at: '/system/0/cache_control' } }],
      },
      { role: 'user', at: '/messages/0', parts: [{ type: 'text', text: 'Hi.', at: '/messages/0/content' }] },
      { role: 'system', at: '/messages/1', parts: [{ type: 'text', text: 'Be long.', at: '/messages/1/content' }] },
    ])
  })

  test('a document of text and images becomes several parts', () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }
    const pieces = blocks('user', { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'a' }, image] } })
    expect(pieces.map(({ type }) => type)).toEqual(['text', 'media'])
  })

  test('a top-level cache marker moves to the last part that can have it', () => {
    const { request } = decode({ cache_control: { type: 'ephemeral' } })
    expect(request.turns.at(-1)?.parts.at(-1)?.cache).toEqual({ at: '/cache_control' })
  })

  const settings: [string, object, object][] = [
    [
      'sampling and limits',
      { temperature: 0.5, top_p: 0.9, top_k: 3, stop_sequences: ['END'], metadata: { user_id: 'u' }, service_tier: 'auto' },
      {
        settings: {
          maxOutputTokens: { value: 100, at: '/max_tokens' },
          temperature: { value: 0.5, at: '/temperature' },
          topP: { value: 0.9, at: '/top_p' },
          topK: { value: 3, at: '/top_k' },
          stopSequences: { value: ['END'], at: '/stop_sequences' },
          user: { value: 'u', at: '/metadata/user_id' },
          serviceTier: { value: 'auto', at: '/service_tier' },
        },
      },
    ],
    ['empty lists are ignored', { stop_sequences: [] }, { settings: { maxOutputTokens: { value: 100, at: '/max_tokens' } } }],
    ['streaming', { stream: true }, { stream: true }],
    [
      'a tool',
      {
        tools: [
          { name: 'look', description: 'Looks.', input_schema: { type: 'object' }, strict: true, cache_control: { type: 'ephemeral' } },
          { type: 'web_search_20250305', name: 'web_search' },
        ],
        mcp_servers: [{ type: 'url', name: 'a', url: 'https://a.example' }],
      },
      {
        tools: [
          {
            type: 'function',
            name: 'look',
            description: 'Looks.',
            parameters: { type: 'object' },
            strict: { value: true, at: '/tools/0/strict' },
            cache: { at: '/tools/0/cache_control' },
            at: '/tools/0',
          },
          {
            type: 'provider',
            dialect: 'messages',
            label: 'web_search_20250305',
            value: { type: 'web_search_20250305', name: 'web_search' },
            at: '/tools/1',
          },
          {
            type: 'provider',
            dialect: 'messages',
            label: 'mcp_server',
            value: { type: 'url', name: 'a', url: 'https://a.example' },
            at: '/mcp_servers/0',
          },
        ],
      },
    ],
    [
      'exactly one call, of any tool',
      { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
      {
        toolChoice: { value: { type: 'required' }, at: '/tool_choice' },
        parallelToolCalls: { value: false, at: '/tool_choice/disable_parallel_tool_use' },
      },
    ],
    [
      'a named tool',
      { tool_choice: { type: 'tool', name: 'look' } },
      { toolChoice: { value: { type: 'tool', name: 'look', kind: 'function' }, at: '/tool_choice' } },
    ],
    ['no tool', { tool_choice: { type: 'none' } }, { toolChoice: { value: { type: 'none' }, at: '/tool_choice' } }],
    [
      'thinking with a budget is shown by default',
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
      {
        reasoning: {
          mode: { value: 'enabled', at: '/thinking/type' },
          budgetTokens: { value: 2048, at: '/thinking/budget_tokens' },
          summary: { value: 'auto', at: '/thinking/type' },
        },
      },
    ],
    [
      'adaptive thinking with an effort',
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'high' } },
      {
        reasoning: {
          effort: { value: 'high', at: '/output_config/effort' },
          mode: { value: 'adaptive', at: '/thinking/type' },
          summary: { value: 'none', at: '/thinking/display' },
        },
      },
    ],
    ['thinking switched off', { thinking: { type: 'disabled' } }, { reasoning: { mode: { value: 'disabled', at: '/thinking/type' } } }],
    [
      'a schema of the answer',
      { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
      { output: { value: { type: 'json-schema', schema: { type: 'object' } }, at: '/output_config/format' } },
    ],
    [
      'a schema of the answer in `output_format`',
      { output_format: { type: 'json_schema', schema: { type: 'object' } } },
      { output: { value: { type: 'json-schema', schema: { type: 'object' } }, at: '/output_format' } },
    ],
  ]
  test.each(settings)('%s', (_name, wire, expected) => {
    const { request, losses } = decode(wire)
    expect(request).toMatchObject(expected)
    expect(losses).toEqual([])
  })

  const losses: [string, object, string[]][] = [
    ['unknown members', { speed: 'fast', context_management: { edits: [] } }, ['dropped /speed', 'dropped /context_management']],
    ['members that are null are ignored', { container: null, speed: null }, []],
    [
      'unknown members of a tool',
      { tools: [{ name: 'a', input_schema: { type: 'object' }, defer_loading: true }] },
      ['moved /tools/0/defer_loading'],
    ],
    ['unknown members of a turn', { messages: [{ role: 'user', content: 'Hi.', mood: 'good' }] }, ['dropped /messages/0/mood']],
    ['a task budget', { output_config: { task_budget: { type: 'tokens', total: 9 } } }, ['dropped /output_config/task_budget']],
    ['an unknown kind of thinking', { thinking: { type: 'dreaming' } }, ['dropped /thinking']],
    ['thinking between tools', { thinking: { type: 'between_tools' } }, ['approximated /thinking/type']],
  ]
  test('a system turn of settings alone is left out, its settings recorded', () => {
    const { request, losses: recorded } = decode({
      messages: [
        { role: 'user', content: 'Hi.' },
        { role: 'system', output_config: { effort: 'low' }, clear_at: 'next_user_message' },
      ],
    })
    expect(request.turns).toHaveLength(1)
    expect(recorded).toEqual(['dropped /messages/1/output_config', 'dropped /messages/1/clear_at'])
  })

  test('a user turn must have content', () => {
    expect(() => decode({ messages: [{ role: 'user', output_config: {} }] })).toThrow('/messages/0/content')
  })

  test.each(losses)('recorded: %s', (_name, wire, expected) => expect(decode(wire).losses).toEqual(expected))
})
