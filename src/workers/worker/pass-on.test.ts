import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, createServer, type AddressInfo, type Server as NetServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { PassOn } from './pass-on.js'

const folder = mkdtempSync(join(tmpdir(), 'anywire-pass-on-'))
const entrance = join(folder, 'gateway.sock')
const open: (Server | NetServer | Socket)[] = []

afterEach(() => {
  for (const one of open.splice(0)) {
    if ('destroy' in one) one.destroy()
    else one.close()
    if ('closeAllConnections' in one) one.closeAllConnections()
  }
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

async function entranceWith(server: Server | NetServer): Promise<void> {
  open.push(server.listen(entrance))
  await once(server, 'listening')
}

/** A connection to a server that passes everything on, and what came back. */
async function client(body?: Buffer): Promise<{ readonly socket: Socket; readonly received: () => string }> {
  const passOn = new PassOn(entrance)
  const worker = createHttpServer((req, res) => void passOn.answer({ req, res }, body))
  worker.on('upgrade', passOn.upgrade.bind(passOn))
  open.push(worker.listen(0, '127.0.0.1'))
  await once(worker, 'listening')
  const socket = connect((worker.address() as AddressInfo).port, '127.0.0.1')
  open.push(socket)
  let received = ''
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  return { socket, received: () => received }
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 2000; !holds();) {
    if (performance.now() > end) throw new Error('not within 2 s')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const handshake = (headers: string): string =>
  `GET /v1/realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`

test('no spelling of the header for the address is taken from a client', async () => {
  let head = ''
  await entranceWith(
    createServer((socket) => {
      open.push(socket)
      socket.on('data', (bytes) => (head += bytes.toString()))
    }),
  )
  const { socket } = await client()
  socket.write(handshake('X-Anywire-Client-Address: 203.0.113.9\r\nx-anywire-client-address: 203.0.113.8\r\nX-Other: 1\r\n'))
  await until(() => head.includes('\r\n\r\n'))
  const lines = head.split('\r\n')
  expect(lines).toContain('X-Other: 1')
  expect(lines.filter((line) => /^x-anywire/i.test(line))).toEqual(['x-anywire-client-address: 127.0.0.1'])
})

test('what the gateway sends before it closes an upgraded connection reaches a client that reads slowly', async () => {
  const sent = 1024 * 1024
  await entranceWith(
    createServer((socket) => {
      open.push(socket)
      socket.once('data', () => socket.end(Buffer.alloc(sent)))
    }),
  )
  let received = 0
  const slow = new Duplex({
    highWaterMark: 2 * sent,
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      received += bytes.length
      setTimeout(done, 5)
    },
  })
  // The members that are read of it.
  const request = { method: 'GET', url: '/v1/realtime', rawHeaders: ['Host', 'x'], socket: {} } as unknown as IncomingMessage
  new PassOn(entrance).upgrade(request, slow, Buffer.alloc(0))
  await once(slow, 'close')
  expect(received).toBe(sent)
})

test('a reply that comes before the end of its request leaves the connection usable', async () => {
  const listener: RequestListener = (request, response) => {
    response.end(request.url)
  }
  await entranceWith(createHttpServer(listener))
  const { socket, received } = await client()
  socket.write('POST /early HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n')
  await until(() => received().includes('/early'))
  socket.write('0\r\n\r\nGET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  await until(() => received().includes('/next'))
})

test('a body that was read is sent without an expectation: its client has been told to continue', async () => {
  const requests: IncomingMessage[] = []
  await entranceWith(
    createHttpServer((request, response) => {
      requests.push(request)
      response.end()
    }),
  )
  const { socket, received } = await client(Buffer.from('{}'))
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\n')
  await until(() => received().includes('200 OK'))
  expect(requests[0]?.headers).toMatchObject({ 'content-length': '2' })
  expect(Object.keys(requests[0]?.headers ?? {})).not.toContain('expect')
})

test('a reply after which the gateway closes the connection at once is always read', async () => {
  const script = `
    require('node:net').createServer((socket) => {
      let received = ''
      socket.on('error', () => undefined).on('data', (bytes) => {
        received += bytes
        if (received.endsWith('{}')) socket.end('HTTP/1.1 401 Unauthorized\\r\\nConnection: close\\r\\nContent-Length: 0\\r\\n\\r\\n').destroySoon()
      })
    }).listen(${JSON.stringify(entrance)}, () => console.log('listens'))`
  const gateway = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await once(gateway.stdout, 'data')
    const refused: string[] = []
    for (let count = 0; count < 1000; count++) {
      const { socket, received } = await client()
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}')
      await once(socket, 'close')
      if (!received().startsWith('HTTP/1.1 401 ')) refused.push(received())
    }
    expect(refused).toEqual([])
  } finally {
    gateway.kill()
    rmSync(entrance, { force: true })
  }
})
