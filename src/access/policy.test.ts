import { allowsModel, policyOf } from './policy.js'

test.each<[readonly string[] | undefined, string, boolean]>([
  [undefined, 'anything', true],
  [['*'], 'anything', true],
  [[], 'anything', false],
  [['m-1'], 'm-1', true],
  [['m-1'], 'm-10', false],
  [['m-*'], 'm-10', true],
  [['m-*'], 'x-m-1', false],
  [['*-mini'], 'a-mini', true],
  [['a*a'], 'a', false],
  [['a*a'], 'aa', true],
  [['ab*ba'], 'aba', false],
  [['a*b*c'], 'a-b-c', true],
  [['a*b*c'], 'a-c-b', false],
  [['a*b*c'], 'a-c', false],
  [['a*b*b'], 'a-b', false],
  [['a*bb*b'], 'a-bb', false],
  [['a*bb*b'], 'a-bbb', true],
  [['*b*b*'], 'b', false],
  [['*b*b*'], 'bb', true],
  [['*b*'], 'b', true],
  [['*b*c*'], 'c-b', false],
  [['x', 'm-*'], 'm-1', true],
])('models %j, asked for %s', (models, name, allowed) => {
  expect(allowsModel({ maxConcurrent: 1, ...(models === undefined ? {} : { models }) }, name)).toBe(allowed)
})

test.each([
  ['requests_per_minute', 'requestsPerMinute'],
  ['requests_per_day', 'requestsPerDay'],
  ['tokens_per_minute', 'tokensPerMinute'],
  ['tokens_per_day', 'tokensPerDay'],
])('%s alone is a limit of rates', (setting, rate) => {
  expect(policyOf({ [setting]: 5 }).rates).toEqual({ [rate]: 5 })
})

test('what is left out is not limited, except requests at the same time', () => {
  expect(policyOf({})).toEqual({ maxConcurrent: 100 })
  expect(policyOf({ models: ['a', '*'], max_wait_ms: 0, max_concurrent: 3 })).toEqual({ maxWaitMs: 0, maxConcurrent: 3 })
  expect(policyOf({ models: ['a'], max_wait_ms: 10 })).toEqual({ models: ['a'], maxWaitMs: 10, maxConcurrent: 100 })
})
