import type { GatewayError } from '../../exchange/error.js'
import { backoffMs, retryChoice, type RetryChoice } from './retry.js'

const native = { dialect: 'messages', status: 504 } as const

test.each<[Omit<GatewayError, 'message'>, RetryChoice]>([
  [{ kind: 'upstream_unavailable' }, 'any-target'],
  [{ kind: 'upstream_disconnected' }, 'any-target'],
  [{ kind: 'upstream_rate_limited' }, 'any-target'],
  [{ kind: 'overloaded' }, 'any-target'],
  [{ kind: 'upstream_auth' }, 'other-target'],
  [{ kind: 'upstream_invalid' }, 'other-target'],
  [{ kind: 'upstream_timeout' }, 'other-target'],
  [{ kind: 'upstream_timeout', native }, 'any-target'],
  [{ kind: 'upstream_timeout', native: { dialect: 'messages' } }, 'other-target'],
  [{ kind: 'invalid_request' }, 'never'],
  [{ kind: 'internal' }, 'never'],
])('after %j: %s', (error, choice) => {
  expect(retryChoice({ ...error, message: '' })).toBe(choice)
})

test('the pause doubles from 100 ms, by half more or less, and grows no more after ten retries', () => {
  expect([backoffMs(0, 0), backoffMs(0, 0.5), backoffMs(1, 0.5), backoffMs(3, 0)]).toEqual([50, 100, 200, 400])
  expect(backoffMs(11, 0.5)).toBe(backoffMs(10, 0.5))
})
