import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import { admin } from '../access/admin-key.js'
import type { TokenCaller } from '../access/caller.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { RunningRecords } from '../record/running-records.js'
import type { Handshake, PreparedSocket, SocketRoute } from './handshake.js'
import { OpenSockets } from './open-sockets.js'
import { chooseProtocol, createUpgradeHandler, wantsSocket, type UpgradeOptions } from './upgrade.js'

const request = (method: string, url: string, headers: Record<string, string> = {}) =>
  ({ method, url, headers }) as unknown as IncomingMessage

test.each([
  ['any upgrade to a WebSocket', request('POST', '/other', { upgrade: 'WebSocket' }), true],
  ['a GET of a route without an upgrade', request('GET', '/a?model=x'), true],
  ['another method of a route', request('POST', '/a', { upgrade: 'h2c' }), false],
  ['another path', request('GET', '/a/b', { upgrade: 'h2c' }), false],
])('%s', (_name, asked, wanted) => {
  expect(wantsSocket(['/a'])(asked)).toBe(wanted)
})

test.each<[string[], string | false]>([
  [['x', 'realtime'], 'realtime'],
  [['openai-insecure-api-key.sk', 'openai-beta.realtime-v1', 'x', 'y'], 'x'],
  [['openai-insecure-api-key.sk', 'openai-beta.realtime-v1'], false],
])('of the protocols %j the server chooses %s', (offered, chosen) => {
  expect(chooseProtocol(new Set(offered))).toBe(chosen)
})

const key = 'sk-ada'
const caller = { ...admin, kind: 'token', id: 'tok_ada', limits: {} } as unknown as TokenCaller
const whole = [
  'GET /a?model=x HTTP/1.1',
  'Host: a',
  `Authorization: Bearer ${key}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
]
const hello = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69])

let server: Server | undefined
const left: Socket[] = []

afterEach(async () => {
  for (const socket of left.splice(0)) socket.destroy()
  const ended = server
  server = undefined
  ended?.closeAllConnections()
  await new Promise((resolve) => (ended === undefined ? resolve(undefined) : ended.close(resolve)))
})

/** A server whose only route is `/a`. */
async function serving(more: Partial<UpgradeOptions> & { readonly prepare?: (handshake: Handshake) => Promise<unknown> } = {}) {
  const { prepare = () => Promise.resolve(), ...options } = more
  const seen = {
    sockets: new OpenSockets(),
    handshakes: [] as Handshake[],
    messages: [] as string[],
    abandoned: 0,
    refused: [] as GatewayError[],
    connections: [] as Socket[],
    opened: [] as WebSocket[],
  }
  const prepared: PreparedSocket = {
    open({ socket }) {
      seen.opened.push(socket)
      socket.on('message', (data: Buffer) => seen.messages.push(data.toString()))
      return { socket, tokenId: 'tok_ada', idle: () => true }
    },
    abandon() {
      seen.abandoned += 1
    },
  }
  const route: SocketRoute = async (handshake) => {
    seen.handshakes.push(handshake)
    await prepare(handshake)
    return prepared
  }
  const clock = (): number => performance.now()
  const onUpgrade = createUpgradeHandler({
    routes: { '/a': route },
    sockets: seen.sockets,
    limits: { url_bytes: 1000, header_count: 50, ws_message_bytes: 1000 } as UpgradeOptions['limits'],
    server: { cors_origins: ['https://page.example'] },
    findToken: (given) => (given === key ? caller : undefined),
    refusal: () => undefined,
    requireConnection: () => undefined,
    onRefused: (_handshake, error) => seen.refused.push(error),
    limitHeaders: () => ({ 'x-limit': '1' }),
    records: { sinks: [], running: new RunningRecords(), clock, now: clock },
    newId: (prefix) => `${prefix}1`,
    ...options,
  })
  const listening = createServer()
  server = listening
  listening.on('connection', (socket) => seen.connections.push(socket))
  listening.on('upgrade', onUpgrade)
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  return { port, seen }
}

/** Sends a handshake, and what comes after it. `text`: what the server has sent so far. */
function raw(port: number, lines: readonly string[] = whole, after?: Buffer, allowHalfOpen = false) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  left.push(socket)
  let text = ''
  const waiting = new Set<() => void>()
  const look = (): void => {
    for (const wake of [...waiting]) wake()
  }
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1')
    look()
  })
  socket.on('error', () => undefined)
  socket.on('close', look)
  socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), after ?? Buffer.alloc(0)]))
  const answered = new Promise<string>((resolve) => {
    const wake = (): void => {
      if (!text.includes('\r\n\r\n') && !socket.closed) return
      waiting.delete(wake)
      resolve(text)
    }
    waiting.add(wake)
  })
  return { socket, answered, closed: once(socket, 'close') }
}

/** Waits for turns of the event loop until it is so; the test's own time limit ends it. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('a valid handshake: 101 with its id, without compression; its query and caller go to the route', async () => {
  const { port, seen } = await serving()
  const text = await raw(port, [...whole, 'Sec-WebSocket-Extensions: permessage-deflate', 'Content-Length: 0']).answered
  expect(text).toMatch(/^HTTP\/1\.1 101 /)
  expect(text).toMatch(/x-request-id: req_1\r\n/)
  expect(text).not.toMatch(/extensions/i)
  const [handshake] = seen.handshakes
  expect([handshake?.id, handshake?.path, handshake?.query.get('model'), handshake?.caller]).toEqual(['req_1', '/a', 'x', caller])
  expect(seen.sockets.countOf('tok_ada')).toBe(1)
})

const without = (name: string) => whole.filter((line) => !line.startsWith(name))

test.each<[string, readonly string[], number, RegExp]>([
  ['without a token', without('Authorization'), 401, /has no token/],
  ['with a wrong token', [...without('Authorization'), 'Authorization: Bearer sk-x'], 401, /token is not valid/],
  ['on another path', ['GET /b HTTP/1.1', ...whole.slice(1)], 404, /no WebSocket/],
  ['of a foreign page', [...whole, 'Origin: https://evil.example'], 403, /"param":"origin"/],
  ['without a key', without('Sec-WebSocket-Key'), 400, /Sec-WebSocket-Key/],
  ['with a body', [...whole, 'Content-Length: 2'], 400, /has no body/],
  ['with a body of unknown length', [...whole, 'Transfer-Encoding: chunked'], 400, /has no body/],
  ['with two hosts', [...whole, 'Host: b'], 400, /Host/],
  ['with a long address', [`GET /a?${'x'.repeat(1000)} HTTP/1.1`, ...whole.slice(1)], 414, /URL/],
])('a handshake %s is refused', async (_name, lines, status, told) => {
  const { port, seen } = await serving()
  const refused = raw(port, lines)
  await refused.closed
  const text = await refused.answered
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(text).toMatch(told)
  expect(text).toMatch(/x-request-id: req_1\r\n/)
  expect([seen.handshakes.length, seen.sockets.size]).toEqual([0, 0])
})

test('a page of a configured origin may connect', async () => {
  const { port } = await serving()
  expect(await raw(port, [...whole, 'Origin: https://page.example']).answered).toMatch(/^HTTP\/1\.1 101 /)
})

describe('a refusal of a caller that is known', () => {
  const failure = (status: number) => new GatewayFailure({ kind: 'rate_limit_exceeded', message: 'Slowly.', status })
  test.each<[string, Partial<UpgradeOptions> & { readonly prepare?: () => Promise<unknown> }, number, string]>([
    ['by its permissions', { refusal: () => failure(403) }, 403, 'Slowly.'],
    [
      'by its connections',
      {
        requireConnection: () => {
          throw failure(429)
        },
      },
      429,
      'Slowly.',
    ],
    ['by the route', { prepare: () => Promise.reject(failure(429)) }, 429, 'Slowly.'],
    ['by a fault of the gateway', { prepare: () => Promise.reject(new Error('secret')) }, 500, 'The gateway failed on this request.'],
  ])('%s: is recorded, with its limits', async (_name, options, status, message) => {
    const { port, seen } = await serving(options)
    const text = await raw(port).answered
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(text).toMatch(/x-limit: 1\r\n/)
    expect(text).toContain(JSON.stringify(message))
    expect(seen.refused).toMatchObject([{ message }])
  })

  test('a caller that is not known has no limits and no record', async () => {
    const { port, seen } = await serving()
    expect(await raw(port, without('Authorization')).answered).not.toMatch(/x-limit/)
    expect(seen.refused).toEqual([])
  })
})

test('the caller is asked for again: it may be gone, or refused meanwhile', async () => {
  const now: { caller: TokenCaller | undefined; refusal: GatewayFailure | undefined } = { caller, refusal: undefined }
  const { port, seen } = await serving({ findToken: () => now.caller, refusal: () => now.refusal })
  await raw(port).answered
  const callerNow = seen.handshakes[0]?.callerNow
  expect(callerNow?.()).toBe(caller)
  now.refusal = new GatewayFailure({ kind: 'permission_denied', message: 'Not from here.' })
  expect(callerNow?.()).toBeUndefined()
  now.refusal = undefined
  now.caller = undefined
  expect(callerNow?.()).toBeUndefined()
})

describe('while a route prepares', () => {
  const gate = () => {
    let open: () => void = () => undefined
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { open, prepare: () => opened }
  }

  test('early messages are kept, those that come with the handshake and those behind it', async () => {
    const { open, prepare } = gate()
    const { port, seen } = await serving({ prepare })
    const client = raw(port, whole, hello)
    await until(() => seen.handshakes.length === 1)
    client.socket.write(hello)
    await until(() => (seen.connections[0]?.bytesRead ?? 0) >= whole.join('\r\n').length + 4 + 2 * hello.length)
    open()
    await until(() => seen.messages.length === 2)
    expect(seen.messages).toEqual(['hi', 'hi'])
  })

  test('a client that leaves: what was prepared is abandoned', async () => {
    const { open, prepare } = gate()
    const { port, seen } = await serving({ prepare })
    const client = raw(port)
    await until(() => seen.handshakes.length === 1)
    client.socket.resetAndDestroy()
    await until(() => seen.connections[0]?.destroyed === true)
    open()
    await until(() => seen.abandoned === 1)
    expect([seen.opened.length, seen.sockets.size]).toEqual([0, 0])
  })

  test('the end of the process ends the connection', async () => {
    const { prepare } = gate()
    const { port, seen } = await serving({ prepare })
    const client = raw(port)
    await until(() => seen.handshakes.length === 1)
    seen.sockets.terminate()
    await client.closed
  })

  test('the limit of a message may change', async () => {
    const limits = { url_bytes: 1000, header_count: 50, ws_message_bytes: 1 }
    const { port, seen } = await serving({
      limits: limits as UpgradeOptions['limits'],
      prepare: () => Promise.resolve((limits.ws_message_bytes = 2)),
    })
    raw(port, whole, hello)
    await until(() => seen.messages.length === 1)
    limits.ws_message_bytes = 1
    const client = new WebSocket(`ws://127.0.0.1:${port}/a`, { headers: { authorization: `Bearer ${key}` } })
    await once(client, 'open')
    client.send('abc')
    const [code] = (await once(client, 'close')) as [number]
    expect(code).toBe(1009)
  })
})

test('a client that is refused and does not close is disconnected', async () => {
  const { port, seen } = await serving()
  const client = raw(port, without('Authorization'), undefined, true)
  await client.answered
  await until(() => seen.connections[0]?.destroyed === true)
})

test('a client that breaks the protocol and does not close is disconnected, within seconds', async () => {
  const { port, seen } = await serving()
  const client = raw(port, whole, Buffer.from([0x81, 0x01, 0x61]), true)
  await client.answered
  await until(() => seen.connections[0]?.destroyed === true)
}, 10_000)
