import { jest } from '@jest/globals'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { closedWithin, impactOf } from './flood.js'
import { token } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(60_000)

const MB = 1_000_000
const other = 'sk-other'

let upstream: RealtimeUpstream
let gateway: Program
const sockets: Socket[] = []

beforeEach(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    tokens: [
      { name: 'test', key: token },
      { name: 'other', key: other },
    ],
    // One token may take 32 MB of this.
    limits: { body_bytes: 8 * MB, memory_bytes: 64 * MB, ws_message_bytes: 16 * MB },
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

const paths = ['/v1/responses', '/v1/realtime?model=m-openai']

/** A client that has been let in, and what it received. */
async function opened(path: string, key = token): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const { hostname, port } = new URL(gateway.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1'))).on('error', () => undefined)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${key}\r\n\r\n`,
  )
  await until('it is let in', () => received.includes('\r\n\r\n'))
  return { socket, received: () => received }
}

/** The head of a frame with a payload of so many bytes. */
function head(first: number, length: number): Buffer {
  const bytes = Buffer.alloc(14)
  bytes.set([first, 0xff])
  bytes.writeUInt32BE(length, 6)
  return bytes
}

const unfinished: readonly (readonly [string, Buffer])[] = [
  ['one frame without its last byte', Buffer.concat([head(0x81, 8 * MB), Buffer.alloc(8 * MB - 1, 32)])],
  [
    'fragments without the last one',
    Buffer.concat([head(0x01, 4 * MB), Buffer.alloc(4 * MB, 32), head(0x00, 4 * MB), Buffer.alloc(4 * MB, 32)]),
  ],
  [
    'fragments of one byte, which take more than their bytes',
    Buffer.concat([
      Buffer.from([0x01, 0x81, 0, 0, 0, 0, 32]),
      Buffer.alloc(7 * 16_000, Buffer.from([0x00, 0x81, 0, 0, 0, 0, 32])),
      head(0x00, 5 * MB),
      Buffer.alloc(4 * MB, 32),
    ]),
  ],
]

describe.each(paths)('%s', (path) => {
  test.each(unfinished)(
    'unfinished messages count like bodies, also as %s: a token holds its half, others are served',
    async (_name, bytes) => {
      const clients: Awaited<ReturnType<typeof opened>>[] = []
      for (let count = 0; count < 24; count++) clients.push(await opened(path))
      const told = () =>
        clients.filter(({ received }) => received().includes('The gateway holds as many bytes of request bodies as it may'))
      const noticed = await impactOf(gateway, async () => {
        for (const { socket } of clients) socket.write(bytes)
        await until('the surplus is refused', () => told().length >= 24 - Math.floor((32 * MB) / (bytes.length - 1)), 10_000)
      })
      expect(noticed).toMatchObject({ alive: true, failed: 0 })
      expect(noticed.grownMiB).toBeLessThanOrEqual(112)
      // A close frame with 1013, try again later.
      for (const { received } of told()) expect(received()).toContain('\x03\xf5')
      for (const { socket } of told()) expect(await closedWithin(socket, 3000)).toBe(true)
      // Another token's message of 8 MB is taken.
      const elsewhere = await opened(path, other)
      elsewhere.socket.write(Buffer.concat([head(0x81, 8 * MB), Buffer.alloc(8 * MB, 32)]))
      if (path === '/v1/responses') await until('it is answered', () => elsewhere.received().includes('"type":"error"'), 5000)
      else
        await until(
          'it is passed on',
          () => upstream.sessions.some(({ messages }) => messages.some(({ text }) => text.length === 8 * MB)),
          5000,
        )
      expect(elsewhere.received()).not.toContain('request bodies')
      for (const socket of sockets) socket.destroy()
      await until(
        'the memory is free again',
        async () => {
          const again = await Promise.all([opened(path), opened(path), opened(path)])
          for (const { socket } of again) socket.write(bytes)
          await sleep(300)
          for (const { socket } of again) socket.destroy()
          return again.every(({ received }) => !received().includes('request bodies'))
        },
        10_000,
      )
    },
  )
})

/** Realtime sessions whose providers are `upstream.sessions`. */
async function sessions(count: number): Promise<Heard[]> {
  const clients: Heard[] = []
  for (let made = 0; made < count; made++) {
    const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m-openai`, {
      headers: { authorization: `Bearer ${token}` },
    })
    clients.push(new Heard(client))
    await new Promise((resolve) => client.once('open', resolve))
  }
  return clients
}

const refused = (clients: readonly Heard[]): number => clients.filter(({ closed }) => closed?.code === 1013).length

test('a message that is refused counts until then', async () => {
  const { socket, received } = await opened('/v1/responses')
  // Five have more bytes than one token may take.
  for (let count = 1; count <= 5; count++) {
    socket.write(Buffer.concat([head(0x81, 8 * MB), Buffer.alloc(8 * MB, 32)]))
    await until('it is refused', () => received().split('"type":"error"').length > count, 5000)
  }
  expect(received()).not.toContain('request bodies')
})

test('messages that a provider does not read count for the client', async () => {
  upstream.onSession = ({ socket }) => {
    socket.pause()
  }
  const clients = await sessions(12)
  const noticed = await impactOf(gateway, async () => {
    for (const { socket } of clients) socket.send('x'.repeat(15 * MB))
    await until('the surplus is refused', () => refused(clients) >= 9, 10_000)
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThanOrEqual(112)
  for (const { socket } of clients) socket.terminate()
})

test('unfinished messages of providers count for the session’s client', async () => {
  const clients = await sessions(12)
  const noticed = await impactOf(gateway, async () => {
    for (const { socket } of upstream.sessions) socket.send('x'.repeat(15 * MB), { fin: false })
    await until('the surplus is refused', () => refused(clients) >= 9, 10_000)
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThanOrEqual(112)
  for (const { socket } of clients) socket.terminate()
})
