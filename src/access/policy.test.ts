import { allowsModel } from './policy.js'

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
