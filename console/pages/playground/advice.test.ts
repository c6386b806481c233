import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import { budgetText } from '../../../src/exchange/short-budget.js'
import { adviceOf } from './advice.js'

const refused = {
  ...{ status: 429, code: 'insufficient_quota', title: 'Refused' },
  detail: 'Too little is left.',
  budget: budgetText({ of: 'team', period: 'day', limit: '1', left: '0.1', beganAt: undefined, resetsAt: undefined }),
} as const
const { budget: _, ...refusedByProvider } = refused
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
  expect(adviceOf(refused, { state: 'checking' })).toMatch(/^What is left is less .* An admin can raise it/)
})

test('of several budgets it is the one that the gateway names, though another has less left', () => {
  const own = { ...day, of: 'token', name: 'ci', limit_usd: '0.01', spent_usd: '0.01' } as const
  const total = { ...day, period: 'total', limit_usd: '0.02', spent_usd: '0' } as const
  expect(adviceOf(refused, tokenWith(own, total, day))).toMatch(/^\$0\.9 of \$1 of the team research are spent/)
})

test('where the gateway names no budget, it is the account at the provider', () => {
  for (const check of [tokenWith(), tokenWith(day), { state: 'checking' } as const])
    expect(adviceOf(refusedByProvider, check)).toMatch(/account at the provider.* An admin can look/)
})

test('a refused token is unknown or has expired', () => {
  const problem = { status: 401, code: 'invalid_api_key', title: 'Refused', detail: 'The token is not valid.' }
  expect(adviceOf(problem, { state: 'refused', problem: { ...problem, code: 'token_expired' } })).toMatch(/has expired/)
  expect(adviceOf(problem, { state: 'refused', problem })).toMatch(/unknown here/)
})
