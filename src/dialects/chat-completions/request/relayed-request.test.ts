import { GatewayFailure } from '../../../exchange/error.js'
import { LossLedger } from '../../../exchange/ledger.js'
import type { TargetTraits } from '../../../exchange/target.js'
import type { WireObject } from '../../dialect.js'
import { relayedRequest } from './relayed-request.js'

const user = { role: 'user', content: 'Hi' }
const mistral: TargetTraits = {
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  functionToolsOnly: true,
  nineCharacterToolIds: true,
  mistralNames: true,
  unsupported: ['stream_options', 'user', 'logprobs'],
  unsupportedInMessages: ['refusal', 'annotations', 'name', 'reasoning_content'],
}

function relayed(wire: WireObject, traits: TargetTraits) {
  const ledger = new LossLedger()
  return {
    change: relayedRequest(wire, { model: 'up-model', traits }, ledger),
    losses: ledger.losses.map(({ at, action }) => `${action} ${at}`),
  }
}

test('a body for OpenAI is unchanged', () => {
  const wire = {
    messages: [{ role: 'developer', content: 'x' }, user],
    max_tokens: 5,
    seed: 1,
    tools: [{ type: 'custom', custom: { name: 'a' } }],
    anything: { new: true },
  }
  expect(relayed(wire, {})).toEqual({ change: undefined, losses: [] })
})

test("OpenRouter's request for the cost goes to providers that know it or ignore it; the gateway itself reports the cost", () => {
  const wire = { messages: [user], usage: { include: true } }
  expect(relayed(wire, {})).toEqual({ change: { put: {}, leaveOut: ['usage'] }, losses: [] })
  expect(relayed(wire, { takesCostRequest: true })).toEqual({ change: undefined, losses: [] })
})

test('a body that a provider with many traits accepts is unchanged', () => {
  const wire = { messages: [{ role: 'system', content: 'x' }, user], max_tokens: 5, tool_choice: 'auto', random_seed: 1, new_member: 1 }
  expect(relayed(wire, mistral)).toEqual({ change: undefined, losses: [] })
})

describe('members', () => {
  test.each<[string, WireObject, TargetTraits, unknown, string[]]>([
    [
      'the current name of the limit',
      { max_completion_tokens: 7 },
      { maxTokensField: 'max_tokens' },
      { put: { max_tokens: 7 }, leaveOut: ['max_completion_tokens'] },
      ['moved /max_completion_tokens'],
    ],
    [
      'the deprecated name of the limit',
      { max_tokens: 7 },
      { maxTokensField: 'max_completion_tokens' },
      { put: { max_completion_tokens: 7 }, leaveOut: ['max_tokens'] },
      ['moved /max_tokens'],
    ],
    [
      'both names of the limit',
      { max_tokens: 7, max_completion_tokens: 9 },
      { maxTokensField: 'max_tokens' },
      { put: {}, leaveOut: ['max_completion_tokens'] },
      ['moved /max_completion_tokens'],
    ],
    [
      'a limit of null',
      { max_completion_tokens: null },
      { maxTokensField: 'max_tokens' },
      { put: {}, leaveOut: ['max_completion_tokens'] },
      [],
    ],
    [
      "Mistral's word for a call that must be made",
      { tool_choice: 'required' },
      mistral,
      { put: { tool_choice: 'any' }, leaveOut: [] },
      ['moved /tool_choice'],
    ],
    ["Mistral's name of the seed", { seed: 3 }, mistral, { put: { random_seed: 3 }, leaveOut: ['seed'] }, ['moved /seed']],
    ["Mistral's own name goes before", { seed: 3, random_seed: 4 }, mistral, { put: {}, leaveOut: ['seed'] }, []],
    [
      'unsupported members are dropped and recorded',
      { user: 'u', logprobs: true },
      mistral,
      { put: {}, leaveOut: ['user', 'logprobs'] },
      ['dropped /user', 'dropped /logprobs'],
    ],
    [
      'default values are not a loss',
      { logprobs: false, user: null, stream_options: { include_usage: true } },
      mistral,
      { put: {}, leaveOut: ['stream_options', 'user', 'logprobs'] },
      ['moved /stream_options', 'moved /logprobs'],
    ],
    [
      'the gateway stores completions itself',
      { store: true },
      { unsupported: ['store'] },
      { put: {}, leaveOut: ['store'] },
      ['moved /store'],
    ],
    ['one choice is not a loss', { n: 1 }, { unsupported: ['n'] }, { put: {}, leaveOut: ['n'] }, ['moved /n']],
    [
      'tool_choice none, which the provider does not support',
      { tool_choice: 'none', tools: [] },
      { unsupported: ['tool_choice'] },
      { put: {}, leaveOut: ['tool_choice', 'tools'] },
      ['moved /tool_choice'],
    ],
    [
      'tool_choice required, which the provider does not support',
      { tool_choice: 'required' },
      { unsupported: ['tool_choice'] },
      { put: {}, leaveOut: ['tool_choice'] },
      ['dropped /tool_choice'],
    ],
  ])('%s', (_, wire, traits, change, losses) => {
    expect(relayed({ messages: [user], ...wire }, traits)).toEqual({ change, losses })
  })

  test.each<[WireObject, TargetTraits, string]>([
    [{ n: 2 }, { unsupported: ['n'] }, '/n'],
    [{ modalities: ['text', 'audio'] }, { unsupported: ['modalities'] }, '/modalities'],
  ])('what would change the meaning of the request is refused: %j', (wire, traits, param) => {
    expect(() => relayed({ messages: [user], ...wire }, traits)).toThrow(GatewayFailure)
    try {
      relayed({ messages: [user], ...wire }, traits)
    } catch (error) {
      expect(error instanceof GatewayFailure ? error.error : undefined).toMatchObject({ kind: 'invalid_request', param })
    }
  })
})

describe('messages', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })

  test("ids of tool calls become the same nine characters in call and result, and Mistral's own are unchanged", () => {
    const history = [user, { role: 'assistant', content: '', tool_calls: [call('call_abcdef'), call('D681PevKs')] }]
    const results = [
      { role: 'tool', tool_call_id: 'call_abcdef', content: '1' },
      { role: 'tool', tool_call_id: 'D681PevKs', content: '2' },
    ]
    const { change, losses } = relayed({ messages: [...history, ...results] }, { nineCharacterToolIds: true })
    const put = change !== 'translate' ? change?.put['messages'] : undefined
    const [, assistant, first, second] = put as { tool_calls?: { id: string }[]; tool_call_id?: string }[]
    const [foreign, own] = assistant?.tool_calls?.map(({ id }) => id) ?? []
    expect(foreign).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect([first?.tool_call_id, second?.tool_call_id, own]).toEqual([foreign, 'D681PevKs', 'D681PevKs'])
    expect(losses).toEqual(['moved /messages/1/tool_calls/0/id', 'moved /messages/2/tool_call_id'])
    expect(relayed({ messages: [...history, ...results] }, { nineCharacterToolIds: true }).change).toEqual(change)
  })

  test.each<[string, WireObject, TargetTraits, WireObject, string[]]>([
    [
      'the role of instructions',
      { role: 'developer', content: 'x' },
      { systemRole: 'system' },
      { role: 'system', content: 'x' },
      ['moved /messages/0/role'],
    ],
    [
      "reasoning with the provider's name of the member",
      { role: 'assistant', content: 'a', reasoning_content: 't' },
      { reasoningHistoryField: 'reasoning', unsupportedInMessages: ['reasoning_content'] },
      { role: 'assistant', content: 'a', reasoning: 't' },
      ['moved /messages/0/reasoning_content'],
    ],
    [
      'members that libraries copy from replies',
      { role: 'assistant', content: 'a', refusal: null, annotations: [], reasoning_content: 't' },
      mistral,
      { role: 'assistant', content: 'a' },
      ['dropped /messages/0/reasoning_content'],
    ],
    [
      'the text of a refusal',
      { role: 'assistant', content: null, refusal: 'No.' },
      mistral,
      { role: 'assistant', content: 'No.' },
      ['moved /messages/0/refusal'],
    ],
  ])('%s', (_, message, traits, expected, losses) => {
    const relay = relayed({ messages: [message, user] }, traits)
    expect(relay).toEqual({ change: { put: { messages: [expected, user] }, leaveOut: [] }, losses })
  })
})

test.each<[string, WireObject]>([
  ['a custom tool', { tools: [{ type: 'custom', custom: { name: 'a' } }] }],
  ['a list of allowed tools', { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } } }],
  [
    'an earlier call of a custom tool',
    { messages: [{ role: 'assistant', tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'a', input: 'x' } }] }] },
  ],
  ['deprecated functions', { functions: [{ name: 'a' }] }],
  ['the result of a deprecated function', { messages: [{ role: 'function', name: 'a', content: '1' }] }],
])('%s needs a translation where the provider has function tools only', (_, wire) => {
  expect(relayed({ messages: [user], ...wire }, { functionToolsOnly: true }).change).toBe('translate')
})

describe('members that the model refuses', () => {
  const tools = [{ type: 'function', function: { name: 'ping' } }]
  const cases: [string, string, WireObject, unknown, string[]][] = [
    [
      'settings of a model that always reasons',
      'gpt-5-mini',
      { temperature: 0, top_p: 1, stop: ['a'], max_tokens: 5, frequency_penalty: 0.1 },
      { put: { max_completion_tokens: 5 }, leaveOut: ['max_tokens', 'temperature', 'frequency_penalty', 'stop'] },
      ['moved /max_tokens', 'dropped /temperature', 'dropped /frequency_penalty', 'dropped /stop'],
    ],
    ['sampling without reasoning', 'gpt-5.4', { temperature: 0 }, undefined, []],
    [
      'sampling with an effort',
      'gpt-5.4',
      { temperature: 0, reasoning_effort: 'low' },
      { put: {}, leaveOut: ['temperature'] },
      ['dropped /temperature'],
    ],
    ['tools', 'gpt-5.4', { tools }, undefined, []],
    [
      'tools with an effort',
      'gpt-5.4',
      { tools, reasoning_effort: 'high' },
      { put: { reasoning_effort: 'none' }, leaveOut: [] },
      ['approximated /reasoning_effort'],
    ],
    [
      'tools with the default effort',
      'gpt-5.6-sol',
      { tools },
      { put: { reasoning_effort: 'none' }, leaveOut: [] },
      ['approximated /tools'],
    ],
    [
      'a limit over the maximum',
      'gpt-4o',
      { max_tokens: 20_000 },
      { put: { max_tokens: 16_384 }, leaveOut: [] },
      ['approximated /max_tokens'],
    ],
    [
      'a limit over the maximum, with the deprecated name',
      'o3',
      { max_tokens: 200_000 },
      { put: { max_completion_tokens: 100_000 }, leaveOut: ['max_tokens'] },
      ['moved /max_tokens', 'approximated /max_tokens'],
    ],
    [
      'parallel calls',
      'o4-mini',
      { parallel_tool_calls: false },
      { put: {}, leaveOut: ['parallel_tool_calls'] },
      ['dropped /parallel_tool_calls'],
    ],
    [
      'an effort of a model that does not reason',
      'gpt-4o',
      { reasoning_effort: 'low' },
      { put: {}, leaveOut: ['reasoning_effort'] },
      ['dropped /reasoning_effort'],
    ],
    ['an unknown model', 'openai/gpt-5', { temperature: 0, max_tokens: 900_000 }, undefined, []],
  ]
  test.each(cases)('%s (%s)', (_, model, wire, change, losses) => {
    const ledger = new LossLedger()
    expect(relayedRequest(wire, { model, traits: {} }, ledger)).toEqual(change)
    expect(ledger.losses.map(({ at, action }) => `${action} ${at}`)).toEqual(losses)
  })
})
