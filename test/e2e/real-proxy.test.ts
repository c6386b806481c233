import { jest } from '@jest/globals'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { RunningGateway } from '../../src/server/start.js'
import { Authority } from './certificates.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { TinyProxy, tinyproxy } from './tinyproxy.js'
import { chat, chunk, errorOf, goodReply } from './two-providers.js'

jest.setTimeout(30_000)

if (tinyproxy === undefined)
  console.warn('tinyproxy is not installed: connections through proxies are tested with a proxy of our own alone')
const suite = tinyproxy === undefined ? describe.skip : describe

suite('a real HTTP proxy', () => {
  const authority = new Authority()
  const { cert, key } = authority.issue('provider')
  const running: { stop: () => Promise<unknown> }[] = []
  afterEach(async () => {
    for (const one of running.splice(0).reverse()) await one.stop()
  })
  afterAll(() => {
    authority.remove()
  })

  /** A provider behind TLS with realtime sessions. */
  async function provider(): Promise<number> {
    const server: Server = createServer({ cert, key }, (request, response) => {
      let body = ''
      request.on('data', (piece: Buffer) => (body += piece.toString()))
      request.on('end', () => {
        if (!body.includes('"stream":true')) response.setHeader('content-type', 'application/json').end(JSON.stringify(goodReply))
        else response.setHeader('content-type', 'text/event-stream').end(`${chunk('ok')}${chunk('', 'stop')}data: [DONE]\n\n`)
      })
    })
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.send('{"type":"session.created","session":{}}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const stop = (): Promise<unknown> => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    }
    running.push({ stop })
    return (server.address() as AddressInfo).port
  }

  async function proxy(...lines: readonly string[]): Promise<TinyProxy> {
    const started = await TinyProxy.start(tinyproxy ?? '', lines)
    running.push(started)
    return started
  }

  async function gatewayThrough(address: string, port: number): Promise<RunningGateway> {
    const upstream = await new FakeUpstream().start()
    const gateway = await gatewayFor(upstream, {
      timeouts: { drain_delay_ms: 1, drain_ms: 300 },
      retries: { attempts: 1 },
      providers: [
        {
          name: 'p',
          kind: 'openai',
          api_key: 'k',
          base_url: `https://127.0.0.1:${port}/v1`,
          ca_file: authority.caFile,
          proxy: address,
        },
      ],
      models: [{ name: 'm', targets: [{ provider: 'p', model: 'gpt-realtime' }] }],
    })
    running.push(upstream, gateway)
    return gateway
  }

  test('replies and streams come through one kept tunnel, with user name and password', async () => {
    const [port, through] = [await provider(), await proxy('BasicAuth me s_ecret')]
    const gateway = await gatewayThrough(`http://me:s_ecret@127.0.0.1:${through.port}`, port)
    expect((await chat(gateway, 'm')).status).toBe(200)
    expect(await (await chat(gateway, 'm', { stream: true })).text()).toContain('data: [DONE]')
    expect((await chat(gateway, 'm')).status).toBe(200)
    expect(through.tunnels).toEqual([`127.0.0.1:${port}`])
  })

  test('a realtime session', async () => {
    const [port, through] = [await provider(), await proxy()]
    const gateway = await gatewayThrough(`http://127.0.0.1:${through.port}`, port)
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=m`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const message = await new Promise<string>((resolve, reject) => {
      socket.once('message', (data: Buffer) => {
        resolve(data.toString())
      })
      socket.once('error', reject)
    })
    socket.terminate()
    expect(message).toContain('session.created')
    expect(through.tunnels).toEqual([`127.0.0.1:${port}`])
  })

  test.each([
    [
      'a wrong password',
      'me:wrong@',
      ['BasicAuth me s_ecret'],
      /the proxy (?:asks for a user name and a password|refused the connection)\.$/,
    ],
    ['no user name', '', ['BasicAuth me s_ecret'], /the proxy asks for a user name and a password\.$/],
    ['a port that it does not allow', '', ['ConnectPort 443'], /the proxy refused the connection\.$/],
  ])('%s is said', async (_, credentials, lines, message) => {
    const [port, through] = [await provider(), await proxy(...lines)]
    const gateway = await gatewayThrough(`http://${credentials}127.0.0.1:${through.port}`, port)
    const answer = await chat(gateway, 'm')
    expect(answer.status).toBe(502)
    expect((await errorOf(answer)).message).toMatch(message)
  })

  test('a provider that the proxy cannot reach', async () => {
    const through = await proxy()
    const gateway = await gatewayThrough(`http://127.0.0.1:${through.port}`, 9)
    const answer = await chat(gateway, 'm')
    expect(answer.status).toBe(502)
    expect((await errorOf(answer)).message).toMatch(/^The provider cannot be reached: /)
  })
})
