import type { GatewayError } from '../../exchange/error.js'
import { decodeError, readErrorInReply } from './error-decode.js'
import { encodeError, encodeStreamError } from './error-encode.js'

describe('an error reply of a messages upstream', () => {
  const overloaded = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
  const cases: [string, number, Record<string, string>, string, object][] = [
    [
      "Anthropic's error object",
      529,
      {},
      overloaded,
      { kind: 'overloaded', message: 'Overloaded', native: { dialect: 'messages', status: 529, type: 'overloaded_error' } },
    ],
    [
      'a time to wait in seconds',
      429,
      { 'retry-after': '7' },
      '{"error":{"type":"rate_limit_error","message":"slow"}}',
      { kind: 'upstream_rate_limited', retryAfterSeconds: 7 },
    ],
    ['a time to wait in milliseconds', 429, { 'retry-after-ms': '1200', 'retry-after': '9' }, '{}', { retryAfterSeconds: 2 }],
    ['a date to wait for is ignored', 503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, '', { kind: 'overloaded' }],
    [
      'an invalid key',
      401,
      {},
      '{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}',
      { kind: 'upstream_auth' },
    ],
    [
      'an unpaid bill',
      402,
      {},
      '{"type":"error","error":{"type":"billing_error","message":"pay"}}',
      { kind: 'upstream_auth', message: 'pay' },
    ],
    [
      'an error object of another dialect',
      400,
      {},
      '{"error":{"message":"bad","type":"x","param":null,"code":null}}',
      { kind: 'invalid_request', message: 'bad' },
    ],
    ['a text member', 400, {}, '{"error":"bad"}', { message: 'bad' }],
    ['a detail', 422, {}, '{"detail":"bad"}', { kind: 'invalid_request', message: 'bad', status: 422 }],
    ['a list', 500, {}, '[{"error":{"message":"bad"}}]', { kind: 'upstream_unavailable', message: 'bad' }],
    ['plain text', 500, {}, 'no such host', { message: 'no such host' }],
    [
      'HTML',
      502,
      {},
      '<html><body>Bad gateway</body></html>',
      { message: 'The provider answered with status 502 and no error description.' },
    ],
    ['nothing', 500, {}, '', { message: 'The provider answered with status 500 and no error description.' }],
  ]
  test.each(cases)('%s', (_name, status, headers, body, expected) => expect(decodeError(status, headers, body)).toMatchObject(expected))

  test('a long message is shortened', () => expect(decodeError(500, {}, 'x'.repeat(9000)).message.length).toBeLessThan(600))

  test('an error object in a reply with status 200', () => {
    expect(readErrorInReply({ type: 'error', error: { type: 'api_error', message: 'busy' } })).toMatchObject({
      kind: 'upstream_invalid',
      message: 'busy',
    })
    expect(readErrorInReply({ type: 'message', content: [] })).toBeUndefined()
  })
})

describe('an error for a messages client', () => {
  const cases: [string, GatewayError, number, string, Record<string, string>][] = [
    ['a bad request', { kind: 'invalid_request', message: 'm' }, 400, 'invalid_request_error', {}],
    ['an invalid token', { kind: 'invalid_api_key', message: 'm' }, 401, 'authentication_error', {}],
    ['a used-up budget', { kind: 'insufficient_quota', message: 'm' }, 402, 'billing_error', { 'x-should-retry': 'false' }],
    ['an unknown model', { kind: 'model_not_found', message: 'm' }, 404, 'not_found_error', {}],
    ['a large body', { kind: 'request_too_large', message: 'm' }, 413, 'request_too_large', {}],
    ['a rate limit', { kind: 'rate_limit_exceeded', message: 'm' }, 429, 'rate_limit_error', { 'retry-after': '1' }],
    [
      'a rate limit with a time',
      { kind: 'upstream_rate_limited', message: 'm', retryAfterSeconds: 6.2 },
      429,
      'rate_limit_error',
      { 'retry-after': '7' },
    ],
    [
      "an invalid key of the gateway's",
      { kind: 'upstream_auth', message: 'm', native: { dialect: 'messages', type: 'authentication_error' } },
      502,
      'api_error',
      { 'x-should-retry': 'false' },
    ],
    ['an overload', { kind: 'overloaded', message: 'm' }, 529, 'overloaded_error', { 'retry-after': '1' }],
    ['a timeout', { kind: 'upstream_timeout', message: 'm' }, 504, 'api_error', { 'x-should-retry': 'false' }],
    ['an error with a status', { kind: 'invalid_request', message: 'm', status: 422 }, 422, 'invalid_request_error', {}],
    [
      "the upstream's own type",
      { kind: 'upstream_unavailable', message: 'm', native: { dialect: 'messages', type: 'timeout_error' } },
      502,
      'timeout_error',
      {},
    ],
    [
      "another style's type is not shown",
      { kind: 'upstream_unavailable', message: 'm', native: { dialect: 'responses', type: 'server_error' } },
      502,
      'api_error',
      {},
    ],
  ]
  test.each(cases)('%s', (_name, error, status, type, headers) => {
    expect(encodeError(error, 'req_1')).toEqual({
      status,
      headers,
      body: { type: 'error', error: { type, message: 'm' }, request_id: 'req_1' },
    })
  })

  test('inside a stream it is an event', () => {
    expect(encodeStreamError({ kind: 'internal', message: 'm' }, 'req_1')).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"m"},"request_id":"req_1"}\n\n',
    )
  })
})
