import type { ReasoningSettings } from '../../../exchange/request.js'
import { booked, conversation, target } from '../fixtures/conversation.js'
import { encodeThinking } from './thinking-encode.js'

const effort = (value: NonNullable<ReasoningSettings['effort']>['value']): ReasoningSettings => ({ effort: { value, at: '/effort' } })
const budget = (value: number): ReasoningSettings => ({ budgetTokens: { value, at: '/budget' } })
const mode = (value: 'enabled' | 'adaptive' | 'disabled'): ReasoningSettings => ({ mode: { value, at: '/mode' } })

const cases: [string, string, ReasoningSettings, object | undefined, string[]][] = [
  ['an effort is a level', 'up-model', effort('high'), { thinkingLevel: 'HIGH', includeThoughts: true }, []],
  ['the nearest level', 'gemini-3-flash', effort('max'), { thinkingLevel: 'HIGH', includeThoughts: true }, ['approximated /effort']],
  [
    'pro models know fewer levels',
    'gemini-3-pro-preview',
    effort('minimal'),
    { thinkingLevel: 'LOW', includeThoughts: true },
    ['approximated /effort'],
  ],
  [
    'an effort is a budget before the third generation',
    'gemini-2.5-flash',
    effort('medium'),
    { thinkingBudget: 8192, includeThoughts: true },
    ['approximated /effort'],
  ],
  ['no effort switches thinking off', 'gemini-2.5-flash', effort('none'), { thinkingBudget: 0 }, ['moved /effort']],
  [
    'models that cannot switch thinking off get the smallest budget',
    'gemini-2.5-pro',
    effort('none'),
    { thinkingBudget: 128 },
    ['approximated /effort'],
  ],
  ['or the lowest level from Gemini 3 on', 'gemini-3-flash', mode('disabled'), { thinkingLevel: 'MINIMAL' }, ['approximated /mode']],
  [
    'a budget stays a budget',
    'up-model',
    { ...budget(2048), ...mode('enabled') },
    { thinkingBudget: 2048, includeThoughts: true },
    ['moved /mode'],
  ],
  [
    'a budget over the limit is fitted',
    'gemini-2.5-flash',
    budget(60000),
    { thinkingBudget: 24576, includeThoughts: true },
    ['approximated /budget'],
  ],
  ['pro models take more', 'gemini-2.5-pro', budget(60000), { thinkingBudget: 32768, includeThoughts: true }, ['approximated /budget']],
  [
    'adaptive thinking with an effort',
    'gemini-3-flash',
    { ...mode('adaptive'), ...effort('low') },
    { thinkingLevel: 'LOW', includeThoughts: true },
    ['moved /mode'],
  ],
  ['adaptive thinking is dynamic', 'gemini-2.5-flash', mode('adaptive'), { thinkingBudget: -1, includeThoughts: true }, ['moved /mode']],
  [
    'thoughts hidden on request',
    'up-model',
    { ...effort('low'), summary: { value: 'none', at: '/summary' } },
    { thinkingLevel: 'LOW', includeThoughts: false },
    [],
  ],
  [
    'thoughts have one length',
    'up-model',
    { summary: { value: 'detailed', at: '/summary' } },
    { includeThoughts: true },
    ['approximated /summary'],
  ],
  [
    'models from 3.5 on take levels alone',
    'gemini-3.5-flash',
    budget(2048),
    { thinkingLevel: 'MEDIUM', includeThoughts: true },
    ['approximated /budget'],
  ],
  ['a budget left to them', 'gemini-3.5-flash', budget(-1), { includeThoughts: true }, ['moved /budget']],
  ['the latest flash models have no minimal level', 'gemini-3.8-flash', effort('none'), { thinkingLevel: 'LOW' }, ['approximated /effort']],
  [
    'models before 2.5 do not think',
    'gemini-2.0-flash',
    { ...effort('low'), summary: { value: 'auto', at: '/summary' } },
    undefined,
    ['dropped /effort', 'dropped /summary'],
  ],
  ['signatures are always returned', 'up-model', { encrypted: { value: true, at: '/include' } }, undefined, ['moved /include']],
]

test.each(cases)('%s (%s)', (_, model, reasoning, expected, losses) => {
  const to = target(model)
  expect(encodeThinking(conversation([], { reasoning }), to)).toEqual(expected)
  expect(booked(to.ledger)).toEqual(losses)
})
