import { GatewayFailure, kindOfUpstreamStatus, errorHeaders, shortened, type GatewayError } from './error.js'

test('a long message and a long param are shortened', () => {
  const { error, message } = new GatewayFailure({ kind: 'invalid_request', message: '\n'.repeat(900_000), param: `/${'x'.repeat(900)}` })
  expect([message.length, error.message.length, error.param?.length]).toEqual([4001, 4001, 501])
})

test('an error with short texts is kept as the same object', () => {
  const error = { kind: 'invalid_request', message: 'No.', param: '/model' } as const
  expect(new GatewayFailure(error).error).toBe(error)
})

test.each([
  ['abc', 'abc'],
  ['abcd', 'abc…'],
  ['ab🙂', 'ab\ufffd…'],
])('%j, shortened to 3, is %j', (text, short) => {
  expect(shortened(text, 3)).toBe(short)
})

test.each([
  [529, 'overloaded'],
  [503, 'overloaded'],
  [500, 'upstream_unavailable'],
  [402, 'upstream_auth'],
  [504, 'upstream_timeout'],
  [302, 'upstream_invalid'],
])('an upstream status %i is %s', (status, kind) => {
  expect(kindOfUpstreamStatus(status)).toBe(kind)
})

test.each<[string, GatewayError, Record<string, string>]>([
  ['a time limit of the gateway', { kind: 'upstream_timeout', message: '' }, { 'x-should-retry': 'false' }],
  ["a provider's own 504", { kind: 'upstream_timeout', message: '', native: { dialect: 'messages', status: 504 } }, {}],
  ['a wait of no time', { kind: 'overloaded', message: '', retryAfterSeconds: 0 }, { 'retry-after': '1' }],
  ['a wait of part of a second', { kind: 'overloaded', message: '', retryAfterSeconds: 1.2 }, { 'retry-after': '2' }],
  [
    'a budget of a day',
    {
      kind: 'insufficient_quota',
      message: '',
      budget: { of: 'user', period: 'day', limit: '10', left: '0.5', beganAt: 0, resetsAt: 86_400_000 },
    },
    {
      'x-should-retry': 'false',
      'x-anywire-budget':
        'user; period=day; limit_usd="10"; left_usd="0.5"; began_at="1970-01-01T00:00:00Z"; resets_at="1970-01-02T00:00:00Z"',
    },
  ],
  [
    'a budget of all time',
    {
      kind: 'insufficient_quota',
      message: '',
      budget: { of: 'token', period: 'total', limit: '0', left: '0', beganAt: undefined, resetsAt: undefined },
    },
    { 'x-should-retry': 'false', 'x-anywire-budget': 'token; period=total; limit_usd="0"; left_usd="0"' },
  ],
])('the headers of an error: %s', (_, error, headers) => {
  expect(errorHeaders(error)).toEqual(headers)
})
