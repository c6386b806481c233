import type { GatewayError } from '../../exchange/error.js'
import { decodeError, encodeError, readErrorInReply } from './error.js'

describe('errors of an upstream', () => {
  const google = (code: number, message: string, status: string, details?: object[]): string =>
    JSON.stringify({ error: { code, message, status, ...(details === undefined ? {} : { details }) } })
  const invalidKey = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }]
  const retry = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34.4s' }]

  test.each<[string, number, string, Partial<GatewayError>]>([
    [
      'a wrong request',
      400,
      google(400, 'Temperature out of range.', 'INVALID_ARGUMENT'),
      { kind: 'invalid_request', message: 'Temperature out of range.' },
    ],
    ["a wrong key is the gateway's", 400, google(400, 'API key not valid.', 'INVALID_ARGUMENT', invalidKey), { kind: 'upstream_auth' }],
    ['so is a forbidden one', 403, google(403, 'Denied.', 'PERMISSION_DENIED'), { kind: 'upstream_auth', message: 'Denied.' }],
    ['and one without credit', 402, google(402, 'Pay.', 'RESOURCE_EXHAUSTED'), { kind: 'upstream_auth' }],
    [
      'a limit with its delay',
      429,
      google(429, 'Quota.', 'RESOURCE_EXHAUSTED', retry),
      { kind: 'upstream_rate_limited', retryAfterSeconds: 35 },
    ],
    ['an unknown model', 404, google(404, 'Not found.', 'NOT_FOUND'), { kind: 'not_found' }],
    ['an overload', 503, google(503, 'Busy.', 'UNAVAILABLE'), { kind: 'overloaded' }],
    ['a time-out', 504, google(504, 'Late.', 'DEADLINE_EXCEEDED'), { kind: 'upstream_timeout' }],
    [
      'a list, as streams without alt=sse have it',
      400,
      `[${google(400, 'No.', 'INVALID_ARGUMENT')}]`,
      { kind: 'invalid_request', message: 'No.' },
    ],
    ['an error inside the message', 400, google(400, '{"error":{"message":"Inner."}}', 'INVALID_ARGUMENT'), { message: 'Inner.' }],
    ['HTML', 502, '<html>Bad gateway</html>', { kind: 'upstream_unavailable', message: 'The provider answered with status 502.' }],
    ['an empty body', 500, '', { message: 'The provider answered with status 500.' }],
    ['plain text', 500, 'upstream connect error', { message: 'upstream connect error' }],
    ['another style', 400, '{"message":"invalid request: x"}', { message: 'invalid request: x' }],
    ['a text as the error', 422, '{"error":"nope"}', { kind: 'invalid_request', status: 422, message: 'nope' }],
    ['deep nesting', 500, '['.repeat(5000) + ']'.repeat(5000), { message: 'The provider answered with status 500.' }],
  ])('%s', (_, status, body, expected) => {
    expect(decodeError(status, {}, body)).toMatchObject({ ...expected, native: { dialect: 'generate-content', status } })
  })

  test.each<[Record<string, string>, number | undefined]>([
    [{ 'retry-after': '9' }, 9],
    [{ 'retry-after-ms': '1500' }, 2],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
  ])('waiting by %j', (headers, expected) => {
    expect(decodeError(429, headers, '').retryAfterSeconds).toBe(expected)
  })

  test('an error object with 200', () => {
    expect(readErrorInReply({ error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } })).toMatchObject({
      kind: 'upstream_invalid',
      message: 'Busy.',
      native: { code: 503 },
    })
    expect(readErrorInReply({ candidates: [] })).toBeUndefined()
  })
})

describe('errors for a client', () => {
  const shown = (error: GatewayError): unknown => {
    const { status, headers, body } = encodeError(error)
    return [status, headers, body]
  }

  test.each<[string, GatewayError, unknown]>([
    ['a kind', { kind: 'invalid_api_key', message: 'No.' }, [401, {}, { error: { code: 401, message: 'No.', status: 'UNAUTHENTICATED' } }]],
    [
      'the field’s name',
      { kind: 'invalid_request', message: 'Too much.', param: '/contents' },
      [400, {}, { error: { code: 400, message: 'Too much. (/contents)', status: 'INVALID_ARGUMENT' } }],
    ],
    [
      'waiting helps',
      { kind: 'overloaded', message: 'Busy.', retryAfterSeconds: 0.2 },
      [503, { 'retry-after': '1' }, { error: { code: 503, message: 'Busy.', status: 'UNAVAILABLE' } }],
    ],
    [
      'waiting does not',
      { kind: 'insufficient_quota', message: 'Spent.' },
      [429, { 'x-should-retry': 'false' }, { error: { code: 429, message: 'Spent.', status: 'RESOURCE_EXHAUSTED' } }],
    ],
    [
      'an upstream’s own name and what helps of its details',
      {
        kind: 'invalid_request',
        message: 'No.',
        native: {
          dialect: 'generate-content',
          status: 400,
          statusName: 'FAILED_PRECONDITION',
          details: [
            { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', metadata: {} },
            { '@type': 'type.googleapis.com/google.rpc.BadRequest' },
          ],
        },
      },
      [
        400,
        {},
        {
          error: {
            code: 400,
            message: 'No.',
            status: 'FAILED_PRECONDITION',
            details: [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }],
          },
        },
      ],
    ],
    [
      'not of a refused key',
      { kind: 'upstream_auth', message: 'Denied.', native: { dialect: 'generate-content', statusName: 'PERMISSION_DENIED' } },
      [502, { 'x-should-retry': 'false' }, { error: { code: 502, message: 'Denied.', status: 'UNAVAILABLE' } }],
    ],
    [
      'nor of another style',
      { kind: 'invalid_request', message: 'No.', native: { dialect: 'messages', type: 'invalid_request_error' } },
      [400, {}, { error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }],
    ],
  ])('%s', (_, error, expected) => {
    expect(shown(error)).toEqual(expected)
  })
})
