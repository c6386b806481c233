import { ownTokens, standingOf, variableOf } from './standing.js'

const model = (...targets: readonly [provider: string, breaker: string][]) => ({
  targets: targets.map(([provider, breaker]) => ({ provider, breaker })),
})

test.each([
  ['no model', [], 'warning', 'No model yet'],
  ['one provider', [model(['a', 'closed'])], 'good', 'The provider answers'],
  ['several', [model(['a', 'closed'], ['b', 'half_open'])], 'good', 'All 2 providers answer'],
  ['one of two fails', [model(['a', 'closed']), model(['b', 'open'], ['b', 'closed'])], 'warning', '1 of 2 providers failing'],
  ['all fail', [model(['a', 'open'])], 'bad', '1 of 1 providers failing'],
])('%s', (_, models, kind, words) => {
  expect(standingOf(models)).toEqual({ kind, words })
})

test.each([
  ['ci', 'CI_TOKEN'],
  ['ci-bot.2', 'CI_BOT_2_TOKEN'],
  ['2nd', '_2ND_TOKEN'],
])('the variable of the token %s', (name, variable) => {
  expect(variableOf(name)).toBe(variable)
})

const now = Date.parse('2026-02-01T12:00:00Z')
const tokens = [
  { name: 'hers', user: 'ada', expires_at: null },
  { name: 'hers-until-tomorrow', user: 'ada', expires_at: '2026-02-02T12:00:00Z' },
  { name: 'hers-expired', user: 'ada', expires_at: '2026-02-01T12:00:00Z' },
  { name: 'his', user: 'bob', expires_at: null },
  { name: 'nobodys', user: null, expires_at: null },
]

test.each([
  ['ada', ['hers', 'hers-until-tomorrow']],
  ['eve', []],
  [undefined, ['hers', 'hers-until-tomorrow', 'his', 'nobodys']],
])('the tokens that work of the user %s', (user, names) => {
  expect(ownTokens(tokens, user, now)).toEqual(names)
})
