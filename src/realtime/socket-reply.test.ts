import type { WebSocket } from 'ws'
import { SocketReply } from './socket-reply.js'

/** The members of a socket that are used. */
class Socket {
  readonly sent: string[] = []
  readonly #waiting: (() => void)[] = []
  bufferedAmount = 0
  terminated = false

  send(text: string, _options: object, done: () => void): void {
    this.sent.push(text)
    this.#waiting.push(done)
  }

  terminate(): void {
    this.terminated = true
  }

  /** The client has read all but so many bytes. */
  read(left = 0): void {
    this.bufferedAmount = left
    for (const done of this.#waiting.splice(0)) done()
  }
}

function replying(streamId?: string) {
  const socket = new Socket()
  const told: string[] = []
  const reply = new SocketReply({
    socket: socket as unknown as WebSocket,
    frameLimit: 10_000,
    onSent: () => told.push('sent'),
    ...(streamId === undefined ? {} : { streamId }),
  })
  reply.on('drain', () => told.push('drain')).on('close', () => told.push('close'))
  return { socket, reply, told }
}

const events = { 'content-type': 'text/event-stream; charset=utf-8' }

test('each event of a stream is a message; the end mark and comments are none', () => {
  const { socket, reply, told } = replying()
  reply.writeHead(200, events)
  reply.write('data: {"type":"a"}\n\n: wait\n\ndata: {"ty')
  reply.write('pe":"b"}\n\ndata: [DONE]\n\n')
  reply.end('data: {"type":"c"}')
  expect(socket.sent).toEqual(['{"type":"a"}', '{"type":"b"}', '{"type":"c"}'])
  expect([reply.writableFinished, reply.closed, told]).toEqual([true, true, ['close']])
})

test('the client’s name of the request is in each message', () => {
  const { socket, reply } = replying('one')
  reply.writeHead(200, events)
  reply.end('data: {"type":"a"}\n\n')
  expect(socket.sent).toEqual(['{"stream_id":"one","type":"a"}'])
})

test.each<[string, object, object]>([
  [
    'with the time to wait',
    { 'retry-after': '3', 'x-should-retry': 'true', 'x-request-id': 'r' },
    { headers: { 'retry-after': '3', 'x-should-retry': 'true' } },
  ],
  ['with the budget that is spent', { 'x-anywire-budget': 'token' }, { headers: { 'x-anywire-budget': 'token' } }],
  ['without one', { 'x-request-id': 'r' }, {}],
])('an error is one message %s', (_name, headers, more) => {
  const { socket, reply } = replying()
  reply.writeHead(429, { 'content-type': 'application/json', ...headers })
  reply.end('{"error":{"message":"slow down"}}')
  expect(socket.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
    { type: 'error', status: 429, error: { message: 'slow down' }, ...more },
  ])
})

test('an error whose body is no JSON is an error still', () => {
  const { socket, reply } = replying()
  reply.writeHead(502, {})
  reply.end('<html>')
  expect(socket.sent.map((text) => JSON.parse(text) as unknown)).toEqual([
    { type: 'error', status: 502, error: { message: 'The request failed.' } },
  ])
})

test('a client that does not read pauses the provider until it has read most', () => {
  const { socket, reply, told } = replying()
  reply.writeHead(200, events)
  socket.bufferedAmount = 600 * 1024
  expect(reply.write('data: {"type":"a"}\n\n')).toBe(false)
  socket.read(200 * 1024)
  expect(told).toEqual(['sent'])
  reply.write('data: {"type":"b"}\n\n')
  socket.read(100 * 1024)
  expect(told).toEqual(['sent', 'sent', 'drain'])
})

test('after the client has left nothing is sent, and the provider is not paused', () => {
  const { socket, reply, told } = replying()
  reply.writeHead(200, events)
  reply.leave()
  socket.bufferedAmount = 600 * 1024
  expect([reply.write('data: {"type":"a"}\n\n'), reply.destroyed, socket.sent, told]).toEqual([true, true, [], ['close']])
  reply.end('data: {"type":"b"}\n\n')
  expect([socket.sent, reply.writableFinished, told]).toEqual([[], false, ['close']])
})

test('a reply that is broken off ends the connection', () => {
  const { socket, reply, told } = replying()
  reply.writeHead(200, events)
  reply.destroy()
  expect([socket.terminated, reply.destroyed, told]).toEqual([true, true, ['close']])
})
