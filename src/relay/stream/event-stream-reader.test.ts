import { EventStreamReader } from './event-stream-reader.js'
import { FrameFailure, FrameTooLargeError } from './frame-reader.js'

function read(bytes: Buffer, cut: number): { event?: string; data: string }[] {
  const reader = new EventStreamReader(1 << 20)
  const events: { event?: string; data: string }[] = []
  for (let from = 0; from < bytes.length; from += cut)
    for (const { event, data } of reader.push(bytes.subarray(from, from + cut)).frames)
      events.push({ ...(event === undefined ? {} : { event }), data })
  for (const { event, data } of reader.end().frames) events.push({ ...(event === undefined ? {} : { event }), data })
  return events
}

const expected = [
  { data: '{"text":"héllo 你好 🙂"}' },
  { event: 'delta', data: 'two\nlines' },
  { data: '' },
  { data: 'no space' },
  { data: '[DONE]' },
]
const lines = [
  'data: {"text":"héllo 你好 🙂"}',
  '',
  ': a comment',
  '',
  'event: delta',
  'data: two',
  ': inside',
  'data: lines',
  'id: 7',
  '',
  'data',
  '',
  '',
  'data:no space',
  '',
  'data: [DONE]',
  '',
  '',
]

describe.each([
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
])('%s line ends', (_, end) => {
  const bytes = Buffer.from(lines.join(end))
  const cuts = [...Array(bytes.length).keys()].map((index) => index + 1)
  test('every cut gives the same events', () => {
    for (const cut of cuts) expect(read(bytes, cut)).toEqual(expected)
  })
  test('a BOM is no part of the first line', () => {
    for (const cut of [1, 2, 3, 4, 1000]) expect(read(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]), cut)).toEqual(expected)
  })
})

test('mixed line ends in one stream', () => {
  expect(read(Buffer.from('data: a\r\n\ndata: b\n\r\ndata: c\r\rdata: d\n\n'), 3)).toEqual([
    { data: 'a' },
    { data: 'b' },
    { data: 'c' },
    { data: 'd' },
  ])
})

test('a last frame without its empty line is read at the end, and closed', () => {
  const reader = new EventStreamReader(100)
  expect(reader.push(Buffer.from('data: [DONE]')).frames).toEqual([])
  expect(reader.end().frames).toEqual([{ data: '[DONE]', raw: 'data: [DONE]\n\n' }])
})

test('clean frames can be passed on as the bytes they came in', () => {
  const reader = new EventStreamReader(100)
  const bytes = Buffer.from('data: 1\n\nevent: x\ndata: 2\n\n')
  expect(reader.push(Buffer.concat([bytes, Buffer.from('data: 3')])).bytes).toEqual(bytes)
  expect(reader.push(Buffer.from('\n\n: comment\n\n')).bytes).toBeUndefined()
})

test('an event over the limit is an error, not memory', () => {
  const reader = new EventStreamReader(10)
  expect(() => reader.push(Buffer.from('data: 12345678'))).toThrow(FrameTooLargeError)
})

test('a big event in very many small pieces is put together once', () => {
  const reader = new EventStreamReader(16 << 20)
  const piece = Buffer.alloc(256, 'x')
  const startedAt = performance.now()
  reader.push(Buffer.from('data: '))
  for (let count = 0; count < 32_768; count++) reader.push(piece)
  expect(reader.push(Buffer.from('\n\n')).frames[0]?.data).toHaveLength(8 << 20)
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

test('what is not UTF-8 is an error, what is U+FFFD is not', () => {
  const reader = new EventStreamReader(100)
  expect(reader.push(Buffer.from('data: \ufffd\n\n')).frames[0]?.data).toBe('\ufffd')
  expect(() => reader.push(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]))).toThrow(FrameFailure)
})

test('frames of null are none, and are not passed on', () => {
  const reader = new EventStreamReader(1 << 20)
  const { frames, bytes } = reader.push(Buffer.from('data: {"a":1}\n\ndata: null\n\nevent: x\ndata: null\n\ndata: {"b":2}\n\n'))
  expect(frames.map(({ data }) => data)).toEqual(['{"a":1}', '{"b":2}'])
  expect(bytes).toBeUndefined()
})
