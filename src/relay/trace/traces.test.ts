import { framesOf } from './frames.js'
import { shownHeaders } from './shown-headers.js'
import { Trace } from './trace.js'
import { Traces } from './traces.js'

const bounds = { ofSession: 3, bytesEach: 1000, bytesInAll: 2000 }
const traces = (): Traces => new Traces({ clock: () => 0, now: () => 0, bounds })

test('a trace is limited in size: what comes beyond is counted', () => {
  const trace = traces().begin('one', 's', 'u')
  const reply = trace.beginReply(200, {})
  for (let piece = 0; piece < 10; piece += 1) trace.add(reply, Buffer.alloc(300))
  // The beginning of the third is the rest.
  expect(reply.pieces.map(({ bytes: { length } }) => length)).toEqual([300, 300, 100])
  expect(reply.bytes).toBe(3000)
  expect(trace.cut).toBe(true)
})

test('of each body the beginning is kept', () => {
  const trace = new Trace({ id: 'one', clock: () => 0, startedAt: 0, mostBytes: 10_000, mostOfBody: 5 })
  const reply = trace.beginReply(200, {})
  for (const text of ['abc', 'def', 'ghi']) trace.add(reply, Buffer.from(text))
  trace.takeBody(Buffer.from('0123456789'))
  expect(Buffer.concat(reply.pieces.map(({ bytes }) => bytes)).toString()).toBe('abcde')
  expect([trace.body?.toString(), trace.bodyBytes, trace.cut]).toEqual(['01234', 10, true])
})

test('users see their own', () => {
  const all = traces()
  all.begin('one', 's', 'u')
  expect(all.find('one', 'another')).toBeUndefined()
})

test('many small pieces do not cost more than they are counted', () => {
  const trace = traces().begin('one', 's', 'u')
  const reply = trace.beginReply(200, {})
  for (let piece = 0; piece < 1000; piece += 1) trace.add(reply, Buffer.alloc(1))
  expect(reply.pieces.length).toBeLessThan(11)
})

test('all traces are limited: the oldest go first', () => {
  const all = traces()
  for (const id of ['one', 'two', 'three']) {
    const trace = all.begin(id, id, 'u')
    trace.add(trace.beginReply(200, {}), Buffer.alloc(800))
  }
  expect([all.find('one', 'u'), all.size, all.bytes]).toEqual([undefined, 2, 1800])
  all.end(['two', 'three'])
  expect([all.size, all.bytes]).toEqual([0, 0])
})

test('a session keeps its newest', () => {
  const all = traces()
  for (const id of ['one', 'two', 'three', 'four']) all.begin(id, 's', 'u')
  all.begin('other', 'another', 'u')
  expect([...['one', 'two', 'other'].map((id) => all.find(id, 'u')?.id)]).toEqual([undefined, 'two', 'other'])
})

test('a trace that is gone keeps nothing more', () => {
  const all = traces()
  const trace = all.begin('one', 's', 'u')
  all.end(['s'])
  const reply = trace.beginReply(200, {})
  trace.add(reply, Buffer.alloc(10))
  expect([reply.pieces.length, all.bytes]).toEqual([0, 0])
})

const piece = (atMs: number, text: string) => ({ atMs, bytes: Buffer.from(text) })

test.each([
  [
    'events, each with the time of its last byte',
    'text/event-stream; charset=utf-8',
    [piece(1, 'data: a\n\ndata: '), piece(5, 'b\n\n')],
    [
      { atMs: 1, text: 'data: a' },
      { atMs: 5, text: 'data: b' },
    ],
  ],
  [
    'a character that was cut',
    'text/event-stream',
    [
      { atMs: 1, bytes: Buffer.from([0xc3]) },
      { atMs: 2, bytes: Buffer.from([0xa4, 10, 10]) },
    ],
    [{ atMs: 2, text: 'ä' }],
  ],
  ['an event without its end', 'text/event-stream', [piece(1, 'data: a')], [{ atMs: 1, text: 'data: a' }]],
  ['a whole body', 'application/json', [piece(1, '{"a":'), piece(2, '1}')], [{ atMs: 2, text: '{"a":1}' }]],
  ['sounds', 'audio/mpeg', [piece(1, 'abc')], [{ atMs: 1, text: '(3 bytes of audio/mpeg)' }]],
])('%s', (_what, type, pieces, frames) => {
  const bytes = pieces.reduce((sum, { bytes: { length } }) => sum + length, 0)
  expect(framesOf({ headers: { 'content-type': type }, pieces, bytes })).toEqual(frames)
})

test('only headers without secrets are shown', () => {
  const headers = {
    'Content-Type': 'a',
    authorization: 'Bearer x',
    'x-own': 'y',
    'anthropic-version': '2023-06-01',
    cookie: 'z',
    'x-request-id': 'r',
  }
  expect(shownHeaders(headers, (text) => text)).toEqual([
    { name: 'content-type', value: 'a' },
    { name: 'authorization', value: '***' },
    { name: 'x-own', value: '***' },
    { name: 'anthropic-version', value: '2023-06-01' },
    { name: 'cookie', value: '***' },
    { name: 'x-request-id', value: 'r' },
  ])
})
