import { parseMoney } from '../../accounting/money.js'
import type { ExportedUsage } from './exported-usage.js'
import { reconcile, type BookedUsage } from './reconcile.js'

const day = '2026-01-31'
const booked: BookedUsage = {
  ...{ day, model: 'gpt-x', requests: 10, failed: 1, estimated: 0, inputTokens: 100, outputTokens: 50, cachedInputTokens: 20 },
  cost: parseMoney('1.5'),
}
const exported: ExportedUsage = { day, model: 'gpt-x', requests: 10, inputTokens: 100, outputTokens: 50, cachedInputTokens: 20 }

const cases: [string, ExportedUsage[], BookedUsage[], [string, boolean, RegExp[]][]][] = [
  ['what agrees', [exported], [booked], [['gpt-x', false, []]]],
  ['a version behind the name', [{ ...exported, model: 'gpt-x-2026-01-01' }], [booked], [['gpt-x', false, []]]],
  [
    'the name for people',
    [{ day, model: 'Claude X 4.5', cost: parseMoney('1.5') }],
    [{ ...booked, model: 'claude-x-4-5-20260101' }],
    [['claude-x-4-5-20260101', false, []]],
  ],
  ['more requests at the provider', [{ ...exported, requests: 12 }], [booked], [['gpt-x', true, [/2 requests more/]]]],
  [
    'fewer requests at the provider',
    [{ ...exported, requests: 9 }],
    [booked],
    [['gpt-x', true, [/1 request less: 1 of ours did not end well/]]],
  ],
  [
    'estimates',
    [{ ...exported, outputTokens: 60 }],
    [{ ...booked, estimated: 2 }],
    [['gpt-x', true, [/2 requests of ours are estimates/]]],
  ],
  ['other tokens for the same requests', [{ ...exported, outputTokens: 60 }], [booked], [['gpt-x', true, [/around midnight/]]]],
  [
    'another price',
    [{ ...exported, cost: parseMoney('3') }],
    [booked],
    [['gpt-x', true, [/3 USD, the books have 1.5 for the same tokens/]]],
  ],
  ['noise of binary fractions in a cost', [{ ...exported, cost: parseMoney('1.4999999999999998') }], [booked], [['gpt-x', false, []]]],
  ['a line without requests', [exported, { day, model: '', requests: 0, inputTokens: 0 }], [booked], [['gpt-x', false, []]]],
  ['costs alone', [{ day, model: 'gpt-x', cost: parseMoney('3') }], [booked], [['gpt-x', true, [/hold the export of usage/]]]],
  [
    'usage of the whole day, with the cost of it',
    [{ day, model: '', requests: 20, inputTokens: 200, outputTokens: 100, cachedInputTokens: 40, cost: parseMoney('3') }],
    [booked, { ...booked, model: 'gpt-y' }],
    [['', false, []]],
  ],
  [
    'estimates of several models in usage of the whole day',
    [{ day, model: '', requests: 20, inputTokens: 250 }],
    [
      { ...booked, estimated: 2 },
      { ...booked, model: 'gpt-y', estimated: 1 },
    ],
    [['', true, [/3 requests of ours are estimates/]]],
  ],
  ['costs of the whole day', [{ day, model: '', cost: parseMoney('3') }], [booked, { ...booked, model: 'gpt-y' }], [['', false, []]]],
  [
    'what the gateway never saw',
    [exported, { ...exported, model: 'gpt-z' }],
    [booked],
    [
      ['gpt-x', false, []],
      ['gpt-z', true, [/No request of this model went through/]],
    ],
  ],
  [
    'what the provider does not name',
    [exported],
    [booked, { ...booked, model: 'gpt-z' }],
    [
      ['gpt-x', false, []],
      ['gpt-z', true, [/no such line/]],
    ],
  ],
  [
    'what only failed',
    [exported],
    [booked, { ...booked, model: 'gpt-z', failed: 10 }],
    [
      ['gpt-x', false, []],
      ['gpt-z', false, [/does not bill them/]],
    ],
  ],
  ['days outside the export', [exported], [booked, { ...booked, day: '2026-02-01' }], [['gpt-x', false, []]]],
]
test.each(cases)('%s', (_name, their, our, expected) => {
  const found = reconcile(their, our)
  expect(found.map(({ model, differs, explanations }) => [model, differs, explanations])).toEqual(
    expected.map(([model, differs, patterns]) => [model, differs, patterns.map((pattern) => expect.stringMatching(pattern))]),
  )
})
