import { jest } from '@jest/globals'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { lowestImpact, closedWithin, connectUnread, impactOf } from './flood.js'
import { longestTurn, watchingTurns } from '../turns.js'
import { token } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(60_000)

let upstream: RealtimeUpstream
let gateway: Program
const sockets: Socket[] = []
beforeEach(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address, {}, watchingTurns)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

const paths = ['/v1/responses', '/v1/realtime?model=m-openai']
const text = 0x81
const binary = 0x82
const ping = 0x89

/** So many frames of one byte, as clients send them. */
function frames(count: number, head: number): Buffer {
  return Buffer.alloc(count * 7, Buffer.from([head, 0x81, 0, 0, 0, 0, 0x78]))
}

/** A client that has been let in and reads nothing, not even that. */
async function muteSocket(path: string): Promise<Socket> {
  const socket = await connectUnread(gateway.address)
  sockets.push(socket)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await sleep(200)
  return socket
}

describe.each(paths)('%s', (path) => {
  test.each([
    ['text', frames(285_000, text)],
    ['binary', frames(285_000, binary)],
    ['pings', frames(285_000, ping)],
    ['fragments of one message', Buffer.concat([frames(1, 0x01), frames(285_000, 0x00)])],
  ])('2 MB of %s in frames of one byte hold up nobody, and the connection is closed', async (_name, bytes) => {
    const clients: Socket[] = []
    const noticed = await lowestImpact(() =>
      impactOf(gateway, async () => {
        const client = await muteSocket(path)
        clients.push(client)
        client.write(bytes)
        await sleep(1000)
      }),
    )
    expect(noticed).toMatchObject({ alive: true, failed: 0 })
    expect(noticed.worst).toBeLessThanOrEqual(150)
    expect(noticed.grownMiB).toBeLessThanOrEqual(64)
    for (const client of clients) {
      client.resume()
      expect(await closedWithin(client, 3000)).toBe(true)
    }
  })

  test('a client that sends too many messages is closed with 1008', async () => {
    const client = new WebSocket(gateway.address.replace('http', 'ws') + path, { headers: { authorization: `Bearer ${token}` } })
    const heard = new Heard(client)
    await new Promise((resolve) => client.once('open', resolve))
    for (let count = 0; count < 20_000; count++) client.send('x')
    await heard.until(({ closed }) => closed !== undefined, 10_000)
    expect(heard.closed).toEqual({ code: 1008, reason: 'more than 1000 messages a second' })
  })
})

test('a provider that sends too many messages is disconnected; its client gets the reason', async () => {
  const provider = new Promise<Heard>((resolve) => {
    upstream.onSession = resolve
  })
  const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m-openai`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const heard = new Heard(client)
  const { socket } = await provider
  const noticed = await impactOf(gateway, async () => {
    for (let count = 0; count < 200_000; count++) socket.send('x')
    await heard.until(({ closed }) => closed !== undefined, 10_000)
  })
  expect(heard.closed?.code).toBe(1011)
  const last = JSON.parse(heard.messages.at(-1)?.text ?? '{}') as { type?: string; error?: { code?: string } }
  expect([last.type, last.error?.code]).toEqual(['error', 'upstream_invalid'])
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  await until('the provider has been disconnected', () => socket.readyState === WebSocket.CLOSED, 3000)
})

test('replies to invalid messages do not accumulate: a client that does not read is not served', async () => {
  const client = await muteSocket('/v1/responses')
  const long = Buffer.from(JSON.stringify({ type: 'nonsense', stream_id: 'x'.repeat(60_000) }))
  const head = Buffer.from([text, 0xfe, long.length >> 8, long.length & 0xff, 0, 0, 0, 0])
  const noticed = await impactOf(gateway, async () => {
    client.write(Buffer.concat(Array.from({ length: 2000 }, () => Buffer.concat([head, long]))))
    await sleep(1500)
  })
  expect(noticed).toMatchObject({ alive: true, failed: 0 })
  expect(noticed.grownMiB).toBeLessThanOrEqual(48)
})

test('90,000 messages at once, of nine clients that keep to their rates, hold up nobody and all arrive', async () => {
  const count = 10_000
  const clients = await Promise.all(
    Array.from({ length: 9 }, async () => {
      const client = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m-openai`, {
        headers: { authorization: `Bearer ${token}` },
      })
      await new Promise((resolve) => client.once('open', resolve))
      return client
    }),
  )
  let arrived = 0
  for (const { socket } of upstream.sessions) socket.on('message', () => arrived++)
  // In one write, as a client that has saved them up would send them.
  const messages = frames(count, binary)
  const send = async (): Promise<void> => {
    for (const client of clients) socketOf(client).write(messages)
    await until('all have arrived', () => arrived === 9 * count, 30_000)
  }
  // Only once: another run would exceed the rate.
  const turn = await longestTurn(gateway, 1e9, async () => {
    const noticed = await impactOf(gateway, send)
    expect(noticed).toMatchObject({ alive: true, failed: 0 })
    expect(noticed.grownMiB).toBeLessThanOrEqual(96)
  })
  expect(turn).toBeLessThanOrEqual(100)
  expect(clients.map(({ readyState }) => readyState)).toEqual(clients.map(() => WebSocket.OPEN))
  for (const client of clients) client.terminate()
})

/** The connection below a WebSocket, for bytes that the test has framed itself. */
function socketOf(client: WebSocket): Socket {
  return Reflect.get(client, '_socket') as Socket
}
