import { jest } from '@jest/globals'
import { gzipSync } from 'node:zlib'
import { makeBusy } from '../busy-loop-fixture.js'
import { Deadlines } from '../deadlines.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { StreamEnd, StreamSession } from '../stream/stream-session.js'
import { attempt, type AttemptResult } from './attempt.js'
import type { UpstreamHandler } from './upstream-handler.js'

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

const times = { connect_ms: 100, first_byte_ms: 500, reply_ms: 3000, stream_total_ms: 9000 }

/** An attempt whose upstream is `handler`; `session`: what a stream's session was told. */
function begin({ stream = false } = {}) {
  let handler: UpstreamHandler | undefined
  const did: string[] = []
  const told: string[] = []
  let leave: () => void = () => undefined
  let end: (end: StreamEnd) => void = () => undefined
  const session = {
    ended: new Promise<StreamEnd>((resolve) => {
      end = resolve
    }),
    attach: () => undefined,
    push: (chunk: Buffer) => told.push(`push ${chunk.toString()}`),
    end: () => told.push('end'),
    lose: () => told.push('lose'),
    fail: ({ message }: { message: string }) => told.push(`fail: ${message}`),
  } as unknown as StreamSession
  const request = {
    left: false,
    onLeave: (listener: () => void) => {
      leave = listener
    },
    offLeave: () => undefined,
  } as unknown as GatewayRequest
  const result = attempt({
    request,
    deadlines: new Deadlines(),
    outgoing: { origin: 'http://p.test', path: '/', method: 'POST', headers: {} },
    times,
    bodyLimit: 1000,
    client: {
      send: (_outgoing, given) => {
        handler = given
        return { sent: true, abort: () => did.push('abort'), pause: () => undefined, resume: () => undefined }
      },
    },
    ...(stream ? { openStream: () => session } : {}),
  })
  if (handler === undefined) throw new Error('nothing was sent')
  return {
    handler,
    did,
    told,
    result,
    leave: () => {
      leave()
    },
    end: (ended: StreamEnd) => {
      end(ended)
    },
  }
}

const messageOf = (result: AttemptResult): string => (result.type === 'failed' ? result.error.message : result.type)
const events = { 'content-type': 'text/event-stream' }

test('a whole reply, of any status', async () => {
  const { handler, result } = begin({ stream: true })
  handler.onHead(500, events)
  handler.onData(Buffer.from('da'))
  handler.onData(Buffer.from('ta'))
  handler.onEnd()
  expect(await result).toEqual({ type: 'reply', status: 500, headers: events, body: Buffer.from('data') })
})

test('a whole reply waits for its stage while the process is busy', async () => {
  jest.useRealTimers()
  const { handler, result } = begin()
  let settled = false
  void result.then(() => (settled = true))
  await makeBusy()
  handler.onHead(200, {})
  handler.onData(Buffer.from('data'))
  handler.onEnd()
  await Promise.resolve()
  expect(settled).toBe(false)
  expect(await result).toEqual({ type: 'reply', status: 200, headers: {}, body: Buffer.from('data') })
})

test.each<[string, (handler: UpstreamHandler) => void]>([
  [
    'larger than',
    (handler) => {
      handler.onHead(200, { 'content-length': '1001' })
    },
  ],
  [
    'larger than',
    (handler) => {
      handler.onHead(200, {})
      handler.onData(Buffer.alloc(1001))
    },
  ],
  [
    'too many headers',
    (handler) => {
      handler.onHead(200, Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`h${index}`, '1'])))
    },
  ],
  [
    'content encoding',
    (handler) => {
      handler.onHead(200, { 'content-encoding': 'br, gzip' })
    },
  ],
])('a reply is refused and given up: %s', async (message, reply) => {
  const { handler, did, result } = begin()
  reply(handler)
  expect(messageOf(await result)).toContain(message)
  expect(did).toEqual(['abort'])
})

test('a body that ends before its announced length is shorter, another connection is broken', async () => {
  const cut = begin()
  cut.handler.onHead(200, { 'content-length': '10' })
  cut.handler.onFailure({ type: 'disconnected', detail: 'UND_ERR_SOCKET' })
  expect(messageOf(await cut.result)).toContain('shorter than its Content-Length')
  const broken = begin()
  broken.handler.onHead(200, {})
  broken.handler.onFailure({ type: 'disconnected', detail: 'UND_ERR_SOCKET' })
  expect(messageOf(await broken.result)).toContain('broke the connection')
})

test('small pieces of a stream are passed on together, also when the connection breaks after them', () => {
  const { handler, told } = begin({ stream: true })
  handler.onHead(200, events)
  handler.onData(Buffer.from('a'))
  handler.onData(Buffer.from('b'))
  handler.onFailure({ type: 'disconnected', detail: '' })
  expect(told).toEqual(['push ab', 'lose'])
})

test('big pieces are passed on by themselves, in their order', () => {
  const { handler, told } = begin({ stream: true })
  handler.onHead(200, events)
  handler.onData(Buffer.from('a'))
  handler.onData(Buffer.from('b'.repeat(5000)))
  expect(told).toEqual(['push a', `push ${'b'.repeat(5000)}`])
})

test('a stream that has ended leaves its connection two seconds to end the body', async () => {
  const { handler, did, result, end } = begin({ stream: true })
  handler.onHead(200, events)
  end({ type: 'complete' })
  expect((await result).type).toBe('streamed')
  await jest.advanceTimersByTimeAsync(1900)
  expect(did).toEqual([])
  await jest.advanceTimersByTimeAsync(200)
  expect(did).toEqual(['abort'])
})

test('the connection of a body that has ended is not given up', async () => {
  const { handler, did, result, end } = begin({ stream: true })
  handler.onHead(200, events)
  handler.onEnd()
  end({ type: 'complete' })
  await result
  await jest.advanceTimersByTimeAsync(3000)
  expect(did).toEqual([])
})

test.each<[string, boolean, (handler: UpstreamHandler) => void, number, string, object]>([
  ['to connect', false, () => undefined, 150, 'could not be reached within 100 ms', { final: false }],
  [
    'for the head of a stream',
    true,
    (handler) => {
      handler.onStart()
    },
    550,
    'did not answer within 500 ms',
    { final: false },
  ],
  [
    'for a whole reply',
    false,
    (handler) => {
      handler.onStart()
    },
    3050,
    'not complete within 3000 ms',
    { final: true },
  ],
])('the time %s', async (_name, stream, reply, milliseconds, message, more) => {
  const { handler, result } = begin({ stream })
  reply(handler)
  await jest.advanceTimersByTimeAsync(milliseconds)
  const ended = await result
  expect(messageOf(ended)).toContain(message)
  expect(ended).toMatchObject({ error: { kind: 'upstream_timeout' }, ...more })
})

test('a client that leaves ends the attempt', async () => {
  const { did, result, leave } = begin()
  leave()
  expect([await result, did]).toEqual([{ type: 'client-left' }, ['abort']])
})

test('a compressed body is limited by what it becomes', async () => {
  jest.useRealTimers()
  const { handler, result } = begin()
  handler.onHead(200, { 'content-encoding': 'gzip' })
  handler.onData(gzipSync(Buffer.alloc(5000)))
  handler.onEnd()
  expect(messageOf(await result)).toContain('larger than')
})

test('nothing is sent for a client that has left', async () => {
  const send = jest.fn<() => never>()
  const result = attempt({
    request: { left: true } as unknown as GatewayRequest,
    deadlines: new Deadlines(),
    outgoing: { origin: 'http://p.test', path: '/', method: 'POST', headers: {} },
    times,
    bodyLimit: 1000,
    client: { send },
  })
  expect(await result).toEqual({ type: 'client-left' })
  expect(send).not.toHaveBeenCalled()
})
