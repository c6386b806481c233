import { readProblem } from './problem.js'

const google = { error: { code: 429, message: 'Spent.', status: 'RESOURCE_EXHAUSTED' } }

test.each([
  ['chat completions', 429, {}, { error: { message: 'Spent.', type: 'insufficient_quota', code: 'insufficient_quota' } }],
  ['messages', 402, {}, { type: 'error', error: { type: 'billing_error', message: 'Spent.' } }],
  ['generate content', 429, { 'x-should-retry': 'false' }, google],
])('a spent budget is the same in the style %s', (_, status, headers, body) => {
  expect(readProblem(status, new Headers(headers), body)).toMatchObject({ status, detail: 'Spent.', code: 'insufficient_quota' })
})

test('a rate limit of the style generate content is none: it says how long to wait', () => {
  expect(readProblem(429, new Headers({ 'retry-after': '7' }), google)).toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 7 })
})
