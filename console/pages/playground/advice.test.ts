import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import { adviceOf } from './advice.js'

const refused = { status: 429, code: 'insufficient_quota', title: 'Refused', detail: 'A budget is spent.' }
const day: PlatformBudgetState = {
  ...{ of: 'team', name: 'research', period: 'day', limit_usd: '1', spent_usd: '0.9' },
  ...{ began_at: '2026-02-01T00:00:00Z', resets_at: '2026-02-02T00:00:00Z' },
}
// The advice reads the budgets alone.
const tokenWith = (...budgets: readonly PlatformBudgetState[]) =>
  ({ state: 'known', token: { budgets: [...budgets] } as PlatformToken }) as const

test('where a budget is spent: which one, since when, when it resets, and who can help', () => {
  expect(adviceOf(refused, tokenWith(day))).toBe(
    '$0.9 of $1 of the team research are spent since 2026-02-01 00:00 UTC, it resets 2026-02-02 00:00 UTC. What is left is less than this request may cost. An admin can raise it or top it up under Tokens.',
  )
  expect(adviceOf(refused, { state: 'none' })).toMatch(/budget.* An admin can raise it/)
})

test('a token without budgets: it is the account at the provider', () => {
  expect(adviceOf(refused, tokenWith())).toMatch(/account at the provider.* An admin can look/)
})

test('a refused token is unknown or has expired', () => {
  const problem = { status: 401, code: 'invalid_api_key', title: 'Refused', detail: 'The token is not valid.' }
  expect(adviceOf(problem, { state: 'refused', problem: { ...problem, code: 'token_expired' } })).toMatch(/has expired/)
  expect(adviceOf(problem, { state: 'refused', problem })).toMatch(/unknown here/)
})
