import { jest } from '@jest/globals'
import { append } from '../../exchange/append.js'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import { AwsEventStreamReader } from './aws-event-stream-reader.js'
import { FrameFailure, FrameTooLargeError, type Frame } from './frame-reader.js'

const codec = new EventStreamCodec(
  (bytes: Uint8Array | string) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
)

function message(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const typed = Object.entries(headers).map(([name, value]) => [name, { type: 'string', value }])
  return Buffer.from(codec.encode({ headers: Object.fromEntries(typed), body: Buffer.from(payload) }))
}

const event = (name: string, payload: object): Buffer => message({ ':message-type': 'event', ':event-type': name }, JSON.stringify(payload))
const chunk = (value: object): Buffer => event('chunk', { bytes: Buffer.from(JSON.stringify(value)).toString('base64'), p: 'abcd' })

function read(framing: 'aws-events' | 'aws-chunks', bytes: Buffer, size: number): Frame[] {
  const reader = new AwsEventStreamReader(10_000, framing)
  const frames: Frame[] = []
  for (let from = 0; from < bytes.length; from += size) append(frames, reader.push(bytes.subarray(from, from + size)).frames)
  return [...frames, ...reader.end().frames]
}

describe('with any sizes of reads', () => {
  test.each([1, 2, 5, 64, 10_000])('events become objects with one member, at %i bytes a read', (size) => {
    const bytes = Buffer.concat([
      event('messageStart', { role: 'assistant' }),
      event('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Grüße, 你好 🙂.' } }),
      message({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '{"message":"Too many."}'),
    ])
    expect(read('aws-events', bytes, size).map(({ data }) => JSON.parse(data) as unknown)).toEqual([
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'Grüße, 你好 🙂.' } } },
      { throttlingException: { message: 'Too many.' } },
    ])
  })

  test.each([1, 7, 10_000])('chunks become the events in them, at %i bytes a read', (size) => {
    const bytes = Buffer.concat([chunk({ type: 'message_start', message: { id: 'msg_1' } }), chunk({ type: 'message_stop' })])
    expect(read('aws-chunks', bytes, size)).toEqual([
      {
        event: 'message_start',
        data: '{"type":"message_start","message":{"id":"msg_1"}}',
        raw: 'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_1"}}\n\n',
      },
      { event: 'message_stop', data: '{"type":"message_stop"}', raw: 'event: message_stop\ndata: {"type":"message_stop"}\n\n' },
    ])
  })
})

describe('an exception among chunks', () => {
  const exceptionEvent = (name: string, payload: string): string => JSON.stringify({ name, payload })
  const frameOf = (bytes: Buffer): Frame | undefined => new AwsEventStreamReader(10_000, 'aws-chunks', exceptionEvent).push(bytes).frames[0]

  test('is the error event of the dialect', () => {
    const thrown = message({ ':message-type': 'exception', ':exception-type': 'throttlingException' }, '{"message":"No."}')
    const data = exceptionEvent('throttlingException', '{"message":"No."}')
    expect(frameOf(thrown)).toEqual({ event: 'error', data, raw: `event: error\ndata: ${data}\n\n` })
  })
  test('without a payload has its message in a header', () => {
    const thrown = message({ ':message-type': 'error', ':error-code': 'InternalError', ':error-message': 'It broke.' }, '')
    expect(frameOf(thrown)?.data).toBe(exceptionEvent('InternalError', '{"message":"It broke."}'))
  })
  test('without a name is an unknown one', () => {
    expect(frameOf(message({ ':message-type': 'exception' }, 'Gone.'))?.data).toBe(exceptionEvent('unknownException', 'Gone.'))
  })
})

test('an error without a payload has its message in a header', () => {
  const bytes = message({ ':message-type': 'error', ':error-code': 'InternalError', ':error-message': 'It broke.' }, '')
  expect(read('aws-events', bytes, 10_000).map(({ data }) => data)).toEqual(['{"InternalError":{"message":"It broke."}}'])
})

test('an error without a message is one too', () => {
  const bytes = message({ ':message-type': 'error', ':error-code': 'InternalError' }, '')
  expect(read('aws-events', bytes, 10_000).map(({ data }) => data)).toEqual(['{"InternalError":{"message":""}}'])
})

describe('messages without an event are not frames', () => {
  test('an event without a name', () => {
    expect(read('aws-events', message({ ':message-type': 'event' }, '{}'), 10_000)).toEqual([])
  })
  test.each([
    ['an event that is not a chunk', event('initial-response', {})],
    ['a chunk without bytes', event('chunk', { p: 'abcd' })],
  ])('among chunks, %s', (_, bytes) => {
    expect(read('aws-chunks', Buffer.concat([bytes, chunk({ type: 'ping' })]), 10_000).map(({ event: name }) => name)).toEqual(['ping'])
  })
})

test('a chunk without a type is a frame without a name', () => {
  expect(read('aws-chunks', chunk({ completion: 'Hi.' }), 10_000)).toEqual([
    { data: '{"completion":"Hi."}', raw: 'data: {"completion":"Hi."}\n\n' },
  ])
})

test('a message as large as the limit is read, and so is the smallest one', () => {
  const whole = event('messageStart', { role: 'assistant' })
  expect(new AwsEventStreamReader(whole.length, 'aws-events').push(whole).frames).toHaveLength(1)
  expect(() => new AwsEventStreamReader(whole.length - 1, 'aws-events').push(whole)).toThrow(FrameTooLargeError)
  // Neither headers nor a body: not an event, so an error.
  expect(read('aws-events', Buffer.from(codec.encode({ headers: {}, body: new Uint8Array() })), 10_000)).toHaveLength(1)
})

test('a large message in many small reads is not joined anew for each', () => {
  const whole = event('contentBlockDelta', { delta: { text: 'x'.repeat(4_000_000) } })
  const reader = new AwsEventStreamReader(8_000_000, 'aws-events')
  const join = jest.spyOn(Buffer, 'concat')
  const frames: Frame[] = []
  for (let from = 0; from < whole.length; from += 1000) append(frames, reader.push(whole.subarray(from, from + 1000)).frames)
  const joins = join.mock.calls.length
  join.mockRestore()
  expect(frames).toHaveLength(1)
  expect(joins).toBeLessThanOrEqual(1)
})

test('a truncated message is not a frame', () => {
  const whole = event('messageStart', { role: 'assistant' })
  expect(read('aws-events', Buffer.concat([whole, whole.subarray(0, 20)]), 10_000)).toHaveLength(1)
})

describe('bytes that are not messages are an error', () => {
  const whole = event('messageStart', { role: 'assistant' })
  const spoiled = Buffer.from(whole)
  spoiled[whole.length - 6] = 0
  test.each([
    ['a wrong checksum', spoiled],
    ['text', Buffer.from('event: ping\ndata: {}\n\n')],
    ['an impossible length', Buffer.from([0, 0, 0, 3, 1, 2, 3, 4])],
    ['a length without room for the checksums', Buffer.from([0, 0, 0, 15, 0, 0, 0, 0])],
  ])('%s', (_, bytes) => {
    expect(() => read('aws-events', bytes, 10_000)).toThrow(FrameFailure)
  })

  test.each([
    ['a chunk that is not JSON', message({ ':message-type': 'event', ':event-type': 'chunk' }, 'text')],
    ['a chunk whose bytes are not JSON', event('chunk', { bytes: Buffer.from('text').toString('base64') })],
  ])('%s', (_, bytes) => {
    expect(() => read('aws-chunks', bytes, 10_000)).toThrow(FrameFailure)
  })

  test('one larger than the limit, before it is complete', () => {
    expect(() => new AwsEventStreamReader(1000, 'aws-events').push(Buffer.from([0, 0, 4, 0]))).toThrow(FrameTooLargeError)
  })
})
