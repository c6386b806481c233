import { GatewayFailure, kindOfUpstreamStatus, retryHeaders, shortened, type GatewayError } from './error.js'

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
])('the retry headers of %s', (_, error, headers) => {
  expect(retryHeaders(error)).toEqual(headers)
})
