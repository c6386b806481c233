import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  answers = [write(whole), answer]
  expect(await ask()).toBe('ok')
  expect(await ask()).toMatchObject({ type })
})

test('a port without a server', async () => {
  const port = portOf(server)
  server.close()
  expect(await ask(port)).toMatchObject({ type: 'connect', detail: 'ECONNREFUSED' })
})

test('requests of one provider with settings of its own use one connection', async () => {
  const settings: ConnectionSettings = {}
  let connections = 0
  server.on('connection', () => connections++)
  answers = [write(whole), write(whole), write(whole)]
  const seen: unknown[] = []
  for (const connection of [settings, settings, {}]) {
    seen.push(await ask(portOf(server), connection), connections)
    // A connection is free again in the turn after the end of its reply.
    await nextTurn()
  }
  expect(seen).toEqual(['ok', 1, 'ok', 1, 'ok', 2])
})
