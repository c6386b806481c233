import { errorHeaders } from '../../src/exchange/error.js'
import { readProblem } from './problem.js'

const google = { error: { code: 429, message: 'Spent.', status: 'RESOURCE_EXHAUSTED' } }

test.each([
  ['chat completions', 429, { error: { message: 'Spent.', type: 'insufficient_quota', code: 'insufficient_quota' } }],
  ['messages', 402, { type: 'error', error: { type: 'billing_error', message: 'Spent.' } }],
  ['generate content', 429, google],
])('a spent budget is the same in the style %s', (_, status, body) => {
  const budget = { of: 'user', period: 'week', limit: '1', left: '0', beganAt: 0, resetsAt: 604_800_000 } as const
  const headers = errorHeaders({ kind: 'insufficient_quota', message: '', budget })
  const problem = { status, detail: 'Spent.', code: 'insufficient_quota', budget: headers['x-anywire-budget'] }
  expect(readProblem(status, new Headers(headers), body)).toMatchObject(problem)
})

test('where a provider says that its account is exhausted, no budget of the gateway is named', () => {
  const body = { error: { message: 'You exceeded your current quota.', type: 'insufficient_quota', code: 'insufficient_quota' } }
  const problem = readProblem(429, new Headers({ 'x-should-retry': 'false' }), body)
  expect([problem.code, problem.budget]).toEqual(['insufficient_quota', undefined])
})

test('a rate limit of the style generate content is none: it says how long to wait', () => {
  expect(readProblem(429, new Headers({ 'retry-after': '7' }), google)).toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 7 })
})
