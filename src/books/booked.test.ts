import { tokenCaller } from '../access/caller.js'
import { parseMoney } from '../accounting/money.js'
import { completed, refused } from '../record/ending.js'
import type { FinishedRecord } from '../record/request-record.js'
import { bookedOf } from './booked.js'

const plain: FinishedRecord = {
  id: 'req_1',
  method: 'POST',
  path: '/v1/messages',
  client: { address: '127.0.0.1', userAgent: undefined, requestId: undefined, traceparent: undefined },
  endUser: undefined,
  tags: [],
  caller: tokenCaller({ id: 't', name: 'ci', owner: 'ci' }, {}),
  style: undefined,
  model: undefined,
  attempts: [],
  firstByteMs: undefined,
  usage: undefined,
  charge: { source: 'none', usage: {}, cost: 0n, costSource: 'none' },
  reservation: undefined,
  startedAt: 1000,
  conversion: undefined,
  durationMs: 42,
  ending: completed(200),
}
const booked = (more: Partial<FinishedRecord> = {}) => bookedOf({ ...plain, ...more }, 0, (endUser) => `hash of ${endUser}`)

test('what is not known is null, never undefined', () => {
  expect(booked()).toMatchObject({
    ...{ token_id: 't', token: 'ci', user_id: null, team_id: null, owner: null, team: null, end_user: null, tags: null, style: null },
    ...{ model: null, provider: null, upstream_model: null, first_byte_ms: null, error: null, losses: null },
    ...{ input_tokens: 0, output_tokens: 0, cost_usd: '0', attempts: '[]', started_at: '1970-01-01T00:00:00.000Z' },
  })
})

test('what is known is there; only the last attempt is paid', () => {
  const losses = [{ at: '/seed', action: 'dropped', why: 'none', side: 'request' }] as const
  const record = booked({
    endUser: 'ann',
    tags: ['a', 'b'],
    style: 'messages',
    model: 'fast',
    firstByteMs: 7,
    attempts: [
      { provider: 'p', model: 'm"', startedMs: 0, durationMs: 1, error: 'upstream_unavailable', status: 500 },
      { provider: 'q', model: 'n', startedMs: 0, durationMs: 2, error: 'upstream_timeout' },
    ],
    charge: { source: 'estimated', usage: { inputTokens: 3, outputTokens: 5 }, cost: parseMoney('0.5'), costSource: 'price' },
    conversion: { name: 'messages>responses', losses },
    ending: refused({ kind: 'upstream_timeout', message: 'Too slow.' }, 504),
  })
  expect(record).toMatchObject({
    ...{ end_user: 'hash of ann', tags: 'a,b', style: 'messages', model: 'fast', provider: 'q', upstream_model: 'n', first_byte_ms: 7 },
    ...{ status: 504, outcome: 'timeout', error: 'upstream_timeout', input_tokens: 3, output_tokens: 5, cost_usd: '0.5' },
  })
  expect(JSON.parse(record?.attempts ?? '')).toEqual([
    { provider: 'p', model: 'm"', status: 500, error: 'upstream_unavailable', started_ms: 0, duration_ms: 1, cost_usd: '0' },
    { provider: 'q', model: 'n', error: 'upstream_timeout', started_ms: 0, duration_ms: 2, cost_usd: '0.5' },
  ])
  expect(JSON.parse(record?.losses ?? '')).toEqual(losses)
})

test('a record keeps the first two hundred losses', () => {
  const losses = Array.from({ length: 300 }, (_, index) => ({ at: `/${index}`, action: 'dropped', why: 'none', side: 'request' }) as const)
  const kept = JSON.parse(booked({ conversion: { name: 'messages>responses', losses } })?.losses ?? '') as { at: string }[]
  expect([kept.length, kept.at(-1)?.at]).toEqual([200, '/199'])
})

test('a request without a token is not booked', () => {
  expect(booked({ caller: undefined })).toBeUndefined()
})

test.each([
  ['a'.repeat(500), 'a'.repeat(500)],
  ['a'.repeat(501), 'a'.repeat(500)],
  ['nul\0', 'nul\ufffd'],
  // The second half of the character is beyond the bound.
  [`${'a'.repeat(499)}🙂`, `${'a'.repeat(499)}\ufffd`],
])('a model named %j is stored as every database takes it', (model, stored) => {
  expect(booked({ model })?.model).toBe(stored)
})
