import { failureText } from './failures.js'

test.each([
  ['upstream_unavailable', 'provider unavailable'],
  [
    'upstream_unavailable, status 500: The model model_x is overloaded.',
    'provider unavailable, status 500: The model model_x is overloaded.',
  ],
  ['rate_limit_exceeded', 'rate limit exceeded'],
  ['internal', 'internal'],
  ['The key_1 is wrong.', 'The key_1 is wrong.'],
  ['model_x is overloaded', 'model_x is overloaded'],
  ['max_tokens: must be at most 4096', 'max_tokens: must be at most 4096'],
  ['upstream_auth_of_mine, too', 'upstream_auth_of_mine, too'],
  ['constructor', 'constructor'],
])('%s', (text, words) => {
  expect(failureText(text)).toBe(words)
})
