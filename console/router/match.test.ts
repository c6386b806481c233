import { matchPath, safeReturnPath } from './match.js'

test.each([
  ['/console/tokens', '/console/tokens', {}],
  ['/console/tokens', '/console/tokens/', {}],
  ['/console/requests/:id', '/console/requests/req_1', { id: 'req_1' }],
  ['/console/requests/:id', '/console/requests/a%2Fb', { id: 'a/b' }],
  ['/console/requests/:id', '/console/requests', undefined],
  ['/console/requests/:id', '/console/requests/a/b', undefined],
  ['/console/requests/:id', '/console/requests/%E0%A4%A', undefined],
])('%s and %s', (pattern, path, parameters) => {
  expect(matchPath(pattern, path)).toEqual(parameters)
})

test.each([
  ['/console/usage?range=7d#cost', '/console/usage?range=7d#cost'],
  ['/console', '/console'],
  [null, '/console/playground'],
  ['', '/console/playground'],
  ['https://elsewhere.test/console/', '/console/playground'],
  ['//elsewhere.test/console/', '/console/playground'],
  ['/\\elsewhere.test', '/console/playground'],
  ['/console\\@elsewhere.test', '/console/playground'],
  ['/console/../../v1', '/console/playground'],
  ['/consolefoo', '/console/playground'],
  ['javascript:alert(1)', '/console/playground'],
  ['/console/\n/elsewhere.test', '/console/playground'],
])('after sign-in, %j leads to %s', (wanted, path) => {
  expect(safeReturnPath(wanted)).toBe(path)
})
