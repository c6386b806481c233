import type { PlatformToken } from '../../../generated/platform/model/index.js'
import { shortBudgetText, shortestBudget, standingOf } from './token-standing.js'

const token: PlatformToken = {
  name: 'ci',
  version: null,
  prefix: null,
  user: null,
  team: null,
  scopes: ['inference'],
  models: ['m-*'],
  styles: null,
  networks: null,
  budget_usd: null,
  budget_per_day_usd: null,
  budget_per_week_usd: null,
  budget_per_month_usd: null,
  requests_per_minute: null,
  requests_per_day: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  max_concurrent: 100,
  max_wait_ms: 0,
  expires_at: null,
  managed_by: 'file',
  place: null,
  created_at: null,
  last_used_at: null,
  spent_usd: '0',
  reserved_usd: '0',
  in_flight: 0,
  budgets: [],
}
const now = Date.parse('2026-02-01T12:00:00Z')
const spent = {
  of: 'token',
  name: 'ci',
  period: 'day',
  limit_usd: '1',
  spent_usd: '1.02',
  began_at: '2026-02-01T00:00:00Z',
  resets_at: '2026-02-02T00:00:00Z',
} as const

test.each([
  ['a valid token', token, 'm-1', 'good', /^Valid: ci$/],
  ['another model', token, 'x', 'bad', /Not allowed for the model x/],
  ['another style', { ...token, styles: ['messages' as const] }, 'm-1', 'bad', /Not allowed for the style Chat completions/],
  ['an expired token', { ...token, expires_at: '2026-02-01T11:59:00Z' }, 'm-1', 'bad', /Expired on 2026-02-01 11:59 UTC/],
  ['a spent budget', { ...token, budgets: [spent] }, 'm-1', 'bad', /Out of budget: \$1\.02 of \$1 per day of the token ci spent/],
])('%s', (_, known, model, kind, words) => {
  const standing = standingOf({ state: 'known', token: known }, { model, style: 'chat-completions' }, now)
  expect(standing.kind).toBe(kind)
  expect(standing.words).toMatch(words)
  expect(standing.advice === undefined).toBe(kind === 'good')
})

test.each([
  ['invalid_api_key', 'Unknown token', /ask whoever created it/],
  ['token_expired', 'Expired token', /Its owner or an admin can rotate it/],
])('a refused token (%s): what to do and who can help', (code, words, advice) => {
  const problem = { status: 401, title: 'Unauthorized', detail: 'The token is not valid.', code }
  const wanted = { model: '', style: 'messages' } as const
  expect(standingOf({ state: 'refused', problem }, wanted, now)).toEqual({ kind: 'bad', words, advice: expect.stringMatching(advice) })
})

test('a budget in short: how far it is spent, for what time and whose', () => {
  expect(shortBudgetText({ ...spent, of: 'team', name: 'research', spent_usd: '0.9' })).toBe(
    '$0.9 of $1 per day of the team research spent',
  )
  expect(shortBudgetText({ ...spent, period: 'total' })).toBe('$1.02 of $1 in total of the token ci spent')
})

test('the budget with the least left decides', () => {
  const budgets = [
    { ...spent, spent_usd: '0.4' },
    { ...spent, of: 'team' as const, limit_usd: '0.5', spent_usd: '0.3' },
  ]
  expect(shortestBudget({ ...token, budgets })?.of).toBe('team')
  expect(shortestBudget(token)).toBeUndefined()
})
