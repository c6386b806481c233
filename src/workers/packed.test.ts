import type { SentRecord, WorkerMessage } from './messages.js'
import { pack, unpack } from './packed.js'

const usage = { inputTokens: 3, outputTokens: 7, serviceTier: 'flex' }
const full: SentRecord = {
  endUser: 'jürgen 🎉',
  tags: ['a', 'b'],
  style: 'messages',
  model: 'm"',
  attempts: [
    { provider: 'p', model: 'x', startedMs: 0, durationMs: 3, error: 'upstream_timeout', unreached: true, detail: 'ECONN' },
    { provider: 'q', model: 'y', startedMs: 0, durationMs: 4, status: 200 },
  ],
  firstByteMs: 5,
  usage,
  charge: { source: 'provider', usage, cost: 123_456_789_012_345_678_901n, costSource: 'price' },
  conversion: { name: 'messages>chat', losses: [{ at: '/a', action: 'dropped', why: 'b', side: 'request' }] },
  durationMs: 12,
  ending: { outcome: 'truncated', status: 200, error: 'upstream_invalid', message: 'cut', detail: 'd' },
  age: 12.25,
}
const empty: SentRecord = {
  endUser: undefined,
  tags: [],
  style: undefined,
  model: undefined,
  attempts: [],
  firstByteMs: undefined,
  usage: undefined,
  charge: { source: 'none', usage: {}, cost: 0n, costSource: 'none' },
  conversion: undefined,
  durationMs: 0,
  ending: { outcome: 'ok', status: 200 },
  age: 0,
}
const client = { address: '::1', userAgent: undefined, requestId: 'r', traceparent: undefined }
const request = { id: 'req_1', method: 'POST', path: '/v1/messages', client }
const messages: readonly WorkerMessage[] = [
  { type: 'begin', number: 1, caller: 't', money: 0n, request, record: undefined },
  { type: 'begin', number: 2, caller: 't', money: 5_000_000_000_000_000_000n, request, record: full },
  { type: 'more', key: 'sk' },
  { type: 'whole', caller: 't', money: 7n, request, record: empty },
  { type: 'finished', number: 2, record: { ...full, usage: { inputTokens: 1 }, ending: { outcome: 'client_aborted', status: 499 } } },
  { type: 'finished', number: 1, record: { ...empty, ending: { outcome: 'ok', status: 201 } } },
  { type: 'return', caller: 't', count: 3, money: 4n },
]

test('messages arrive as they were said, in their order', () => {
  const taken: WorkerMessage[] = []
  unpack(pack(messages), (message) => taken.push(message))
  expect(taken).toStrictEqual(messages)
})

test('neighbouring messages of requests are one text', () => {
  expect(pack(messages).map((item) => (typeof item === 'string' ? 'text' : item.type))).toEqual(['text', 'more', 'text', 'return'])
})
