import { jest } from '@jest/globals'
import type { Socket } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { lowestImpact, connectUnread, impactOf } from './flood.js'
import { FakeUpstream, rawExchange, token } from './gateway.js'
import { sleep, until } from './waiting.js'

jest.setTimeout(60_000)

const MiB = 1024 * 1024
const nowhere = 'http://127.0.0.1:9'
const sockets: Socket[] = []
let gateway: Program
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await gateway.stop()
})

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`

/** So many clients that write this and read nothing. */
async function unread(count: number, text: string): Promise<void> {
  const made = await Promise.all(Array.from({ length: count }, () => connectUnread(gateway.address)))
  for (const socket of made) socket.write(text)
  sockets.push(...made)
}

test.each(['/openapi.json', '/docs', '/healthz', '/v1/models', '/nowhere'])(
  'ten clients write GET %s 1,400 times and read nothing: nobody else notices, and they are cut off',
  async (path) => {
    gateway = await builtGateway(nowhere)
    await (await fetch(gateway.address + path)).arrayBuffer()
    const descriptors = gateway.descriptors()
    const noticed = await lowestImpact(() =>
      impactOf(gateway, async () => {
        await unread(10, get(path).repeat(1400))
        await sleep(1000)
      }),
    )
    expect(noticed).toMatchObject({ alive: true, failed: 0 })
    expect(noticed.worst).toBeLessThanOrEqual(150)
    expect(noticed.grownMiB).toBeLessThanOrEqual(48)
    expect(gateway.descriptors()).toBeLessThanOrEqual(descriptors + 2)
  },
)

test('the refusal of a request without a body leaves the connection open', async () => {
  gateway = await builtGateway(nowhere)
  for (const path of ['/nowhere', '/v1/models', '/v1/chat/completions'])
    expect(await rawExchange(gateway.address, get(path))).toMatch(/^HTTP\/1\.1 40[145] [^]*\r\nconnection: keep-alive\r\n/i)
})

test('eight requests that are written at once are answered in order; the ninth closes the connection', async () => {
  gateway = await builtGateway(nowhere)
  const eight = [...['/healthz', '/readyz', '/healthz', '/readyz', '/healthz', '/nowhere', '/healthz'].map(get), get('/readyz')].join('')
  const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)[\s\S]*?"(status|error)/g)].map(([, status]) => status)
  expect(statuses(await rawExchange(gateway.address, eight))).toEqual(['200', '200', '200', '200', '200', '404', '200', '200'])
  // The first ones may have been answered before the ninth was read.
  expect(statuses(await rawExchange(gateway.address, eight + get('/healthz'))).length).toBeLessThan(8)
})

test('a request behind a running one begins when that has ended, and not at all where the client has gone', async () => {
  const upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address)
  const body = JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] })
  const ask = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  upstream.reply = () => undefined
  const client = await connectUnread(gateway.address)
  client.write(ask + ask)
  await until('the first runs', () => upstream.calls.length === 1)
  client.destroy()
  await until('the first is given up', () => upstream.calls[0]?.aborted === true)
  await sleep(200)
  expect(upstream.calls).toHaveLength(1)
  await upstream.stop()
})

test('replies that nobody reads are cut after client_stall_ms, those without a token too', async () => {
  gateway = await builtGateway(nowhere, { timeouts: { client_stall_ms: 500 } })
  const large = await largePath()
  const descriptors = gateway.descriptors()
  await unread(3, get(large).repeat(8))
  await until('they are connected', () => gateway.descriptors() >= descriptors + 3)
  await until('they are cut off', () => gateway.descriptors() <= descriptors + 1, 4000)
})

test('a client that reads slowly is served to the end', async () => {
  gateway = await builtGateway(nowhere, { timeouts: { client_stall_ms: 500 } })
  const whole = await (await fetch(`${gateway.address}/openapi.json`)).arrayBuffer()
  const socket = await connectUnread(gateway.address)
  sockets.push(socket)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 5)
  })
  socket.write(get('/openapi.json').repeat(8))
  socket.resume()
  await until('all of it has come', () => received >= 8 * whole.byteLength, 20_000)
})

test('what all clients together leave unread is bounded: those that have read nothing for the longest time go first', async () => {
  gateway = await builtGateway(nowhere, { limits: { unread_bytes: 4 * MiB, upstream_body_bytes: 4 * MiB } })
  const large = await largePath()
  const descriptors = gateway.descriptors()
  await unread(40, get(large).repeat(8))
  await until('most are cut off', () => gateway.descriptors() < descriptors + 10, 5000)
  expect((await fetch(`${gateway.address}/healthz`)).status).toBe(200)
})

/** The largest thing that anybody may ask for: eight of it are more than the kernel takes. */
async function largePath(): Promise<string> {
  const page = await (await fetch(`${gateway.address}/docs`)).text()
  return `/${/data-renderer="\/?([^"]+\.js)"/.exec(page)?.[1] ?? 'missing'}`
}
