import { tokenCaller } from '../access/caller.js'
import { Log } from '../observability/log.js'
import { completed, refused } from './ending.js'
import { LogSink } from './log-sink.js'
import type { FinishedRecord } from './request-record.js'

const plain: FinishedRecord = {
  id: 'req_1',
  method: 'POST',
  path: '/v1/messages',
  client: { address: '127.0.0.1', userAgent: 'curl/8', requestId: 'c-1', traceparent: undefined },
  endUser: 'ann',
  tags: [],
  caller: tokenCaller({ id: 't', name: 'ci', owner: 'ci' }, {}),
  style: 'messages',
  model: 'fast',
  attempts: [{ provider: 'p', model: 'm', startedMs: 0, durationMs: 41, status: 200 }],
  firstByteMs: 40,
  usage: { inputTokens: 3, outputTokens: 5 },
  charge: { source: 'provider', usage: { inputTokens: 3, outputTokens: 5 }, cost: 15n * 10n ** 17n, costSource: 'price' },
  reservation: undefined,
  startedAt: 1000,
  conversion: undefined,
  durationMs: 42,
  ending: completed(200),
}

function lineOf(record: FinishedRecord): unknown {
  const written: string[] = []
  const log = new Log({ write: (bytes) => written.push(bytes.toString()) }, () => 1000)
  new LogSink(log, (endUser) => `hash of ${endUser}`).take(record)
  log.flush()
  return written.length === 0 ? undefined : JSON.parse(written.join(''))
}

const common = { time: '1970-01-01T00:00:01.000Z', level: 'info', message: 'request' }

test('the line of a request', () => {
  expect(lineOf(plain)).toEqual({
    ...common,
    request_id: 'req_1',
    method: 'POST',
    path: '/v1/messages',
    token: 'ci',
    user: 'hash of ann',
    client_address: '127.0.0.1',
    user_agent: 'curl/8',
    client_request_id: 'c-1',
    style: 'messages',
    model: 'fast',
    provider: 'p',
    upstream_model: 'm',
    status: 200,
    outcome: 'ok',
    duration_ms: 42,
    first_byte_ms: 40,
    usage: { inputTokens: 3, outputTokens: 5 },
    cost_usd: '0.0000015',
  })
})

test('the usual line, rendered by hand, has the fields of every other', () => {
  const usual = { ...plain, endUser: undefined, client: { ...plain.client, requestId: undefined } }
  const { user, client_request_id, ...rest } = lineOf(plain) as Record<string, unknown>
  expect([user, client_request_id]).toEqual(['hash of ann', 'c-1'])
  expect(lineOf(usual)).toEqual(rest)
  const converted = { ...usual, conversion: { name: 'messages>responses', losses: [] }, firstByteMs: undefined, usage: undefined }
  const { first_byte_ms: _, usage: __, ...others } = rest
  expect(lineOf(converted)).toEqual({ ...others, conversion: 'messages>responses' })
})

test('a text of the provider in the usage is cut', () => {
  const usage = { inputTokens: 3, outputTokens: 5, serviceTier: 'x"'.repeat(5000) }
  const line = lineOf({ ...plain, endUser: undefined, client: { ...plain.client, requestId: undefined }, usage })
  expect(JSON.stringify(line).length).toBeLessThan(2500)
})

test('a failure, several attempts and a loss', () => {
  const losses = [{ at: '/seed', action: 'dropped', why: 'none', side: 'request' }] as const
  expect(
    lineOf({
      ...plain,
      attempts: [
        { provider: 'p', model: 'm', startedMs: 0, durationMs: 1, error: 'upstream_unavailable', status: 500 },
        { provider: 'q', model: 'n', startedMs: 0, durationMs: 2, error: 'upstream_timeout' },
      ],
      conversion: { name: 'messages>responses', losses },
      ending: refused({ kind: 'upstream_timeout', message: 'Too slow.' }, 504),
    }),
  ).toMatchObject({
    provider: 'q',
    upstream_model: 'n',
    attempts: [
      { provider: 'p', model: 'm', duration_ms: 1, error: 'upstream_unavailable', status: 500 },
      { provider: 'q', model: 'n', duration_ms: 2, error: 'upstream_timeout' },
    ],
    conversion: 'messages>responses',
    losses,
    status: 504,
    outcome: 'timeout',
    error: 'upstream_timeout',
    error_message: 'Too slow.',
  })
})

test.each(['/healthz', '/readyz'])('%s has no line', (path) => {
  expect(lineOf({ ...plain, path })).toBeUndefined()
})

test('a path is shown up to 200 characters', () => {
  const path = `/${'a'.repeat(199)}`
  expect(lineOf({ ...plain, path })).toMatchObject({ path })
  expect(lineOf({ ...plain, path: `${path}b` })).toMatchObject({ path: `${path}…` })
})
