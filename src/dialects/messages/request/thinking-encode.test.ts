import type { ConversationRequest, ReasoningSettings } from '../../../exchange/request.js'
import { lossesOf, call, conversation, gauge, result, target, turn } from '../fixtures/conversation.js'
import { encodeRequest } from './request-encode.js'

const at = '/r'

function encode(
  reasoning: ReasoningSettings,
  rest: Partial<ConversationRequest> = {},
  model = 'up-model',
): { wire: Record<string, unknown>; losses: string[] } {
  const to = target({ model })
  const { max_tokens, thinking, output_config, temperature } = encodeRequest(
    conversation([turn('user', 0, 'Plan.')], { reasoning, ...rest }),
    to,
  )
  return { wire: { max_tokens, thinking, output_config, temperature }, losses: lossesOf(to.ledger) }
}

describe('thinking for a messages upstream', () => {
  const limit = (value: number): Partial<ConversationRequest> => ({ settings: { maxOutputTokens: { value, at: '/m' } } })
  const cases: [string, ReasoningSettings, Partial<ConversationRequest>, string, object, string[]][] = [
    [
      'an effort becomes adaptive thinking with that effort',
      { effort: { value: 'high', at } },
      limit(16000),
      'up-model',
      { max_tokens: 16000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      [],
    ],
    [
      'the lowest effort is low',
      { effort: { value: 'minimal', at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
      ['approximated /r'],
    ],
    [
      'xhigh becomes high where the model may not support it',
      { effort: { value: 'xhigh', at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      ['approximated /r'],
    ],
    [
      'xhigh of a model that supports it',
      { effort: { value: 'xhigh', at } },
      {},
      'claude-opus-4-7',
      { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'xhigh' } },
      [],
    ],
    [
      'the effort none means no thinking',
      { effort: { value: 'none', at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'disabled' } },
      [],
    ],
    [
      'a budget of 0 means no thinking',
      { budgetTokens: { value: 0, at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'disabled' } },
      [],
    ],
    [
      'with a budget of -1 the model decides',
      { budgetTokens: { value: -1, at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'adaptive' } },
      ['moved /r'],
    ],
    [
      'a budget stays a budget',
      { budgetTokens: { value: 2048, at }, summary: { value: 'auto', at: '/s' } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 2048, display: 'summarized' } },
      [],
    ],
    [
      'a large budget raises the default limit',
      { budgetTokens: { value: 8000, at } },
      {},
      'up-model',
      { max_tokens: 12096, thinking: { type: 'enabled', budget_tokens: 8000 } },
      [],
    ],
    [
      "a budget stays below the client's limit",
      { budgetTokens: { value: 8000, at } },
      limit(2000),
      'up-model',
      { max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 1999 } },
      ['approximated /r'],
    ],
    [
      'a budget is at least 1024',
      { budgetTokens: { value: 100, at } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 1024 } },
      ['approximated /r'],
    ],
    ['a low limit excludes thinking', { budgetTokens: { value: 2048, at } }, limit(1024), 'up-model', { max_tokens: 1024 }, ['dropped /r']],
    [
      'an older model gets a budget for an effort',
      { effort: { value: 'medium', at } },
      limit(10000),
      'claude-sonnet-4-20250514',
      { max_tokens: 10000, thinking: { type: 'enabled', budget_tokens: 5000 } },
      ['approximated /r'],
    ],
    [
      'a newer model gets an effort for a budget',
      { budgetTokens: { value: 16000, at } },
      {},
      'claude-opus-5',
      { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
      ['approximated /r'],
    ],
    [
      'hidden thinking',
      { effort: { value: 'low', at }, summary: { value: 'none', at: '/s' } },
      {},
      'up-model',
      { max_tokens: 4096, thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'low' } },
      [],
    ],
    [
      'no sampling settings are sent with thinking',
      { effort: { value: 'low', at } },
      { settings: { temperature: { value: 0.2, at: '/t' } } },
      'up-model',
      { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
      ['dropped /t'],
    ],
    [
      'a forced call excludes thinking',
      { effort: { value: 'low', at } },
      { tools: [gauge], toolChoice: { value: { type: 'required' }, at: '/c' } },
      'up-model',
      { max_tokens: 4096 },
      ['dropped /r'],
    ],
    [
      'an answer to be continued excludes thinking',
      { budgetTokens: { value: 2048, at } },
      { turns: [turn('user', 0, 'Plan.'), turn('assistant', 1, 'First')] },
      'up-model',
      { max_tokens: 4096 },
      ['dropped /r'],
    ],
    [
      'after tool calls without thinking there is no thinking with a budget',
      { budgetTokens: { value: 2048, at } },
      { turns: [turn('user', 0, 'Plan.'), turn('assistant', 1, call('a', '{}')), turn('user', 2, result('a', '1'))] },
      'up-model',
      { max_tokens: 4096 },
      ['dropped /r'],
    ],
    [
      'a display without thinking is dropped',
      { summary: { value: 'auto', at: '/s' } },
      {},
      'up-model',
      { max_tokens: 4096 },
      ['dropped /s'],
    ],
    ['proofs are always returned', { encrypted: { value: true, at } }, {}, 'up-model', { max_tokens: 4096 }, ['moved /r']],
  ]
  test.each(cases)('%s', (_name, reasoning, rest, model, expected, losses) => {
    const got = encode(reasoning, rest, model)
    expect(JSON.parse(JSON.stringify(got.wire))).toEqual(expected)
    expect(got.losses).toEqual(losses)
  })
})
