// The limits of WebSocket messages as they are by default, and how much waits for a side that does not read.
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { token } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'
import { until } from './waiting.js'

const MiB = 1024 * 1024
const paths = ['/v1/realtime?model=m-openai', '/v1/responses']

let upstream: RealtimeUpstream
let gateway: Program
const open: WebSocket[] = []
beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
  upstream.reset()
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function connected(path: string, options: object = {}): Promise<Heard> {
  const socket = new WebSocket(gateway.address.replace('http', 'ws') + path, {
    headers: { authorization: `Bearer ${token}` },
    maxPayload: 64 * MiB,
    ...options,
  })
  open.push(socket)
  const heard = new Heard(socket)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return heard
}

describe.each(paths)('%s', (path) => {
  test('a message of 17 MiB closes with 1009, whole or in pieces, and nothing of it is passed on', async () => {
    for (const pieces of [1, 17]) {
      const client = await connected(path)
      for (let piece = 1; piece <= pieces; piece++) client.socket.send('x'.repeat((17 * MiB) / pieces), { fin: piece === pieces })
      expect([pieces, (await client.until(({ closed }) => closed !== undefined, 20_000)).closed?.code]).toEqual([pieces, 1009])
    }
    expect(upstream.sessions.flatMap(({ messages }) => messages)).toEqual([])
  }, 60_000)

  test('no compression is taken, though it is offered: a compressed frame closes with 1002', async () => {
    const client = await connected(path, { perMessageDeflate: true })
    expect(client.socket.extensions).toBe('')
    const { _socket } = client.socket as unknown as { _socket: Socket }
    // The first reserved bit says that a frame is compressed.
    _socket.write(Buffer.from([0xc1, 0x80, 0, 0, 0, 0]))
    expect((await client.closing()).code).toBe(1002)
  })
})

test('16 MiB pass in both directions, text as text', async () => {
  const [path = ''] = paths
  const client = await connected(path)
  const provider = await upstream.session()
  const text = 'é'.repeat(8 * MiB - 16)
  client.socket.send(text)
  provider.socket.send(text)
  await Promise.all([client.count(1, 20_000), provider.count(1, 20_000)])
  for (const { messages } of [client, provider]) expect([messages[0]?.binary, messages[0]?.text === text]).toEqual([false, true])
}, 60_000)

test.each(['client', 'provider'] as const)(
  'a %s that does not read: the other side is paused, and the gateway holds little',
  async (mute) => {
    const [path = ''] = paths
    const client = await connected(path)
    const provider = await upstream.session()
    const [silent, talker] = mute === 'client' ? [client, provider] : [provider, client]
    silent.socket.pause()
    const before = gateway.memory()
    // Below the rate at which a peer is disconnected.
    const piece = 'x'.repeat(MiB)
    for (let count = 0; count < 120; count++) talker.socket.send(piece)
    // Nothing more is taken.
    let last = Infinity
    await until(
      'the other side is paused',
      async () => {
        const waiting = talker.socket.bufferedAmount
        await new Promise((resolve) => setTimeout(resolve, 300))
        const stands = waiting === talker.socket.bufferedAmount && waiting === last
        last = waiting
        return stands
      },
      20_000,
    )
    // What the sockets of the system take in both directions is not the gateway's.
    expect(last).toBeGreaterThan(60 * MiB)
    expect(gateway.memory() - before).toBeLessThan(48 * MiB)
    silent.socket.resume()
    await silent.count(120, 60_000)
  },
  120_000,
)
