import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { makeBusy } from '../busy-loop-fixture.js'
import type { ConnectionSettings } from '../../providers/provider-settings.js'
import { UpstreamClient } from './upstream-client.js'
import type { UpstreamFailure } from './upstream-handler.js'

const whole = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'
const switched = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'
const continued = 'HTTP/1.1 100 Continue\r\n\r\n'

let server: Server
let client: UpstreamClient
let answers: ((socket: Socket) => void)[]

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => answers.shift()?.(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = new UpstreamClient({ connectMs: 1000 })
})
afterEach(async () => {
  await client.close()
  server.close()
})

/** The body, or how it failed. */
function ask(port = portOf(server), connection?: ConnectionSettings): Promise<string | UpstreamFailure> {
  return new Promise((resolve) => {
    let body = ''
    client.send(
      { origin: `http://127.0.0.1:${port}`, path: '/', method: 'GET', headers: {}, ...(connection === undefined ? {} : { connection }) },
      {
        onStart: () => undefined,
        onHead: () => undefined,
        onData: (chunk) => (body += chunk.toString()),
        onEnd: () => {
          resolve(body)
        },
        onFailure: resolve,
      },
    )
  })
}

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port
const write = (text: string) => (socket: Socket) => socket.write(text)
const end = (text: string) => (socket: Socket) => socket.end(text)

// Busy last: it stays so for some requests.
describe.each([
  { loop: 'an idle event loop', isBusy: false },
  { loop: 'a busy event loop', isBusy: true },
])('in $loop', ({ isBusy }) => {
  beforeEach(async () => {
    if (isBusy) await makeBusy()
  })

  test.each([
    ['101', write(switched), 'invalid'],
    ['101 and the end', end(switched), 'invalid'],
    ['100 that nobody asked for', write(continued), 'invalid'],
    ['bytes that are not HTTP', write('SSH-2.0\r\n'), 'invalid'],
    ['the end in place of a reply', end(''), 'disconnected'],
    ['the end in the middle of the head', end('HTTP/1.1 200 OK\r\nco'), 'disconnected'],
    ['a reset', (socket: Socket) => socket.resetAndDestroy(), 'disconnected'],
  ])('%s, on a new connection and on a used one', async (_name, answer, type) => {
    answers = [answer]
    expect(await ask()).toMatchObject({ type })
    // A used connection that breaks before the reply is replaced once.
    answers = [write(whole), answer, answer]
    expect(await ask()).toBe('ok')
    expect(await ask()).toMatchObject({ type })
  })

  test('a port without a server', async () => {
    const port = portOf(server)
    server.close()
    expect(await ask(port)).toMatchObject({ type: 'connect', detail: 'ECONNREFUSED' })
  })

  test('a connection is given up when the last request that waits for it is aborted', async () => {
    // It would take this long otherwise, and keep the bodies in memory.
    const patient = new UpstreamClient({ connectMs: 60_000 })
    const ignore = (): void => undefined
    const handler = { onStart: ignore, onHead: ignore, onData: ignore, onEnd: ignore, onFailure: ignore }
    const connected = once(server, 'connection')
    // Its handshake is not answered.
    const origin = `https://127.0.0.1:${portOf(server)}`
    const [first, second] = [1, 2].map(() => patient.send({ origin, path: '/', method: 'POST', headers: {}, body: 'body' }, handler))
    try {
      const [socket] = (await connected) as [Socket]
      const closed = once(socket, 'close')
      first?.abort()
      await new Promise(setImmediate)
      expect(socket.destroyed).toBe(false)
      second?.abort()
      await closed
    } finally {
      await patient.close()
    }
  })

  test('requests of one provider with settings of its own use one connection', async () => {
    const settings: ConnectionSettings = {}
    let connections = 0
    server.on('connection', () => connections++)
    answers = [write(whole), write(whole), write(whole)]
    const seen: unknown[] = []
    for (const connection of [settings, settings, {}]) {
      seen.push(await ask(portOf(server), connection), connections)
    }
    expect(seen).toEqual(['ok', 1, 'ok', 1, 'ok', 2])
  })

  test('the connection that was used last is used next; those that a burst made are closed a second after it', async () => {
    const sockets: Socket[] = []
    server.on('connection', (socket) => sockets.push(socket))
    const burst = 8
    // Answered when all have come.
    const waiting: Socket[] = []
    answers = Array.from({ length: burst }, () => (socket: Socket) => {
      if (waiting.push(socket) === burst) for (const each of waiting) each.write(whole)
    })
    expect(await Promise.all(Array.from({ length: burst }, () => ask()))).toEqual(Array.from({ length: burst }, () => 'ok'))
    expect(sockets.length).toBe(burst)
    const used: (number | undefined)[] = []
    for (const _ of [1, 2, 3]) {
      answers = [(socket) => used.push(socket.remotePort) && socket.write(whole)]
      expect(await ask()).toBe('ok')
    }
    expect([sockets.length, new Set(used).size]).toEqual([burst, 1])
    await Promise.all(sockets.slice(4).map((socket) => (socket.destroyed ? Promise.resolve() : once(socket, 'close'))))
    expect(sockets.slice(0, 4).map((socket) => socket.destroyed)).toEqual([false, false, false, false])
  })

  test('a reply that closes its connection: the next request has another, also one that is sent at the end of that reply', async () => {
    let connections = 0
    server.on('connection', () => connections++)
    const closing = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok'
    answers = [end(closing), write(whole), write(whole)]
    const first = ask()
    expect(await first.then(() => ask())).toBe('ok')
    expect(await ask()).toBe('ok')
    expect(connections).toBe(2)
  })

  test('closed while a request runs: that request ends first', async () => {
    const arrived = new Promise<Socket>((resolve) => (answers = [resolve]))
    const running = ask()
    const socket = await arrived
    client.renew()
    socket.write(whole)
    expect(await running).toBe('ok')
    await once(socket, 'close')
  })
})
