import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net'
import { WebSocketServer, WebSocket } from 'ws'
import { UpstreamClient } from '../../src/relay/upstream/upstream-client.js'
import type { RunningGateway } from '../../src/server/start.js'
import { Authority } from './certificates.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell, chat, errorOf } from './two-providers.js'
import { sleep } from './waiting.js'

const authority = new Authority()
const good = authority.issue('good')
const client = authority.issue('client')

const running: { close: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const { close } of running.splice(0).reverse()) await close()
})
afterAll(() => {
  authority.remove()
})

async function listen(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  running.push({
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  })
  return (server.address() as AddressInfo).port
}

const reply = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: 'x',
  choices: [{ index: 0, message: { role: 'assistant', content: 'ok' }, finish_reason: 'stop' }],
})

/** A provider behind TLS. */
const tlsProvider = (options: object): Promise<number> =>
  listen(
    createTlsServer(options, (request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(reply))
    }),
  )

/** A gateway whose one provider has these settings. */
async function gatewayTo(provider: object, settings: object = {}): Promise<RunningGateway> {
  const upstream = await new FakeUpstream().start()
  const gateway = await gatewayFor(upstream, {
    timeouts: { drain_delay_ms: 1, drain_ms: 300 },
    retries: { attempts: 1 },
    ...settings,
    providers: [{ name: 'p', kind: 'openai', api_key: 'k', ...provider }],
    models: [{ name: 'm', targets: [{ provider: 'p', model: 'gpt-realtime' }] }],
  })
  running.push({ close: () => Promise.all([gateway.stop(), upstream.stop()]) })
  return gateway
}

async function answerOf(provider: object): Promise<string> {
  const answer = await chat(await gatewayTo(provider), 'm')
  return answer.status === 200 ? 'ok' : (await errorOf(answer)).message
}

describe('TLS', () => {
  test("a provider's own authority is trusted where ca_file names it, and only there", async () => {
    const port = await tlsProvider({ cert: good.cert, key: good.key })
    const base_url = `https://127.0.0.1:${port}/v1`
    expect(await answerOf({ base_url, ca_file: authority.caFile })).toBe('ok')
    expect(await answerOf({ base_url })).toBe(
      'The provider cannot be reached: its TLS certificate is not signed by an authority that the gateway trusts.',
    )
  })

  test('a certificate for another name', async () => {
    const other = authority.issue('other', { host: 'other.example' })
    const port = await tlsProvider({ cert: other.cert, key: other.key })
    expect(await answerOf({ base_url: `https://127.0.0.1:${port}/v1`, ca_file: authority.caFile })).toBe(
      'The provider cannot be reached: its TLS certificate is for another host name.',
    )
  })

  test('an expired certificate', async () => {
    const expired = authority.issue('expired', { days: -1 })
    const port = await tlsProvider({ cert: expired.cert, key: expired.key })
    expect(await answerOf({ base_url: `https://127.0.0.1:${port}/v1`, ca_file: authority.caFile })).toBe(
      'The provider cannot be reached: its TLS certificate has expired.',
    )
  })

  test('a client certificate', async () => {
    const port = await tlsProvider({ cert: good.cert, key: good.key, ca: authority.ca, requestCert: true, rejectUnauthorized: true })
    const provider = { base_url: `https://127.0.0.1:${port}/v1`, ca_file: authority.caFile }
    expect(await answerOf({ ...provider, client_cert_file: client.certFile, client_key_file: client.keyFile })).toBe('ok')
    expect(await answerOf(provider)).not.toBe('ok')
  })

  test('a peer that speaks plain HTTP', async () => {
    const port = await listen(createServer((_request, response) => response.end()))
    expect(await answerOf({ base_url: `https://127.0.0.1:${port}/v1` })).toBe(
      'The provider cannot be reached: it does not speak TLS at this address.',
    )
  })
})

test('a refused connection says so, and names no address', async () => {
  expect(await answerOf({ base_url: 'http://127.0.0.1:9/v1' })).toBe('The provider cannot be reached: the connection was refused.')
})

describe('an HTTP proxy', () => {
  /** Answers CONNECT; `seen` has where to, and with which credentials. */
  async function proxy(seen: string[], status = 200): Promise<number> {
    const server = createServer()
    server.on('connect', (request, socket, head) => {
      seen.push(`${request.url} ${request.headers['proxy-authorization'] ?? '-'}`)
      if (status !== 200) {
        socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
        return
      }
      const [host, port] = (request.url ?? '').split(':')
      const target = connect(Number(port), host, () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        target.write(head)
        target.pipe(socket).pipe(target)
      })
      target.on('error', () => socket.destroy())
      socket.on('error', () => target.destroy())
    })
    return listen(server)
  }

  test('every request of its provider goes through it, with its credentials, on kept connections', async () => {
    const seen: string[] = []
    const port = await tlsProvider({ cert: good.cert, key: good.key })
    const gateway = await gatewayTo({
      base_url: `https://127.0.0.1:${port}/v1`,
      ca_file: authority.caFile,
      proxy: `http://me:s%20ecret@127.0.0.1:${await proxy(seen)}`,
    })
    for (let count = 0; count < 3; count++) expect((await chat(gateway, 'm')).status).toBe(200)
    expect(seen).toEqual([`127.0.0.1:${port} Basic ${Buffer.from('me:s ecret').toString('base64')}`])
  })

  test('plain HTTP goes through the tunnel too', async () => {
    const seen: string[] = []
    const upstream = await new FakeUpstream().start()
    running.push({ close: () => upstream.stop() })
    upstream.reply = answerWell
    const gateway = await gatewayTo({ base_url: `${upstream.address}/v1`, proxy: `http://127.0.0.1:${await proxy(seen)}` })
    expect((await chat(gateway, 'm')).status).toBe(200)
    expect(seen).toEqual([`${upstream.address.slice('http://'.length)} -`])
  })

  test.each([
    [407, 'The provider cannot be reached: the proxy asks for a user name and a password.'],
    [403, 'The provider cannot be reached: the proxy refused the connection.'],
  ])('one that answers %d', async (status, message) => {
    expect(await answerOf({ base_url: 'http://127.0.0.1:9/v1', proxy: `http://127.0.0.1:${await proxy([], status)}` })).toBe(message)
  })

  test('a realtime session goes through it', async () => {
    const seen: string[] = []
    const server = createTlsServer({ cert: good.cert, key: good.key })
    const sessions = new WebSocketServer({ server })
    sessions.on('connection', (socket) => {
      socket.send('{"type":"session.created","session":{}}')
    })
    const port = await listen(server)
    const gateway = await gatewayTo({
      base_url: `https://127.0.0.1:${port}/v1`,
      ca_file: authority.caFile,
      proxy: `http://127.0.0.1:${await proxy(seen)}`,
    })
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const message = await new Promise((resolve, reject) => {
      socket.once('message', (data: Buffer) => {
        resolve(data.toString())
      })
      socket.once('error', reject)
    })
    expect(message).toContain('session.created')
    expect(seen).toHaveLength(1)
    socket.terminate()
  })
})

describe('a kept connection that the provider closes as the next request comes', () => {
  /** Answers the first request of a connection, and closes at the second one without a word. */
  async function forgetful(requests: string[]): Promise<number> {
    return listen(
      createTcpServer((socket) => {
        let served = 0
        socket.on('data', (bytes) => {
          requests.push(bytes.toString().split(' ', 2).join(' '))
          if (served++ > 0) socket.destroy()
          else socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${reply.length}\r\n\r\n${reply}`)
        })
      }),
    )
  }

  test('the request goes out once more, on a new connection', async () => {
    const requests: string[] = []
    const gateway = await gatewayTo({ base_url: `http://127.0.0.1:${await forgetful(requests)}/v1` })
    expect((await chat(gateway, 'm')).status).toBe(200)
    expect((await chat(gateway, 'm')).status).toBe(200)
    expect(requests).toHaveLength(3)
  })

  test('an image too, which is never retried otherwise', async () => {
    const requests: string[] = []
    const gateway = await gatewayTo({ base_url: `http://127.0.0.1:${await forgetful(requests)}/v1` })
    const picture = (): Promise<Response> =>
      fetch(`${gateway.address}/v1/images/generations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ model: 'm', prompt: 'a cat' }),
      })
    expect((await picture()).status).toBe(200)
    expect((await picture()).status).toBe(200)
    expect(requests).toHaveLength(3)
  })

  test('a new connection that breaks is not replaced', async () => {
    let connections = 0
    const port = await listen(
      createTcpServer((socket) => {
        connections++
        socket.on('data', () => socket.destroy())
      }),
    )
    const gateway = await gatewayTo({ base_url: `http://127.0.0.1:${port}/v1` })
    expect((await chat(gateway, 'm')).status).toBe(502)
    expect(connections).toBe(1)
  })
})

test('a reply with Connection: close whose connection is reset is not complete', async () => {
  const port = await listen(
    createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'audio/mpeg', connection: 'close' }).write('half of it')
        setTimeout(() => response.socket?.resetAndDestroy(), 50)
      })
    }),
  )
  const gateway = await gatewayTo({ base_url: `http://127.0.0.1:${port}/v1` })
  const speech = fetch(`${gateway.address}/v1/audio/speech`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm', input: 'hello', voice: 'alloy' }),
  })
  await expect(speech.then((reply) => reply.arrayBuffer())).rejects.toThrow()
})

test('a connection takes no further request after max_connection_age_ms', async () => {
  let connections = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(reply))
  })
  server.on('connection', () => connections++)
  const port = await listen(server)
  const gateway = await gatewayTo(
    { base_url: `http://127.0.0.1:${port}/v1` },
    { timeouts: { drain_delay_ms: 1, drain_ms: 300, max_connection_age_ms: 300 } },
  )
  await chat(gateway, 'm')
  await chat(gateway, 'm')
  expect(connections).toBe(1)
  await sleep(350)
  await chat(gateway, 'm')
  expect(connections).toBe(2)
})

test('a client that is closed before its connections are old ends without a fault', async () => {
  const faults: unknown[] = []
  const note = (fault: unknown): void => void faults.push(fault)
  process.on('unhandledRejection', note)
  const port = await listen(createServer((request, response) => request.resume().on('end', () => response.end('{}'))))
  for (const connection of [undefined, { proxy: `http://127.0.0.1:${port}` }]) {
    const client = new UpstreamClient({ connectMs: 1000, longestAgeMs: 50 })
    const origin = `http://127.0.0.1:${port}`
    const done = (): void => undefined
    client.send(
      { origin, path: '/', method: 'GET', headers: {}, ...(connection === undefined ? {} : { connection }) },
      { onStart: done, onHead: done, onData: done, onEnd: done, onFailure: done },
    )
    await client.close()
  }
  await sleep(120)
  process.off('unhandledRejection', note)
  expect(faults).toEqual([])
})

test('the log says who asked and why a provider could not be reached, the client only the latter', async () => {
  const lines: string[] = []
  const upstream = await new FakeUpstream().start()
  const gateway = await gatewayFor(
    upstream,
    {
      timeouts: { drain_delay_ms: 1, drain_ms: 300 },
      retries: { attempts: 1 },
      providers: [{ name: 'p', kind: 'openai', base_url: 'http://127.0.0.1:9/v1' }],
      models: [{ name: 'm', targets: [{ provider: 'p', model: 'x' }] }],
    },
    { write: (bytes) => lines.push(bytes.toString()) },
  )
  running.push({ close: () => upstream.stop() })
  const answer = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'user-agent': 'a-client/1',
      'x-client-request-id': 'mine-1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], user: 'ann@example.com' }),
  })
  expect(await answer.text()).not.toContain('127.0.0.1')
  await gateway.stop()
  gateway.log.flush()
  const [line] = lines
    .join('')
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text))
    .filter(({ message }) => message === 'request')
  expect(line).toMatchObject({
    error: 'upstream_unavailable',
    error_message: 'The provider cannot be reached: the connection was refused.',
    error_detail: 'ECONNREFUSED http://127.0.0.1:9',
    client_address: '127.0.0.1',
    user_agent: 'a-client/1',
    client_request_id: 'mine-1',
    traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    user: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})
