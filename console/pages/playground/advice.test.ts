import type { PlatformBudgetState, PlatformToken } from '../../../generated/platform/model/index.js'
import { adviceOf, refusedBudget } from './advice.js'

const refused = {
  ...{ status: 429, code: 'insufficient_quota', title: 'Refused' },
  detail: 'The budget of the team "research" for this day is 1 USD, of which 0.1 is left; this request may cost up to 0.2 USD.',
}
const refusedByProvider = { ...refused, detail: 'You exceeded your current quota, please check your plan and billing details.' }
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

test.each([
  ['The budget of this token is 1 USD, of which 0 is left.', 'token total'],
  ['The budget of this token for this day is 1 USD, of which 0 is left; the next day begins at 2026-02-02T00:00Z.', 'token day'],
  ['The budget of the user "ada" for this month is 1 USD, of which 0.5 is left.', 'user month'],
  ['The budget of the team "ada" is 1 USD, of which 0 is left.', 'team total'],
  ['The budget of the team "else" is 1 USD, of which 0 is left.', undefined],
  ['You exceeded your current quota.', undefined],
])('the budget that a refusal names: %s', (detail, named) => {
  const budgets = [
    ...(['total', 'day'] as const).map((period) => ({ ...day, of: 'token' as const, name: 'ci', period })),
    ...(['user', 'team'] as const).flatMap((of) => (['month', 'total'] as const).map((period) => ({ ...day, of, name: 'ada', period }))),
  ]
  const found = refusedBudget(tokenWith(...budgets).token, { ...refused, detail })
  expect(found === undefined ? undefined : `${found.of} ${found.period}`).toBe(named)
})
