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
])('%s', (text, words) => {
  expect(failureText(text)).toBe(words)
})
