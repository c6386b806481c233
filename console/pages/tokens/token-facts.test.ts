import { fullestBudget, usedLately } from './token-facts.js'

const budget = { of: 'token', name: 'ci', period: 'total', limit_usd: '10', spent_usd: '1', began_at: null, resets_at: null } as const
const day = { ...budget, period: 'day', limit_usd: '1', spent_usd: '0.5' } as const

test('the budget that is spent most is one of the token’s own', () => {
  expect(fullestBudget({ budgets: [budget, day, { ...day, of: 'team', spent_usd: '0.9' }] })).toBe(day)
  expect(fullestBudget({ budgets: [] })).toBeUndefined()
})

test.each([
  [null, false],
  ['2026-02-01T11:59:00Z', false],
  ['2026-02-01T12:01:00Z', true],
])('last used at %j: in use is %j', (at, inUse) => {
  expect(usedLately({ last_used_at: at }, Date.parse('2026-02-02T12:00:00Z'))).toBe(inUse)
})
