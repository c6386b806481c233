import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { ClientRequest, type BodyTaker } from './client-request.js'

class Taken implements BodyTaker {
  text = ''
  readonly ended: Promise<'finished' | 'left'>
  #end: (how: 'finished' | 'left') => void = () => undefined

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  take(chunk: Buffer): void {
    this.text += chunk.toString()
  }

  finish(): void {
    this.#end('finished')
  }

  leave(): void {
    this.#end('left')
  }
}

let server: Server
let client: Socket
let request: ClientRequest

/** Sends `text` behind the head of a request with a body of 10 bytes; resolves with the request. */
async function sent(text: string): Promise<void> {
  server = createServer({ IncomingMessage: ClientRequest })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const arrived = once(server, 'request')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n${text}`)
  ;[request] = (await arrived) as [ClientRequest]
}

afterEach(() => {
  client.destroy()
  server.closeAllConnections()
  server.close()
})

test('a body in pieces is given piece by piece, then its end', async () => {
  await sent('01234')
  const taken = new Taken()
  request.giveBody(taken)
  client.write('56789')
  expect(await taken.ended).toBe('finished')
  expect(taken.text).toBe('0123456789')
})

test('what came before anybody asked for it is given at once', async () => {
  await sent('0123456789')
  while (!request.complete) await turn()
  const taken = new Taken()
  request.giveBody(taken)
  expect(taken.text).toBe('0123456789')
  expect(await taken.ended).toBe('finished')
})

test('a client that leaves before the end is told', async () => {
  await sent('01234')
  const taken = new Taken()
  request.giveBody(taken)
  client.end()
  expect(await taken.ended).toBe('left')
})

test('what is not taken any more comes by the stream', async () => {
  await sent('01234')
  const taken = new Taken()
  request.giveBody(taken)
  request.keepBody()
  const rest = once(request, 'data')
  client.write('56789')
  expect(String((await rest)[0])).toBe('56789')
  await once(request, 'end')
})

test('what came before it was read as a stream comes by the stream, with its end', async () => {
  await sent('0123456789')
  while (!request.complete) await turn()
  let text = ''
  request.on('data', (chunk) => (text += String(chunk)))
  await once(request, 'end')
  expect(text).toBe('0123456789')
})

test('more than one read of a socket is not held: the stream holds the client back', async () => {
  await sent('')
  for (let count = 0; count < 4; count++) request.push(Buffer.alloc(16_384))
  expect(request.readableLength).toBe(0)
  expect(request.push(Buffer.alloc(1))).toBe(false)
  expect(request.readableLength).toBe(65_537)
})

test('the next request of the connection is served', async () => {
  await sent('0123456789')
  server.on('request', (next: ClientRequest, response) => {
    next.giveBody({ take: () => undefined, finish: () => response.end('next'), leave: () => undefined })
  })
  const taken = new Taken()
  request.giveBody(taken)
  await taken.ended
  client.destroy()
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let got = ''
  client.on('data', (chunk) => (got += String(chunk)))
  for (let count = 1; count <= 3; count++) {
    client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc')
    while (got.split('next').length - 1 < count) await once(client, 'data')
  }
  expect(got.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3)
})
