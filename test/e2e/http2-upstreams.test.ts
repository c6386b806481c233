// Providers that choose HTTP/2 in the handshake: many requests share a connection, and each ends for itself.
import { constants, createSecureServer, type Http2SecureServer, type ServerHttp2Session, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { Authority } from './certificates.js'
import { token } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { until } from './waiting.js'

const sessions = new Set<ServerHttp2Session>()
let made = 0
let provider: Http2SecureServer
let gateway: Program
/** What becomes of each stream after its first event. */
let goOn: (stream: ServerHttp2Stream) => void

let authority: Authority
beforeAll(async () => {
  authority = new Authority()
  const { cert, key } = authority.issue('provider')
  provider = createSecureServer({ cert, key, allowHTTP1: true })
  provider.on('session', (session) => {
    made++
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  provider.on('stream', (stream) => {
    let text = ''
    stream.on('error', () => undefined)
    stream.on('data', (piece: Buffer) => (text += piece.toString()))
    stream.on('end', () => {
      if (!text.includes('"stream":true')) {
        stream.respond({ ':status': 200, 'content-type': 'application/json' })
        stream.end(JSON.stringify(goodReply))
        return
      }
      stream.respond({ ':status': 200, 'content-type': 'text/event-stream' })
      stream.write(chunk('one'))
      goOn(stream)
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
  const base = `https://127.0.0.1:${port}`
  gateway = await builtGateway(base, {
    providers: [{ name: 'openai', kind: 'openai', base_url: `${base}/v1`, api_key: 'up-key', ca_file: authority.caFile }],
  })
})
beforeEach(() => {
  goOn = (stream) => stream.end(`${chunk(' two', 'stop')}data: [DONE]\n\n`)
})
afterAll(async () => {
  authority.remove()
  await gateway.stop()
  for (const session of sessions) session.destroy()
  await new Promise((resolve) => provider.close(resolve))
})

const ask = (stream: boolean, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', stream, messages: [{ role: 'user', content: 'hi' }] }),
    signal,
  })

test('replies and streams at the same time share a few connections', async () => {
  expect((await ask(false)).status).toBe(200)
  const texts = await Promise.all(Array.from({ length: 40 }, async (_, number) => (await ask(number % 2 === 0)).text()))
  expect(texts.filter((text) => text.includes('[DONE]') && text.includes('one') && text.includes(' two'))).toHaveLength(20)
  expect(texts.filter((text) => text.includes('"choices"'))).toHaveLength(40)
  expect(made).toBeLessThanOrEqual(4)
})

test('a client that leaves ends its own stream alone', async () => {
  const running: ServerHttp2Stream[] = []
  goOn = (stream) => running.push(stream)
  const leaving = new AbortController()
  const [left, stays] = [await ask(true, leaving.signal), await ask(true)]
  await until('both run', () => running.length === 2)
  leaving.abort()
  await expect(left.text()).rejects.toThrow()
  await until('it is ended at the provider', () => running.filter(({ destroyed }) => destroyed).length === 1, 1000)
  for (const stream of running) if (!stream.destroyed) stream.end(`${chunk(' two', 'stop')}data: [DONE]\n\n`)
  expect(await stays.text()).toContain('[DONE]')
})

test.each<[string, (stream: ServerHttp2Stream) => void]>([
  ['stream', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR)],
  ['connection', (stream) => stream.session?.destroy()],
])('a broken %s is no finished one, and the next request is answered', async (_what, breaks) => {
  goOn = (stream) => {
    setTimeout(() => {
      breaks(stream)
    }, 50)
  }
  const text = await (await ask(true)).text()
  expect(text).toContain('"error"')
  expect(text).not.toContain('[DONE]')
  expect((await ask(false)).status).toBe(200)
})
