// WebSocket clients that do not read what they asked for: they hold no more memory than others, and are cut.
import { jest } from '@jest/globals'
import { connect, type Socket } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { RealtimeUpstream } from './realtime-fixture.js'
import { answerWell, chunk, goodEnd } from './two-providers.js'
import { until } from './waiting.js'

jest.setTimeout(60_000)

const MB = 1_000_000
const other = 'sk-other'
const clients = 12

let asked: FakeUpstream
let realtime: RealtimeUpstream
let gateway: Program
const sockets: Socket[] = []

beforeEach(async () => {
  asked = await new FakeUpstream().start()
  realtime = await new RealtimeUpstream().start()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await asked.stop()
  await realtime.stop()
})

/** Masked with zeros, which change nothing. */
function frame(text: string): Buffer {
  const head = Buffer.alloc(8)
  head.set([0x81, 0x80 | 126])
  head.writeUInt16BE(text.length, 2)
  return Buffer.concat([head, Buffer.from(text)])
}

/** A client that was let in, and reads nothing from then on. */
async function letIn(path: string): Promise<Socket> {
  const { hostname, port } = new URL(gateway.address)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.on('error', () => undefined)
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

function ofOther(): Promise<Response> {
  return fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${other}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
  })
}

const question = frame(JSON.stringify({ type: 'response.create', model: 'm-openai', input: 'hi' }))

/** More than the systems of both sides take for one that does not read. */
const events = 2000
const streamMuch: FakeUpstream['reply'] = (_call, response) => {
  const frame = chunk('z'.repeat(16_000))
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  let left = events
  const write = (): void => {
    while (left-- > 0) {
      if (response.write(frame)) continue
      response.once('drain', write)
      return
    }
    response.end(goodEnd)
  }
  write()
}

const floods: readonly (readonly [path: string, upstream: () => { readonly address: string }, ask: (socket: Socket) => void])[] = [
  ['/v1/responses', () => asked, (socket) => socket.write(question)],
  ['/v1/realtime?model=m-openai', () => realtime, () => undefined],
]

describe.each(floods)('%s', (path, upstream, ask) => {
  beforeEach(() => {
    asked.reply = streamMuch
    realtime.onSession = ({ socket }) => {
      const event = JSON.stringify({ type: 'session.updated', session: { instructions: 'z'.repeat(15 * MB) } })
      socket.send(event)
    }
  })

  /** Until at most so many of the clients are left. */
  async function floodWith(settings: object, most: number): Promise<void> {
    gateway = await builtGateway(upstream().address, {
      tokens: [
        { name: 'test', key: token },
        { name: 'other', key: other },
      ],
      ...settings,
    })
    const before = gateway.connections()
    for (let count = 0; count < clients; count++) ask(await letIn(path))
    await until('the others are cut', () => gateway.connections() <= before + most, 10_000)
  }

  test.each([
    ['the unread bytes of all', { limits: { unread_bytes: 2 * MB } }, 6],
    ['the time in which a client must read', { timeouts: { client_stall_ms: 500 } }, 0],
  ])('is bounded by %s', async (_, settings, most) => {
    await floodWith(settings, most)
    asked.reply = answerWell
    if (path === '/v1/responses') expect((await ofOther()).status).toBe(200)
    expect((await fetch(`${gateway.address}/healthz`)).status).toBe(200)
  })

  // What there is no memory for in the reply to a request is refused by an event.
  if (path !== '/v1/responses')
    test('is bounded by the memory for bodies, of which one token has half', async () => {
      await floodWith({ limits: { body_bytes: 8 * MB, memory_bytes: 80 * MB } }, 3)
    })
})
