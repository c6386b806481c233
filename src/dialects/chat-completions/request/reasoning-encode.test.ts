import type { ConversationRequest, ReasoningSettings, Settings } from '../../../exchange/request.js'
import { conversation, target } from '../fixtures/contexts.js'
import { encodeRequest } from './request-encode.js'

function encode(model: string, members: Partial<ConversationRequest>): { wire: Readonly<Record<string, unknown>>; losses: string[] } {
  const to = { ...target({}), model }
  const turns = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hi.', at: '/t' }], at: '/u' }]
  const { model: _model, messages: _messages, ...wire } = encodeRequest(conversation({ turns, ...members }), to)
  return { wire, losses: to.ledger.losses.filter(({ action }) => action !== 'moved').map(({ action, at }) => `${action} ${at}`) }
}

describe('efforts that the model accepts', () => {
  const tools = [{ type: 'function', name: 'ping', at: '/tools/0' } as const]
  const budget: ReasoningSettings = { mode: { value: 'enabled', at: '/mode' }, budgetTokens: { value: 4096, at: '/budget' } }
  const effort = (value: NonNullable<ReasoningSettings['effort']>['value']): ReasoningSettings => ({ effort: { value, at: '/effort' } })
  const off: ReasoningSettings = { mode: { value: 'disabled', at: '/mode' } }
  const adaptive: ReasoningSettings = { mode: { value: 'adaptive', at: '/mode' } }
  const cases: [string, string, Partial<ConversationRequest>, string | undefined, string[]][] = [
    ['a budget', 'gpt-5.4', { reasoning: budget }, 'medium', ['approximated /budget']],
    ['a budget with tools', 'gpt-5.4', { reasoning: budget, tools }, 'none', ['approximated /budget', 'approximated /budget']],
    ['tools without an effort', 'gpt-5.4', { tools }, undefined, []],
    ['tools for a model that reasons by default', 'gpt-5.6', { tools }, 'none', ['approximated /tools/0']],
    ['tools for a model that accepts them with an effort', 'gpt-5', { tools, reasoning: effort('high') }, 'high', []],
    ['an effort that the model does not accept', 'o3', { reasoning: effort('xhigh') }, 'high', ['approximated /effort']],
    ['no reasoning', 'gpt-4o', { reasoning: effort('low') }, undefined, ['dropped /effort']],
    ['switched off', 'gpt-5.5', { reasoning: off }, 'none', []],
    ['switched off for a model that always reasons', 'gpt-5', { reasoning: off }, 'minimal', ['approximated /mode']],
    ['switched on for a model that reasons only with an effort', 'gpt-5.4', { reasoning: adaptive }, 'medium', ['approximated /mode']],
    ['switched on', 'gpt-5', { reasoning: adaptive }, undefined, []],
    ['an unknown model', 'up-model', { reasoning: effort('max'), tools }, 'max', []],
  ]
  test.each(cases)('%s (%s)', (_, model, members, value, losses) => {
    const done = encode(model, members)
    expect(done.wire['reasoning_effort']).toBe(value)
    expect(done.losses).toEqual(losses)
  })
})

describe('settings that the model accepts', () => {
  const settings: Settings = {
    maxOutputTokens: { value: 200_000, at: '/limit' },
    temperature: { value: 0, at: '/temperature' },
    topP: { value: 1, at: '/top_p' },
    stopSequences: { value: ['END'], at: '/stop' },
    presencePenalty: { value: 0.5, at: '/penalty' },
  }
  test('of a model that always reasons', () =>
    expect(encode('gpt-5-mini', { settings })).toEqual({
      wire: { max_completion_tokens: 128_000 },
      losses: ['dropped /temperature', 'dropped /penalty', 'dropped /stop', 'approximated /limit'],
    }))
  test('of a model that does not reason', () => expect(encode('gpt-4o', { settings }).losses).toEqual(['approximated /limit']))
  test('parallel calls of a model that does not accept the setting', () => {
    const tools = [{ type: 'function', name: 'ping', at: '/tools/0' } as const]
    const done = encode('o4-mini', { tools, parallelToolCalls: { value: false, at: '/parallel' } })
    expect(done.wire).not.toHaveProperty('parallel_tool_calls')
    expect(done.losses).toEqual(['dropped /parallel'])
  })
})
