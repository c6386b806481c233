import { MinuteQuota } from '../accounting/quota.js'
import { start } from './start.js'

test.each([
  [1, 'This token may start 1 request per minute. Try again in 60s.'],
  [2, 'This token may start 2 requests per minute. Try again in 30s.'],
])('beyond %d a minute the refusal says how many there are, and when to try again', (limit, message) => {
  const quotas = [new MinuteQuota(limit, () => 0)]
  for (let count = 0; count < limit; count += 1) start(quotas, 1)
  expect(() => start(quotas, 1)).toThrow(message)
})
