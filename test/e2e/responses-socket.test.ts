import { WebSocket } from 'ws'
import type { RunningGateway } from '../../src/server/start.js'
import { gatewayFor, rawExchange } from './gateway.js'
import { RememberingUpstream } from './remembering-upstream.js'
import { sleep, until } from './waiting.js'
import type { Json } from './wire.js'

const key = 'sk-ada'
const page = 'https://page.example'
const settings = {
  server: { port: 0, cors_origins: [page] },
  tokens: [
    { name: 'ada', key },
    { name: 'few', key: 'sk-few', max_concurrent: 1 },
    { name: 'slow', key: 'sk-slow', requests_per_minute: 1 },
  ],
  limits: { ws_message_bytes: 100_000 },
}

let upstream: RememberingUpstream
let gateway: RunningGateway
const opened: WebSocket[] = []

beforeAll(async () => {
  upstream = new RememberingUpstream()
  await upstream.start()
  gateway = await gatewayFor(upstream, settings)
})
afterEach(() => {
  for (const socket of opened.splice(0)) socket.terminate()
  upstream.calls.length = 0
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

type Opened = { socket: WebSocket; status: 101 } | { socket: undefined; status: number; body: Json }

function open(options: { path?: string; headers?: Record<string, string>; protocols?: string[]; at?: string } = {}): Promise<Opened> {
  const { path = '/v1/responses', headers = { authorization: `Bearer ${key}` }, protocols = [], at = gateway.address } = options
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(at.replace('http', 'ws') + path, protocols, { headers })
    opened.push(socket)
    socket.on('open', () => {
      resolve({ socket, status: 101 })
    })
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve({ socket: undefined, status: response.statusCode ?? 0, body: JSON.parse(text) })
      })
    })
    socket.on('error', reject)
  })
}

async function connected(options: Parameters<typeof open>[0] = {}): Promise<WebSocket> {
  const { socket } = await open(options)
  if (socket === undefined) throw new Error('the handshake was refused')
  return socket
}

const endings = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error'])

/** Sends one message and gives back what comes until a reply has ended. */
function ask(socket: WebSocket, message: object | string): Promise<Json[]> {
  return new Promise((resolve, reject) => {
    const events: Json[] = []
    const onMessage = (data: Buffer): void => {
      const event = JSON.parse(data.toString())
      events.push(event)
      if (!endings.has(event.type)) return
      socket.off('message', onMessage)
      resolve(events)
    }
    socket.on('message', onMessage)
    socket.once('close', (code: number) => {
      reject(new Error(`closed with ${code}`))
    })
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  })
}
const request = (more: object) => ({ type: 'response.create', model: 'm-openai', input: 'Hello.', ...more })
const closing = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve))

describe('the handshake', () => {
  test.each([
    ['no token', { headers: {} }, 401, 'invalid_api_key'],
    ['a wrong token', { headers: { authorization: 'Bearer sk-wrong' } }, 401, 'invalid_api_key'],
    ['a wrong token as a protocol', { headers: {}, protocols: ['openai-insecure-api-key.sk-wrong'] }, 401, 'invalid_api_key'],
    ['a cookie', { headers: { cookie: `token=${key}` } }, 401, 'invalid_api_key'],
    ['another path', { path: '/v1/chat/completions' }, 404, 'not_found'],
    ['a path like one', { path: '/v1/responses/' }, 404, 'not_found'],
    ['a foreign page', { headers: { authorization: `Bearer ${key}`, origin: 'https://page.example.evil.test' } }, 403, 'invalid_request'],
    ['no page at all', { headers: { authorization: `Bearer ${key}`, origin: 'null' } }, 403, 'invalid_request'],
  ])('with %s is refused before anything else happens', async (_name, options, status, code) => {
    const refused = await open(options)
    expect(refused).toMatchObject({ status, body: { error: { code } } })
    expect(upstream.calls).toHaveLength(0)
  })

  test('from a page that the configuration names, with the token as a protocol, which is not echoed', async () => {
    const socket = await connected({ headers: { origin: page }, protocols: ['realtime', `openai-insecure-api-key.${key}`] })
    expect(socket.protocol).toBe('realtime')
    expect((await ask(socket, request({}))).at(-1).type).toBe('response.completed')
  })

  test('offers no compression', async () => {
    expect((await connected()).extensions).toBe('')
  })

  test.each([
    ['no key', 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n'],
    ['a bad key', 'Upgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n'],
    ['a bad version', 'Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 9\r\n'],
    ['another protocol', 'Upgrade: spdy\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n'],
  ])('with %s is a 400', async (_name, lines) => {
    const reply = await rawExchange(
      gateway.address,
      `GET /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: Upgrade\r\n${lines}\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    expect(reply).toContain('"code":"invalid_request"')
  })

  test('with thousands of headers is refused, with extensions of odd names it is not harmed', async () => {
    const many = Array.from({ length: 600 }, (_, index) => `X-H${index}: 1\r\n`).join('')
    const start = `GET /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n`
    expect(await rawExchange(gateway.address, `${start}${many}\r\n`)).toMatch(/^HTTP\/1\.1 431 /)
    expect(await rawExchange(gateway.address, `${start}Sec-WebSocket-Extensions: constructor, __proto__; toString=1\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 101 /,
    )
    expect((await fetch(`${gateway.address}/healthz`)).status).toBe(200)
  })

  test('an upgrade that nobody offers is ignored: the request is answered as it is', async () => {
    const body = JSON.stringify({ model: 'm-openai', input: 'x' })
    const reply = await rawExchange(
      gateway.address,
      `POST /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    expect(reply).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('is a 429 above the token’s limits', async () => {
    const headers = { authorization: 'Bearer sk-few' }
    await connected({ headers })
    expect(await open({ headers })).toMatchObject({ status: 429, body: { error: { code: 'concurrency_limit' } } })
    await connected({ headers: { authorization: 'Bearer sk-slow' } })
    expect(await open({ headers: { authorization: 'Bearer sk-slow' } })).toMatchObject({
      status: 429,
      body: { error: { code: 'rate_limit_exceeded' } },
    })
  })
})

describe('requests over one connection', () => {
  test.each(['m-openai', 'm-responses'])(
    '%s: come back as the events of the stream, one a message, one request after the other',
    async (model) => {
      const socket = await connected({ headers: { authorization: `Bearer ${key}`, 'openai-beta': 'responses_websockets=2026-02-06' } })
      const first = ask(socket, request({ model, stream_id: 'lane' }))
      socket.send(JSON.stringify(request({ model, input: 'Second.' })))
      const events = await first
      expect(events.map(({ type }) => type)).toEqual([
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ])
      expect(events.every((event, index) => event.sequence_number === index && event.stream_id === 'lane')).toBe(true)
      expect(events.at(-1).response.usage).toMatchObject({ input_tokens: 3, prompt_tokens: 3 })
      const [second] = await ask(socket, request({ model, input: 'Third.' }))
      expect(second.type).toBe('response.created')
      const sent = upstream.calls.map(({ request: { headers }, body }) => [headers['openai-beta'], 'type' in JSON.parse(body.toString())])
      expect(sent.every(([beta, typed]) => beta === undefined && typed === false)).toBe(true)
    },
  )

  test.each(['m-openai', 'm-responses'])('%s: continue what nobody stored, but only here', async (model) => {
    const socket = await connected()
    const first = (await ask(socket, request({ model, store: false, input: 'One.' }))).at(-1).response
    const second = (await ask(socket, request({ model, store: false, input: 'Two.', previous_response_id: first.id }))).at(-1).response
    await ask(socket, request({ model, store: false, input: 'Three.', previous_response_id: second.id }))
    const last = JSON.parse(upstream.calls.at(-1)?.body.toString() ?? '')
    expect((last.messages ?? last.input).map((item: Json) => item.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
    expect(last.previous_response_id ?? null).toBeNull()
    const [refused] = await ask(await connected(), request({ model, previous_response_id: second.id }))
    expect(refused).toMatchObject({
      type: 'error',
      status: 400,
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
  })

  test('continue what is stored at a provider without storing more', async () => {
    const socket = await connected()
    const model = 'm-responses'
    const stored = (await ask(socket, request({ model, input: 'One.' }))).at(-1).response
    const second = (await ask(socket, request({ model, store: false, input: 'Two.', previous_response_id: stored.id }))).at(-1).response
    await ask(socket, request({ model, store: false, input: 'Three.', previous_response_id: second.id }))
    const last = JSON.parse(upstream.calls.at(-1)?.body.toString() ?? '')
    expect(last.previous_response_id).toBe(stored.id)
    expect(last.input.map((item: Json) => item.role)).toEqual(['user', 'assistant', 'user'])
  })

  test('generate: false prepares a turn without asking any provider', async () => {
    const socket = await connected()
    const prepared = await ask(socket, request({ generate: false, store: false, input: 'Before.' }))
    expect(prepared.map(({ type }) => type)).toEqual(['response.created', 'response.in_progress', 'response.completed'])
    expect(upstream.calls).toHaveLength(0)
    await ask(socket, request({ input: 'After.', previous_response_id: prepared.at(-1).response.id }))
    expect(JSON.parse(upstream.calls[0]?.body.toString() ?? '').messages).toMatchObject([{ content: 'Before.' }, { content: 'After.' }])
  })

  test.each([
    ['no JSON', 'nonsense', 400, null],
    ['an unknown type', { type: 'response.steer' }, 400, 'type'],
    ['no model', { type: 'response.create', input: 'x' }, 400, 'model'],
    ['an unknown model', { type: 'response.create', model: 'no', input: 'x' }, 404, 'model'],
    ['a wrong field', { type: 'response.create', model: 'm-openai', input: 5 }, 400, 'input'],
  ])('%s is an error message, and the connection lives on', async (_name, message, status, param) => {
    const socket = await connected()
    expect(await ask(socket, message)).toMatchObject([{ type: 'error', status, error: { type: 'invalid_request_error', param } }])
    expect((await ask(socket, request({}))).at(-1).type).toBe('response.completed')
  })
})

describe('the connection', () => {
  test('closes with 1009 at a message above the limit', async () => {
    const socket = await connected()
    socket.send('x'.repeat(100_001))
    expect(await closing(socket)).toBe(1009)
  })

  test('closes with 1001 when nothing is asked for too long, not while something runs', async () => {
    const quick = await gatewayFor(upstream, { ...settings, timeouts: { ws_idle_ms: 200, drain_delay_ms: 1, drain_ms: 2000 } })
    const reply = upstream.reply
    upstream.reply = (call, response) => setTimeout(reply, 500, call, response)
    try {
      const socket = await connected({ at: quick.address })
      expect((await ask(socket, request({}))).at(-1).type).toBe('response.completed')
      const endedAt = performance.now()
      expect(await closing(socket)).toBe(1001)
      expect(performance.now() - endedAt).toBeGreaterThan(150)
    } finally {
      upstream.reply = reply
      await quick.stop()
    }
  })

  test('ends the provider’s call when the client goes', async () => {
    const reply = upstream.reply
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    const socket = await connected()
    socket.send(JSON.stringify(request({})))
    await until('the provider is asked', () => upstream.calls.length > 0)
    socket.terminate()
    await until('it is hung up on', () => upstream.calls[0]?.aborted === true, 1000)
    upstream.reply = reply
  })

  test('a client that does not read stops the provider', async () => {
    let written = 0
    const reply = upstream.reply
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const chunk = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content: 'x'.repeat(16_000) } }] })}\n\n`
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length
        written += chunk.length
        response.once('drain', pour)
      }
      pour()
    }
    const socket = await connected()
    socket.pause()
    socket.send(JSON.stringify(request({})))
    await sleep(1000)
    const after = written
    await sleep(300)
    expect(written).toBe(after)
    expect(written).toBeLessThan(32_000_000)
    upstream.reply = reply
  })

  test('of an idle client is closed with 1001 when the gateway stops, and does not hold it up', async () => {
    const stopping = await gatewayFor(upstream, settings)
    const socket = await connected({ at: stopping.address })
    const closed = closing(socket)
    const startedAt = performance.now()
    await stopping.stop()
    expect(await closed).toBe(1001)
    expect(performance.now() - startedAt).toBeLessThan(1500)
  })
})
