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
  test('the events do not depend on the sizes of chunks', () => {
    for (const cut of cuts) expect(read(bytes, cut)).toEqual(expected)
  })
  test('a BOM is not part of the first line', () => {
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

test('an event over the limit is an error', () => {
  const reader = new EventStreamReader(10)
  expect(() => reader.push(Buffer.from('data: 12345678'))).toThrow(FrameTooLargeError)
})

test('a big event in very many small pieces is joined once', () => {
  const reader = new EventStreamReader(16 << 20)
  const piece = Buffer.alloc(256, 'x')
  const startedAt = performance.now()
  reader.push(Buffer.from('data: '))
  for (let count = 0; count < 32_768; count++) reader.push(piece)
  expect(reader.push(Buffer.from('\n\n')).frames[0]?.data).toHaveLength(8 << 20)
  expect(performance.now() - startedAt).toBeLessThan(4000)
})

test('bytes that are not UTF-8 are an error, U+FFFD itself is not', () => {
  const reader = new EventStreamReader(100)
  expect(reader.push(Buffer.from('data: \ufffd\n\n')).frames[0]?.data).toBe('\ufffd')
  expect(() => reader.push(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0x0a, 0x0a]))).toThrow(FrameFailure)
})

test('frames of null are dropped', () => {
  const reader = new EventStreamReader(1 << 20)
  const { frames, bytes } = reader.push(Buffer.from('data: {"a":1}\n\ndata: null\n\nevent: x\ndata: null\n\ndata: {"b":2}\n\n'))
  expect(frames.map(({ data }) => data)).toEqual(['{"a":1}', '{"b":2}'])
  expect(bytes).toBeUndefined()
})

describe.each([
  ['LF', '\n', 0],
  ['CRLF', '\r\n', 0],
  // It may be the first half of a CRLF.
  ['CR', '\r', 1],
])('with %s line ends, events do not wait for the end of the stream', (_, end, late) => {
  const frames = [`data: a${end}${end}`, `event: x${end}data: b${end}${end}`, `: c${end}id: 3${end}data: c${end}${end}`]
  const bytes = Buffer.from(`${frames.join('')}data: d`)

  test('each comes with the last byte of its empty line', () => {
    const reader = new EventStreamReader(1000)
    const seen: [string, number][] = []
    for (let at = 0; at < bytes.length; at++)
      for (const { data } of reader.push(bytes.subarray(at, at + 1)).frames) seen.push([data, at + 1])
    const ends = frames.map((_frame, index) => frames.slice(0, index + 1).join('').length + late)
    expect(seen).toEqual([
      ['a', ends[0]],
      ['b', ends[1]],
      ['c', ends[2]],
    ])
  })
  test('with any sizes of chunks', () => {
    for (let cut = 1; cut <= bytes.length; cut++) {
      const reader = new EventStreamReader(1000)
      const seen: string[] = []
      for (let from = 0; from < bytes.length; from += cut)
        for (const { data } of reader.push(bytes.subarray(from, from + cut)).frames) seen.push(data)
      expect(seen).toEqual(['a', 'b', 'c'])
    }
  })
})

describe('bytes are passed on only where they are exactly the frames', () => {
  test.each([
    ['a comment first', ': hello\ndata: 1\n\n'],
    ['a comment inside', 'data: 1\n: hello\n\n'],
    ['an empty line first', '\ndata: 1\n\n'],
    ['an empty line too many', 'data: 1\n\n\ndata: 2\n\n'],
    ['other line ends', 'data: 1\r\n\r\n'],
    ['a frame without data', 'data: 1\n\nid: 2\n\n'],
  ])('not with %s', (_, text) => {
    const { frames, bytes } = new EventStreamReader(100).push(Buffer.from(text))
    expect(frames[0]?.data).toBe('1')
    expect(bytes).toBeUndefined()
  })
})

describe('the text of a frame', () => {
  test.each([
    ['data:1\n\n', 'data:1\n\n'],
    ['event:x\ndata:1\n\n', 'event:x\ndata:1\n\n'],
    ['data: 1\ndata: 2\n\n', 'data: 1\ndata: 2\n\n'],
    [': hello\nid: 7\r\ndata: 1\r\n: bye\r\n\r\n', 'id: 7\ndata: 1\n\n'],
    // Three bytes of which only the first is that of a byte order mark.
    ['～: 1\ndata: 1\n\n', '～: 1\ndata: 1\n\n'],
  ])('of %j is %j', (text, raw) => {
    expect(new EventStreamReader(100).push(Buffer.from(text)).frames.map((frame) => frame.raw)).toEqual([raw])
  })
  test.each(['event: x\ndata: 1', 'event: x\ndata: 1\n', 'event: x\r\ndata: 1\r\n\r'])('of %j at the end of the body is closed', (text) => {
    const reader = new EventStreamReader(100)
    expect(reader.push(Buffer.from(text)).frames).toEqual([])
    expect(reader.end().frames).toEqual([{ event: 'x', data: '1', raw: 'event: x\ndata: 1\n\n' }])
  })
})

test('a frame beginning with data: has all its lines', () => {
  const [frame] = new EventStreamReader(100).push(Buffer.from('data:1\nevent:x\ndata:2\n\n')).frames
  expect(frame).toMatchObject({ event: 'x', data: '1\n2' })
})

test('an incomplete event as large as the limit waits for its end', () => {
  const reader = new EventStreamReader(10)
  reader.push(Buffer.from('data: 1234'))
  expect(reader.push(Buffer.from('\n\n')).frames[0]?.data).toBe('1234')
  expect(() => new EventStreamReader(9).push(Buffer.from('data: 1234'))).toThrow(FrameTooLargeError)
})
