import { adviceOf } from './advice.js'

test.each([
  [429, 'insufficient_quota'],
  [402, 'billing_error'],
])('where a budget is spent (%d %s), an admin can help', (status, code) => {
  const problem = { status, code, title: 'Refused', detail: 'A budget is spent.' }
  expect(adviceOf(problem, { state: 'none' })).toMatch(/budget.* An admin can raise it/)
})
