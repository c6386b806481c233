import { decodeOpenAIError, encodeOpenAIError, fieldPath, openAIErrorObject, readOpenAIError } from './openai-error.js'

const json = JSON.stringify

describe('an error reply of an upstream', () => {
  const rows: [string, number, string, object][] = [
    [
      "keeps the members of OpenAI's error object",
      400,
      json({ error: { message: 'too long', type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' } }),
      {
        kind: 'invalid_request',
        message: 'too long',
        native: { status: 400, type: 'invalid_request_error', param: 'messages', code: 'context_length_exceeded' },
      },
    ],
    [
      'is read without a type (Azure)',
      429,
      json({ error: { code: 'RateLimitReached', message: 'slow' } }),
      { kind: 'upstream_rate_limited', message: 'slow', native: { code: 'RateLimitReached' } },
    ],
    [
      'is read as a text member (xAI)',
      400,
      json({ code: 'invalid-argument', error: 'the room is unknown' }),
      { kind: 'invalid_request', message: 'the room is unknown', native: { code: 'invalid-argument' } },
    ],
    ['is read as a detail text (Mistral)', 401, json({ detail: 'Invalid API Key' }), { kind: 'upstream_auth', message: 'Invalid API Key' }],
    [
      'is read as a list of details (Mistral)',
      422,
      json({ detail: [{ loc: ['body', 'messages', 0], msg: 'Field required', type: 'missing' }] }),
      { kind: 'invalid_request', status: 422, message: 'body.messages.0: Field required' },
    ],
    [
      'is read as a flat object (Mistral)',
      400,
      json({ object: 'error', message: 'bad', type: 'invalid_request_invalid_args', code: '3051' }),
      { kind: 'invalid_request', message: 'bad', native: { type: 'invalid_request_invalid_args', code: '3051' } },
    ],
    [
      'is read with details inside the message',
      422,
      json({ object: 'error', message: { detail: [{ loc: ['n'], msg: 'too big' }] } }),
      { message: 'n: too big' },
    ],
    [
      'keeps an integer code (OpenRouter)',
      429,
      json({ error: { message: 'limited', code: 429 } }),
      { kind: 'upstream_rate_limited', native: { code: 429 } },
    ],
    [
      'is read from an array (Gemini)',
      429,
      json([{ error: { code: 429, message: 'Quota exceeded.', status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '34.4s' }] } }]),
      { kind: 'upstream_rate_limited', message: 'Quota exceeded.', retryAfterSeconds: 35, native: { statusName: 'RESOURCE_EXHAUSTED' } },
    ],
    [
      'is read in the format of messages',
      529,
      json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
      { kind: 'overloaded', message: 'Overloaded', native: { type: 'overloaded_error' } },
    ],
    [
      'may be a page of HTML',
      502,
      '<html><body>Bad Gateway</body></html>',
      {
        kind: 'upstream_unavailable',
        message: 'The provider answered with status 502 and a page of HTML instead of an error description.',
      },
    ],
    ['may be empty', 503, '', { kind: 'overloaded', message: 'The provider answered with status 503 and no error description.' }],
    ['may be plain text', 500, 'no such route', { kind: 'upstream_unavailable', message: 'no such route' }],
    [
      'about a missing model has a kind of its own',
      404,
      json({ error: { message: 'no model', code: 'model_not_found' } }),
      { kind: 'model_not_found' },
    ],
    [
      "about the key with status 400 concerns the gateway's key",
      400,
      json({ code: 'x', error: 'Incorrect API key provided: in***' }),
      { kind: 'upstream_auth' },
    ],
    [
      'with an empty error object gets a message',
      500,
      json({ error: {} }),
      { kind: 'upstream_unavailable', message: 'The provider reported an error without a description.' },
    ],
  ]
  test.each(rows)('%s', (_name, status, body, wanted) => {
    expect(decodeOpenAIError('chat-completions', status, {}, body)).toMatchObject(wanted)
  })
  test.each([
    [{ 'retry-after': '7' }, 7],
    [{ 'retry-after': '0' }, 1],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 2],
    [{ 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }, undefined],
  ])('has the time to wait from its headers: %j', (headers, wanted) => {
    expect(decodeOpenAIError('responses', 429, headers, '').retryAfterSeconds).toBe(wanted)
  })
  test('is shortened where it is long', () => {
    expect(decodeOpenAIError('responses', 500, {}, 'x'.repeat(9000)).message).toHaveLength(501)
  })
})

describe('an error object with status 200', () => {
  test.each([
    [{ error: { message: 'busy', code: 429 } }, 'busy'],
    [{ id: 'x', choices: [], error: { message: 'gone', code: 502 } }, 'gone'],
    [{ object: 'error', message: 'bad' }, 'bad'],
    [{ error: 'plain' }, 'plain'],
  ])('is a failure: %j', (wire, message) => {
    expect(readOpenAIError('chat-completions', wire)).toMatchObject({ kind: 'upstream_invalid', message })
  })
  test.each([[{ error: null, choices: [] }], [{ choices: [] }], [null], ['text'], [[]]])('is not found where there is none: %j', (wire) => {
    expect(readOpenAIError('chat-completions', wire)).toBeUndefined()
  })
})

describe('an error for the client', () => {
  test("has the kind's status, type and code", () => {
    expect(encodeOpenAIError({ kind: 'overloaded', message: 'busy' })).toEqual({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { message: 'busy', type: 'api_error', param: null, code: 'overloaded' } },
    })
  })
  test("has an upstream's type, param and code where its dialect has this format", () => {
    const native = {
      dialect: 'chat-completions',
      status: 400,
      type: 'invalid_request_error',
      param: 'messages[3]',
      code: 'invalid_value',
    } as const
    expect(openAIErrorObject({ kind: 'invalid_request', message: 'm', native })).toEqual({
      message: 'm',
      type: 'invalid_request_error',
      param: 'messages[3]',
      code: 'invalid_value',
    })
  })
  test('has no type or code of another format', () => {
    expect(
      openAIErrorObject({ kind: 'upstream_rate_limited', message: 'm', native: { dialect: 'messages', type: 'rate_limit_error_x' } }),
    ).toEqual({
      message: 'm',
      type: 'rate_limit_error',
      param: null,
      code: 'upstream_rate_limited',
    })
  })
  test("does not report the gateway's invalid key as the client's", () => {
    const wire = encodeOpenAIError({
      kind: 'upstream_auth',
      message: 'm',
      native: { dialect: 'chat-completions', type: 'invalid_request_error', code: 'invalid_api_key' },
    })
    expect(wire).toMatchObject({
      status: 502,
      headers: { 'x-should-retry': 'false' },
      body: { error: { type: 'api_error', code: 'upstream_auth' } },
    })
  })
  test('tells clients not to retry where the quota is used up', () => {
    const wire = encodeOpenAIError({
      kind: 'upstream_rate_limited',
      message: 'm',
      native: { dialect: 'chat-completions', type: 'insufficient_quota', code: 'insufficient_quota' },
    })
    expect(wire.headers).toEqual({ 'x-should-retry': 'false' })
  })
  test("names the field in OpenAI's notation", () => {
    expect(
      openAIErrorObject({ kind: 'invalid_request', message: 'm', param: '/messages/0/content/1/image_url', code: 'unsupported_url' }),
    ).toMatchObject({
      param: 'messages[0].content[1].image_url',
      code: 'unsupported_url',
    })
    expect(fieldPath('provider-version')).toBe('provider-version')
    expect(fieldPath('/logit_bias/a~1b~0')).toBe('logit_bias.a/b~')
  })
})
