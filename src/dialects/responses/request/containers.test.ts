import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import { decodeRequest } from './request-decode.js'

const fn = (name: string, more: object = {}) => ({ type: 'function', name, ...more })
const namespace = (name: string, ...tools: object[]) => ({ type: 'namespace', name, description: 'Tools.', tools })

function decode(wire: Record<string, unknown>) {
  const ledger = new LossLedger()
  const { tools, turns, toolChoice } = decodeRequest({ model: 'fast', ...wire }, { ledger })
  return {
    names: tools.map((tool) => (tool.type === 'provider' ? tool.label : tool.name)),
    tools,
    parts: turns.flatMap(({ parts }) => parts),
    choice: toolChoice?.value,
    losses: ledger.losses.map(({ action, at }) => `${action} ${at}`),
  }
}

describe('tools of namespaces', () => {
  test("become functions whose names contain the namespace, with the client's names in `clientKind`", () => {
    const { tools, losses } = decode({ tools: [namespace('mcp__plant', fn('read', { strict: false }), { type: 'custom', name: 'note' })] })
    expect(tools).toMatchObject([
      { type: 'function', name: 'mcp__plant__read', clientKind: { type: 'namespaced', namespace: 'mcp__plant', name: 'read' } },
      { type: 'custom', name: 'mcp__plant__note', clientKind: { type: 'namespaced', namespace: 'mcp__plant', name: 'note' } },
    ])
    expect(losses).toEqual(['moved /tools/0/name', 'dropped /tools/0/description'])
  })

  test.each([
    [[namespace('mcp__plant__', fn('read'))], ['mcp__plant__read']],
    [
      [namespace('a', fn('b__c')), namespace('a__b', fn('c'))],
      ['a__b__c', expect.stringMatching(/^a__b__c_[0-9a-f]{10}$/)],
    ],
    [
      [namespace('a', fn('b')), fn('a__b')],
      [expect.stringMatching(/^a__b_[0-9a-f]{10}$/), 'a__b'],
    ],
    [
      [namespace('a', fn('b')), fn('b')],
      ['a__b', 'b'],
    ],
    [[namespace('a', namespace('b', fn('c')), { type: 'web_search' })], ['b__c', 'web_search']],
  ])('%j get unique names', (tools, names) => {
    expect(decode({ tools }).names).toEqual(names)
  })

  test('have the same names in calls, results and choices', () => {
    const tools = [namespace('one', fn('read')), namespace('two', fn('read')), namespace('three', fn('stop'))]
    const input = [
      { type: 'function_call', call_id: 'a', name: 'read', namespace: 'one', arguments: '{}' },
      { type: 'function_call', call_id: 'b', name: 'read', namespace: 'two', arguments: '{}' },
      { type: 'function_call', call_id: 'c', name: 'stop', arguments: '{}' },
      { type: 'function_call', call_id: 'd', name: 'gone', namespace: 'four', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', name: 'read', namespace: 'one', output: '4' },
    ]
    const { parts, losses } = decode({ tools, input })
    expect(parts.map((part) => ('name' in part ? part.name : ''))).toEqual([
      'one__read',
      'two__read',
      'three__stop',
      'four__gone',
      'one__read',
    ])
    expect(losses).toContain('moved /input/0/namespace')
    expect(decode({ tools, tool_choice: { type: 'function', name: 'read', namespace: 'two' } }).choice).toMatchObject({ name: 'two__read' })
    expect(decode({ tools, tool_choice: { type: 'function', name: 'stop' } }).choice).toMatchObject({ name: 'three__stop' })
    const allowed = [{ type: 'namespace', name: 'one' }, fn('stop'), fn('read', { namespace: 'two' })]
    expect(decode({ tools, tool_choice: { type: 'allowed_tools', mode: 'auto', tools: allowed } }).choice).toMatchObject({
      names: ['one__read', 'three__stop', 'two__read'],
    })
  })
})

describe('tools that items add', () => {
  const found = [fn('read', { defer_loading: true }), namespace('a', fn('b'))]
  const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters: { type: 'object' } }

  test('of namespaces', () => {
    expect(
      decode({ input: [{ type: 'additional_tools', role: 'developer', tools: [fn('read'), namespace('a', fn('b'))] }] }).names,
    ).toEqual(['read', 'a__b'])
  })

  test('found by the client: its search becomes a function, and the found tools are sent', () => {
    const input = [
      { type: 'tool_search_call', call_id: 's', execution: 'client', arguments: { query: 'x' }, status: 'completed' },
      { type: 'tool_search_output', call_id: 's', execution: 'client', tools: found, status: 'completed' },
    ]
    const { tools, names, parts, losses } = decode({ tools: [search], input })
    expect(names).toEqual(['tool_search', 'read', 'a__b'])
    expect(tools[0]).toMatchObject({
      type: 'function',
      description: 'Finds tools.',
      parameters: { type: 'object' },
      clientKind: { type: 'tool-search' },
    })
    expect(parts).toMatchObject([
      { type: 'tool-call', id: 's', name: 'tool_search', kind: 'function', input: '{"query":"x"}' },
      { type: 'tool-result', callId: 's', content: [{ type: 'text', text: 'Found tools: read, a__b' }] },
    ])
    expect(losses.filter((loss) => loss.startsWith('dropped'))).toEqual(['dropped /input/1/tools/1/description'])
  })

  test('found by the provider: the search is not needed, since all tools are sent', () => {
    const input = [
      { type: 'tool_search_call', call_id: null, execution: 'server', arguments: { paths: ['read'] } },
      { type: 'tool_search_output', call_id: null, execution: 'server', tools: [fn('read')] },
    ]
    const { names, parts, losses } = decode({ tools: [{ type: 'tool_search' }, fn('read', { defer_loading: true })], input })
    expect([names, parts]).toEqual([['read'], []])
    expect(losses.every((loss) => loss.startsWith('moved'))).toBe(true)
  })

  test('a repeated tool is sent once', () => {
    const { names, losses } = decode({ tools: [fn('read'), fn('read'), fn('read', { description: 'Another.' })] })
    expect(names).toEqual(['read'])
    expect(losses).toEqual(['moved /tools/1', 'dropped /tools/2'])
  })

  test('a function with the name of the search keeps its name', () => {
    const { names } = decode({ tools: [search, fn('tool_search')] })
    expect(names).toEqual([expect.stringMatching(/^tool_search_[0-9a-f]{10}$/), 'tool_search'])
  })
})

test.each([
  [{ type: 'compaction', encrypted_content: 'gAAA' }, 'compaction'],
  [{ type: 'compaction_trigger' }, 'compaction'],
  [{ type: 'item_reference', id: 'msg_1' }, 'item_reference'],
  [{ id: 'msg_1' }, 'item_reference'],
  [{ type: null, id: 'msg_1' }, 'item_reference'],
])('a compaction is refused: %j', (item, name) => {
  const failure = (() => {
    try {
      return decode({ input: [{ role: 'user', content: 'Hi.' }, item] })
    } catch (thrown) {
      return thrown
    }
  })()
  expect(failure).toBeInstanceOf(GatewayFailure)
  expect(failure).toMatchObject({ error: { kind: 'invalid_request', param: '/input/1', message: expect.stringContaining(name) } })
})
