import { chainOf, reasonOf } from './attempts.js'

const attempt = { provider: 'one', model: 'm', duration_ms: 1, cost_usd: '0' }
const attempts = [{ ...attempt, error: 'upstream_unavailable', status: 500 }, attempt, { ...attempt, provider: 'two' }]

test.each([
  [0, 'The first target that the routing chose'],
  [1, 'The same target again (provider unavailable)'],
  [2, 'The next target, since one failed (no answer)'],
])('attempt %d', (index, reason) => {
  expect(reasonOf(attempts, index)).toBe(reason)
})

test('all attempts in one line, with why each but the last was not the last', () => {
  expect(chainOf(attempts)).toBe('one (provider unavailable) → one (no answer) → two')
  expect(chainOf(attempts.slice(2))).toBe('two')
})
