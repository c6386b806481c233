import { jest } from '@jest/globals'
import { connect, type Socket } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { readStream } from './client-styles.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell, chunk, goodEnd, refuseWith } from './two-providers.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(30_000)

let upstream: FakeUpstream
let gateway: Program
const sockets: Socket[] = []

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
  await upstream.stop()
})

const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
const ask = (stream: boolean): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'm-openai', stream, messages: [{ role: 'user', content: 'hi' }] }),
  })

/** Streams a frame every 100 ms for this long; for ever where left out. */
function dripFor(milliseconds = Infinity): FakeUpstream['reply'] {
  return (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('a'))
    const startedAt = performance.now()
    const drip = setInterval(() => {
      if (performance.now() - startedAt < milliseconds) response.write(chunk('b'))
      else response.end(goodEnd)
    }, 100)
    response.on('close', () => {
      clearInterval(drip)
    })
  }
}

async function exitWithin(milliseconds: number): Promise<number> {
  const startedAt = performance.now()
  const code = await Promise.race([gateway.exited, sleep(milliseconds + 3000).then(() => 'still running')])
  const took = performance.now() - startedAt
  expect([code, took <= milliseconds ? '' : `${took} ms`]).toEqual([0, ''])
  return took
}

const idleSocket = (first = ''): Promise<void> =>
  new Promise((resolve) => {
    const { port } = new URL(gateway.address)
    const socket = connect(Number(port), '127.0.0.1', () => {
      if (first !== '') socket.write(first)
      resolve()
    })
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    sockets.push(socket)
  })

const isDraining = async (): Promise<boolean> => (await fetch(`${gateway.address}/readyz`)).status === 503

const takesNoConnections = (): Promise<boolean> =>
  fetch(`${gateway.address}/healthz`).then(
    () => false,
    () => true,
  )

const requests = () => gateway.logLines().filter(({ message }) => message === 'request')

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: running streams end well, new requests are served for a while, all is recorded',
  async (signal) => {
    gateway = await builtGateway(upstream.address, { timeouts: { drain_delay_ms: 600, drain_ms: 10_000 } })
    upstream.reply = dripFor(2000)
    const streams = Array.from({ length: 10 }, async () => (await ask(true)).text())
    await until('all streams run', () => upstream.calls.length === 10, 5000)
    gateway.signal(signal)
    await until('it drains', isDraining)
    expect(await (await fetch(`${gateway.address}/readyz`)).text()).toBe('{"status":"draining"}')
    expect((await fetch(`${gateway.address}/healthz`)).status).toBe(200)
    upstream.reply = answerWell
    const late = await ask(false)
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
    await late.text()
    await until('it takes no more connections', takesNoConnections)
    for (const text of await Promise.all(streams))
      expect(readStream('chat-completions', text)).toMatchObject({ finished: true, error: undefined })
    await exitWithin(1000)
    expect(requests().filter(({ outcome }) => outcome === 'ok')).toHaveLength(11)
    expect(gateway.output()).not.toMatch(/"level":"error"|Error:/)
  },
)

test('without work the process is gone soon after the delay, whatever connections are open', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { drain_delay_ms: 300, drain_ms: 10_000 } })
  const descriptors = gateway.descriptors()
  // Never used, used once and kept alive, and with half a request.
  for (let count = 0; count < 20; count++) await idleSocket()
  for (let count = 0; count < 20; count++) await idleSocket('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  for (let count = 0; count < 10; count++) await idleSocket('POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nConte')
  await until('all are connected', () => gateway.descriptors() >= descriptors + 50)
  gateway.signal('SIGTERM')
  const took = await exitWithin(1300)
  expect(took).toBeGreaterThanOrEqual(290)
})

/** The head of a handshake, without its end. */
const handshake = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n`

test.each(['/v1/responses', '/v1/realtime?model=m-openai'])('a WebSocket at %s: taken in the delay, a 503 after it', async (path) => {
  gateway = await builtGateway(upstream.address, { timeouts: { drain_delay_ms: 400, drain_ms: 20_000 } })
  upstream.reply = dripFor()
  const running = await ask(true)
  const { hostname, port } = new URL(gateway.address)
  const beginning = async (): Promise<{ readonly socket: Socket; readonly answer: () => string }> => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1'))).on('error', () => undefined)
    await new Promise((resolve) => socket.write(handshake(path), resolve))
    return { socket, answer: () => answer }
  }
  const [early, late] = [await beginning(), await beginning()]
  gateway.signal('SIGTERM')
  await until('it drains', isDraining)
  // The provider of realtime takes no WebSockets.
  if (path === '/v1/responses') {
    early.socket.write('\r\n')
    await until('the early one is taken', () => early.answer().startsWith('HTTP/1.1 101 '))
  }
  await until('the delay is over', takesNoConnections)
  late.socket.write('\r\n')
  await until('the late one is answered', () => late.answer().includes('shutting_down'))
  expect(late.answer()).toMatch(/^HTTP\/1\.1 503 [^]*^retry-after: 1\r$/im)
  await running.body?.cancel()
  await exitWithin(2000)
})

test('at drain_ms what still runs ends as broken, with shutting_down', async () => {
  gateway = await builtGateway(upstream.address, { timeouts: { drain_delay_ms: 100, drain_ms: 400 } })
  upstream.reply = dripFor()
  const begun = await Promise.all(Array.from({ length: 5 }, () => ask(true)))
  const streams = begun.map((reply) => reply.text())
  upstream.reply = () => undefined
  const plain = ask(false)
  await until('the plain request is asked', () => upstream.calls.length === 6)
  gateway.signal('SIGTERM')
  await exitWithin(2500)
  for (const text of await Promise.all(streams))
    expect(readStream('chat-completions', text)).toMatchObject({ finished: false, error: { code: 'shutting_down' } })
  const refused = await plain
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  expect(requests().filter(({ outcome }) => outcome === 'interrupted')).toHaveLength(5)
  expect(requests()).toHaveLength(6)
})

test('a second signal does the same at once, in the delay and in the drain', async () => {
  for (const begun of [isDraining, takesNoConnections]) {
    gateway = await builtGateway(upstream.address, {
      timeouts: { drain_delay_ms: 400, drain_ms: 60_000 },
      retries: { attempts: 2, max_wait_ms: 60_000 },
    })
    upstream.calls.length = 0
    upstream.reply = dripFor()
    const stream = (await ask(true)).text()
    upstream.reply = refuseWith(429, { 'retry-after': '30' })
    const waiting = ask(false)
    await until('the other waits', () => upstream.calls.length === 2)
    gateway.signal('SIGTERM')
    await until('it has begun', begun)
    gateway.signal('SIGINT')
    await exitWithin(1000)
    expect(readStream('chat-completions', await stream)).toMatchObject({ finished: false, error: { code: 'shutting_down' } })
    expect((await waiting).status).toBe(503)
  }
})
