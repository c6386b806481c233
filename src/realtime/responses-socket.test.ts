import { jest } from '@jest/globals'
import { Holding } from '../access/holding.js'
import { noneRunning } from '../access/lease.js'
import type { WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import { parseObject } from '../json/object.js'
import { Deadlines } from '../relay/deadlines.js'
import { OpenSockets } from './open-sockets.js'
import { serveResponses } from './responses-socket.js'
import { Side } from './side-fixture.js'
import type { SocketReply } from './socket-reply.js'

beforeEach(() => {
  jest.useFakeTimers({ now: 0 })
})
afterEach(() => {
  jest.useRealTimers()
})

const MiB = 1024 * 1024
const settled = () => jest.advanceTimersByTimeAsync(0)

interface Request {
  readonly wire: WireObject
  readonly reply: SocketReply
  end(): void
  fail(error: unknown): void
}

interface Options {
  readonly memoryBytes?: number
  readonly read?: (message: Buffer) => Promise<WireObject>
  readonly allowed?: () => boolean
}

const parsed = (message: Buffer): WireObject => parseObject(message.toString()) ?? {}

/** A connection whose requests are answered by the test. */
function connection({ memoryBytes = 1e9, read, allowed = () => true }: Options = {}) {
  const client = new Side()
  const requests: Request[] = []
  const process = noneRunning()
  const sockets = new OpenSockets()
  const open = serveResponses(client.carried, {
    tokenId: 't',
    sockets,
    deadlines: new Deadlines(),
    idleMs: 10_000,
    holding: new Holding(process, noneRunning(), memoryBytes),
    frameLimit: MiB,
    read: read ?? parsed,
    answer: (wire, reply) =>
      new Promise((resolve, reject) => {
        requests.push({ wire, reply, end: resolve, fail: reject })
      }),
    allowed,
  })
  sockets.add(open)
  const create = (more: object = {}) => {
    client.says({ type: 'response.create', ...more })
  }
  return { client, requests, process, sockets, open, create }
}

/** The bytes of a client's message of `length` bytes on the wire, as far as its length is read. */
function frame(length: number): Buffer {
  const head = Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt32BE(length, 6)
  return Buffer.concat([head, Buffer.alloc(length)])
}

test('requests run one after the other; the type and the name of the stream are not theirs', async () => {
  const { client, requests, open, create } = connection()
  create({ input: 'One.', stream_id: 'lane' })
  create({ input: 'Two.' })
  await settled()
  expect(requests.map(({ wire }) => wire)).toEqual([{ input: 'One.' }])
  expect(open.idle()).toBe(false)
  requests[0]?.reply.end('{}')
  requests[0]?.end()
  await settled()
  expect(requests.map(({ wire }) => wire)).toEqual([{ input: 'One.' }, { input: 'Two.' }])
  requests[1]?.end()
  await settled()
  expect(open.idle()).toBe(true)
  expect(client.events.every((event) => event['stream_id'] === 'lane')).toBe(true)
})

test('the next messages are read while one is: the client is paused at the sixteenth', async () => {
  const { client, requests, create } = connection()
  for (let count = 0; count < 16; count++) create()
  expect(client.isPaused).toBe(false)
  create()
  expect(client.isPaused).toBe(true)
  await settled()
  requests[0]?.end()
  await settled()
  expect([requests.length, client.isPaused]).toEqual([2, false])
})

test('… or when a mebibyte of them waits', async () => {
  const { client, requests, create } = connection()
  create()
  await settled()
  create({ input: 'x'.repeat(MiB / 2) })
  expect(client.isPaused).toBe(false)
  create({ input: 'x'.repeat(MiB / 2) })
  create({ input: 'x'.repeat(MiB) })
  expect(client.isPaused).toBe(true)
  requests[0]?.end()
  await settled()
  expect([requests.length, client.isPaused]).toEqual([2, true])
  requests[1]?.end()
  await settled()
  expect([requests.length, client.isPaused]).toEqual([3, true])
  requests[2]?.end()
  await settled()
  expect([requests.length, client.isPaused]).toEqual([4, false])
})

test.each<[string, unknown, object]>([
  [
    'of the gateway',
    new GatewayFailure({ kind: 'model_not_found', message: 'No.', param: 'model' }),
    { status: 404, error: { message: 'No.' } },
  ],
  ['that nobody expected', new Error('secret'), { status: 500, error: { message: 'The gateway failed on this request.' } }],
])('an error %s is a message, and the next request runs', async (_name, thrown, told) => {
  const { client, requests, create } = connection()
  create()
  create()
  await settled()
  requests[0]?.fail(thrown)
  await settled()
  expect(client.events).toMatchObject([{ type: 'error', ...told }])
  expect(requests).toHaveLength(2)
})

test.each<[string, (client: Side) => void, object]>([
  ['in bytes', (client) => client.emit('message', Buffer.from('{"type":"response.create"}'), true), { message: 'Messages must be text.' }],
  ['of another type', (client) => client.says({ type: 'response.cancel', stream_id: 'lane' }), { param: 'type' }],
])('a message %s is refused', async (_name, say, error) => {
  const { client, requests } = connection()
  say(client)
  await settled()
  expect(client.events).toMatchObject([{ type: 'error', status: 400, error }])
  expect(client.events[0]?.['stream_id']).toBe(_name === 'of another type' ? 'lane' : undefined)
  expect([requests.length, client.closedWith]).toEqual([0, undefined])
})

test('a name of a stream that is no text is left out', async () => {
  const { client } = connection()
  client.says({ type: 'response.cancel', stream_id: 5 })
  await settled()
  expect(client.events[0]).not.toHaveProperty('stream_id')
})

test('a token that is not valid any more: the client is told and disconnected', async () => {
  const { client, requests, create } = connection({ allowed: () => false })
  create({ stream_id: 'lane' })
  create()
  await settled()
  expect(client.events).toMatchObject([{ type: 'error', status: 401, stream_id: 'lane', error: { code: 'invalid_api_key' } }])
  expect([requests.length, client.closedWith]).toEqual([0, [1008, 'the token is not valid']])
})

test('a client that leaves while its message is read gets no answer', async () => {
  let readNow: (wire: WireObject) => void = () => undefined
  const { client, requests, create } = connection({
    read: () =>
      new Promise((resolve) => {
        readNow = resolve
      }),
  })
  create()
  client.terminate()
  readNow({ type: 'response.create' })
  await settled()
  expect([requests.length, client.sent]).toEqual([0, []])
})

test('a client that leaves: the running request hears of it, those that wait are dropped', async () => {
  const { client, requests, create } = connection()
  create()
  create()
  await settled()
  client.emit('close')
  expect(requests[0]?.reply.destroyed).toBe(true)
  requests[0]?.end()
  await settled()
  expect(requests).toHaveLength(1)
})

test('a client that leaves between two requests takes none with it', async () => {
  const { client, requests, create } = connection()
  create()
  await settled()
  requests[0]?.end()
  await settled()
  client.emit('close')
  expect(requests[0]?.reply.destroyed).toBe(false)
})

describe('a client that does not read', () => {
  const slow = async () => {
    const sent: (() => void)[] = []
    const made = connection()
    made.client.send = (_data, _options, done) => {
      if (done !== undefined) sent.push(done)
    }
    made.create()
    await settled()
    made.requests[0]?.reply.writeHead(200, { 'content-type': 'text/event-stream' })
    made.requests[0]?.reply.write('data: {"type":"x"}\n\n')
    made.client.bufferedAmount = MiB
    made.create()
    made.requests[0]?.end()
    await settled()
    return { ...made, sent }
  }

  test('gets its next request answered when it has read', async () => {
    const { client, requests, sent, open } = await slow()
    expect([requests.length, open.idle()]).toEqual([1, false])
    client.bufferedAmount = 200 * 1024
    sent[0]?.()
    await settled()
    expect(requests).toHaveLength(1)
    client.bufferedAmount = 100 * 1024
    sent[0]?.()
    await settled()
    expect(requests).toHaveLength(2)
  })

  test('does not hold the connection when it leaves', async () => {
    const { client, requests, open } = await slow()
    client.emit('close')
    await settled()
    expect([requests.length, open.idle()]).toEqual([1, true])
  })
})

describe('memory', () => {
  test.each<[string, boolean]>([
    ['of a message that was read', false],
    ['of one in bytes', true],
  ])('%s is given back', async (_name, binary) => {
    const { client, process } = connection()
    const bytes = Buffer.alloc(1000, ' ')
    client.connection.emit('data', frame(bytes.length))
    expect(process.bytes).toBe(1000)
    client.emit('message', bytes, binary)
    await settled()
    expect(process.bytes).toBe(0)
  })

  test('that is not there: the client is told, disconnected and read no more', () => {
    const { client } = connection({ memoryBytes: 1000 })
    client.connection.emit('data', frame(2000))
    expect(client.events).toMatchObject([{ type: 'error', status: 503, error: { code: 'overloaded' } }])
    expect([client.closedWith?.[0], client.isPaused]).toEqual([1013, true])
  })

  test('of what the client has not read counts beyond half a mebibyte, until it is read', async () => {
    const { client, process, requests, create } = connection({ memoryBytes: 8 * MiB })
    client.connection.emit('data', frame(JSON.stringify({ type: 'response.create' }).length))
    create()
    await settled()
    const reply = requests[0]?.reply
    reply?.writeHead(200, { 'content-type': 'text/event-stream' })
    const held = [MiB / 2, MiB, 3 * MiB, 0].map((unread) => {
      client.bufferedAmount = unread
      reply?.write('data: {"type":"x"}\n\n')
      return process.bytes
    })
    expect(held).toEqual([0, MiB, 3 * MiB, 0])
    // A caller may have half of the memory.
    client.bufferedAmount = 5 * MiB
    reply?.write('data: {"type":"x"}\n\n')
    expect([client.closedWith?.[0], client.isPaused]).toEqual([1013, true])
  })
})

test.each(['message', 'ping'])('a client that sends too many of %s a second is cut off', (event) => {
  const { client } = connection({ allowed: () => false })
  for (let count = 0; count < 10_001; count++) client.emit(event, Buffer.from('{}'), false)
  expect([client.closedWith, client.isPaused]).toEqual([[1008, 'more than 1000 messages a second'], true])
  client.closedWith = undefined
  client.emit(event, Buffer.from('{}'), false)
  expect(client.closedWith).toBeUndefined()
})

test('a connection is idle only between its requests', async () => {
  const { client, requests, create } = connection()
  create()
  await jest.advanceTimersByTimeAsync(30_000)
  expect(client.closedWith).toBeUndefined()
  requests[0]?.end()
  await jest.advanceTimersByTimeAsync(9_000)
  expect(client.closedWith).toBeUndefined()
  await jest.advanceTimersByTimeAsync(2_000)
  expect(client.closedWith).toEqual([1001, 'idle'])
})

test('when the process stops, a connection is closed after its request', async () => {
  const { client, requests, sockets, create } = connection()
  create()
  await settled()
  sockets.drain()
  expect(client.closedWith).toBeUndefined()
  requests[0]?.end()
  await settled()
  expect(client.closedWith).toEqual([1001, 'the gateway is shutting down'])
  const idle = connection()
  idle.sockets.drain()
  expect(idle.client.closedWith).toEqual([1001, 'the gateway is shutting down'])
})
