import { WebSocket } from 'ws'
import {
  connected,
  key,
  realtimeGateway,
  refused,
  RealtimeUpstream,
  type Handshake,
  type Heard,
  type LoggedGateway,
} from './realtime-fixture.js'
import { rawExchange } from './gateway.js'
import { sleep, until } from './waiting.js'

let upstream: RealtimeUpstream
let gateway: LoggedGateway
const open: Heard[] = []

beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await realtimeGateway(upstream.address, { limits: { ws_message_bytes: 4 * 1024 * 1024 }, retries: { attempts: 2 } })
})
afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.terminate()
  await upstream.ended()
  upstream.reset()
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** Writes beside the protocol. */
const bytesTo = (socket: WebSocket, bytes: Buffer): void => {
  const { _socket } = socket as unknown as { _socket: { write(bytes: Buffer): void } }
  _socket.write(bytes)
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function begin(handshake?: Handshake, at = gateway.address): Promise<{ client: Heard; provider: Heard }> {
  const index = upstream.sessions.length
  const client = await connected(at, handshake)
  open.push(client)
  return { client, provider: await upstream.session(index) }
}

describe('a handshake', () => {
  test.each<[string, Handshake, number, string]>([
    ['without a token', { headers: {} }, 401, 'invalid_api_key'],
    ['with a wrong token', { headers: bearer('sk-wrong') }, 401, 'invalid_api_key'],
    [
      'with a wrong token as a protocol',
      { headers: {}, protocols: ['realtime', 'openai-insecure-api-key.sk-wrong'] },
      401,
      'invalid_api_key',
    ],
    ['with a cookie', { headers: { cookie: `token=${key}` } }, 401, 'invalid_api_key'],
    ['without a model', { path: '/v1/realtime' }, 400, 'invalid_request'],
    ['for an unknown model', { path: '/v1/realtime?model=nothing' }, 404, 'model_not_found'],
    ['for a model of others', { headers: bearer('sk-other') }, 404, 'model_not_found'],
    ['for a model that cannot', { path: '/v1/realtime?model=mute' }, 400, 'invalid_request'],
    ['from a foreign page', { headers: { ...bearer(key), origin: 'https://page.example.evil.test' } }, 403, 'invalid_request'],
    ['on a path like it', { path: '/v1/realtime/' }, 404, 'not_found'],
  ])('%s is refused before the provider hears of it', async (_name, handshake, status, code) => {
    const refusal = await refused(gateway.address, handshake)
    expect(refusal).toMatchObject({ status, body: { error: { code } } })
    expect(refusal.headers['x-request-id']).toMatch(/^req_/)
    expect(upstream.handshakes).toHaveLength(0)
  })

  test.each([
    ['no key', ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13']],
    [
      'a bad version',
      ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 7', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
    ],
    ['no upgrade at all', []],
  ])('with %s is a 400 before the provider hears of it', async (_name, lines) => {
    const head = ['GET /v1/realtime?model=voice HTTP/1.1', 'Host: a', `Authorization: Bearer ${key}`, ...lines].join('\r\n')
    expect(await rawExchange(gateway.address, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /)
    expect(upstream.handshakes).toHaveLength(0)
  })

  test('takes a slot of its token, held as long as the session', async () => {
    const { client } = await begin({ headers: bearer('sk-few') })
    expect(await refused(gateway.address, { headers: bearer('sk-few') })).toMatchObject({
      status: 429,
      body: { error: { code: 'concurrency_limit' } },
    })
    const busy = await fetch(`${gateway.address}/v1/models`, { headers: bearer('sk-few') })
    expect(busy.status).toBe(429)
    expect(upstream.handshakes).toHaveLength(1)
    client.socket.close()
    await client.closing()
    const models = (): Promise<Response> => fetch(`${gateway.address}/v1/models`, { headers: bearer('sk-few') })
    await until('the slot is free', async () => (await models()).ok)
    await begin({ headers: bearer('sk-few') })
  })

  test('above the rate of its token is a 429 that says when to come again', async () => {
    await begin({ headers: bearer('sk-slow') })
    const refusal = await refused(gateway.address, { headers: bearer('sk-slow') })
    expect(refusal).toMatchObject({ status: 429, body: { error: { code: 'rate_limit_exceeded' } } })
    expect(refusal.headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-limit-requests': '1', 'x-ratelimit-remaining-requests': '0' })
    expect(upstream.handshakes).toHaveLength(1)
  })

  test('that is refused leaves no connection behind, and one that waits for its provider does not hold up the end', async () => {
    const short = await realtimeGateway(upstream.address)
    expect(
      await rawExchange(short.address, `GET /v1/realtime HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`, 300),
    ).toMatch(/^HTTP\/1.1 401 /)
    const asked = new Promise<void>((resolve) => {
      upstream.refuse = (_request, socket) => {
        socket.resume()
        resolve()
      }
    })
    const waiting = rawExchange(
      short.address,
      `GET /v1/realtime?model=voice HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
      3000,
    )
    await asked
    const at = performance.now()
    await short.stop()
    expect(performance.now() - at).toBeLessThan(1500)
    expect(await waiting).toMatch(/^HTTP\/1.1 503 [^]*shutting_down/)
    expect(short.records()).toMatchObject([{ status: 503, error: 'shutting_down' }])
  })

  test('is a 503 when the process is full', async () => {
    const full = await realtimeGateway(upstream.address, { limits: { in_flight: 1 } })
    await begin({}, full.address)
    expect(await refused(full.address)).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } })
    await full.stop()
  })

  test('reaches the provider with its own name of the model and its own key', async () => {
    await begin({
      path: '/v1/realtime?model=voice&call_id=x&api_key=y',
      headers: { ...bearer(key), 'openai-beta': 'realtime=v1', cookie: 'a=b' },
    })
    await begin({ path: '/v1/realtime?model=azure-voice' })
    await begin({
      path: '/v1/realtime?model=xai-voice',
      headers: {},
      protocols: ['realtime', `openai-insecure-api-key.${key}`, 'openai-beta.realtime-v1'],
    })
    expect(upstream.handshakes.map(({ url }) => url)).toEqual([
      '/v1/realtime?model=up%20model',
      '/openai/v1/realtime?model=deployed',
      '/v1/realtime?model=grok-voice',
    ])
    const [first, second, third] = upstream.handshakes.map(({ headers }) => headers)
    expect(first).toMatchObject({ authorization: 'Bearer up-key', 'openai-beta': 'realtime=v1' })
    expect(first).not.toHaveProperty('cookie')
    expect(second).toMatchObject({ 'api-key': 'up-key' })
    expect(third).toMatchObject({ authorization: 'Bearer up-key', 'openai-beta': 'realtime=v1' })
    expect(JSON.stringify(upstream.handshakes.map(({ rawHeaders }) => rawHeaders))).not.toContain(key)
    expect(JSON.stringify(upstream.handshakes.map(({ rawHeaders }) => rawHeaders))).not.toContain('permessage-deflate')
  })

  test('of a browser chooses realtime, never the token, and no compression', async () => {
    const { client } = await begin({
      headers: { origin: 'https://page.example' },
      protocols: ['realtime', `openai-insecure-api-key.${key}`],
    })
    expect(client.socket.protocol).toBe('realtime')
    expect(client.socket.extensions).toBe('')
  })
})

describe('a provider that', () => {
  const answering = (text: string) => (_request: unknown, socket: NodeJS.WritableStream) => socket.end(text)
  const json = (status: string, body: object, headers = '') => {
    const text = JSON.stringify(body)
    return answering(`HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${text.length}\r\n\r\n${text}`)
  }
  test.each<[string, NonNullable<RealtimeUpstream['refuse']>, number, string]>([
    ['refuses our key', json('401 Unauthorized', { error: { message: 'bad key up-key', code: 'invalid_api_key' } }), 502, 'upstream_auth'],
    [
      'has no such model',
      json('404 Not Found', { error: { message: 'no', type: 'invalid_request_error', code: 'model_not_found' } }),
      404,
      'model_not_found',
    ],
    ['is busy', json('429 Too Many Requests', { error: { message: 'slow down' } }, 'retry-after: 7\r\n'), 429, 'upstream_rate_limited'],
    ['redirects', answering('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n'), 502, 'upstream_invalid'],
    ['answers a page', answering('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>'), 502, 'upstream_invalid'],
    ['hangs up', (_request, socket) => socket.destroy(), 502, 'upstream_disconnected'],
    ['answers nonsense', answering('hello\r\n\r\n'), 502, 'upstream_invalid'],
  ])('%s is told as an HTTP status', async (_name, refuse, status, code) => {
    upstream.refuse = refuse
    const refusal = await refused(gateway.address)
    expect(refusal).toMatchObject({ status, body: { error: { code } } })
    expect(JSON.stringify(refusal.body)).not.toContain('up-key')
    if (status === 429) expect(refusal.headers['retry-after']).toBe('7')
    expect(gateway.records().at(-1)).toMatchObject({
      token: 'ada',
      style: 'realtime',
      model: 'voice',
      status,
      error: code === 'model_not_found' ? code : expect.any(String),
    })
  })

  test('is not there is a 502, or another one takes over', async () => {
    expect(await refused(gateway.address, { path: '/v1/realtime?model=gone' })).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unavailable' } },
    })
    await begin({ path: '/v1/realtime?model=second' })
    expect(upstream.handshakes).toHaveLength(1)
  })

  test('is silent is a 504, and is not asked again; a client that leaves meanwhile takes the call with it', async () => {
    const hasty = await realtimeGateway(upstream.address, { timeouts: { first_byte_ms: 200, drain_delay_ms: 1, drain_ms: 100 } })
    let hungUp = 0
    upstream.refuse = (_request, socket) => {
      socket.resume()
      socket.on('end', () => hungUp++)
    }
    expect(await refused(hasty.address)).toMatchObject({ status: 504, body: { error: { code: 'upstream_timeout' } } })
    expect(upstream.handshakes).toHaveLength(1)
    const leaving = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/realtime?model=voice`, { headers: bearer(key) })
    leaving.on('error', () => undefined)
    await until('the provider is asked', () => upstream.handshakes.length === 2)
    leaving.terminate()
    await until('it is hung up on', () => hungUp === 2)
    await until('it is recorded', () => gateway.records().at(-1)?.status === 499)
    expect([upstream.handshakes.length, gateway.records().at(-1)?.outcome]).toEqual([2, 'client_aborted'])
    await hasty.stop()
  })
})

describe('messages', () => {
  const texts = ['{"type":"session.created","event_id":"é ✓ 𝄞",  "session":{}}', '{}', 'no JSON', '', `"${'x'.repeat(3_000_000)}"`]

  test('pass unchanged both ways, text as text, bytes as bytes', async () => {
    const { client, provider } = await begin()
    for (const text of texts) provider.socket.send(text)
    provider.socket.send(Buffer.from([0, 255, 254]))
    for (const text of texts) client.socket.send(text)
    client.socket.send(Buffer.from([1, 255]))
    await client.count(6)
    await provider.count(6)
    expect(client.messages).toEqual([...texts.map((text) => ({ text, binary: false })), { text: '\x00ÿþ', binary: true }])
    expect(provider.messages).toEqual([...texts.map((text) => ({ text, binary: false })), { text: '\x01ÿ', binary: true }])
  })

  test('that the provider sends with its handshake are not lost', async () => {
    upstream.onSession = ({ socket }) => {
      for (let index = 0; index < 20; index++) socket.send(String(index))
    }
    const { client } = await begin()
    await client.count(20)
    expect(client.messages.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)))
  })

  test('do not accumulate: a side that does not read stops the other', async () => {
    const { client, provider } = await begin()
    const piece = 'x'.repeat(256 * 1024)
    const count = 160
    client.socket.pause()
    for (let index = 0; index < count; index++) provider.socket.send(piece)
    await sleep(500)
    expect(provider.socket.bufferedAmount).toBeGreaterThan(20 * 1024 * 1024)
    client.socket.resume()
    await client.count(count, 10_000)
    provider.socket.pause()
    for (let index = 0; index < count; index++) client.socket.send(piece)
    await sleep(500)
    expect(client.socket.bufferedAmount).toBeGreaterThan(20 * 1024 * 1024)
    provider.socket.resume()
    await provider.count(count, 10_000)
    expect(provider.closed).toBeUndefined()
  }, 30_000)
})

describe('the end', () => {
  test.each<[number | undefined, string]>([
    [1000, 'good bye'],
    [3001, 'déjà vu'],
    [4999, ''],
    [undefined, ''],
  ])('with code %s passes both ways', async (code, reason) => {
    const first = await begin()
    first.client.socket.close(code, reason)
    expect(await first.provider.closing()).toEqual({ code: code ?? 1005, reason })
    const second = await begin()
    second.provider.socket.close(code, reason)
    expect(await second.client.closing()).toEqual({ code: code ?? 1005, reason })
    expect(gateway.records().at(-1)).toMatchObject({ outcome: 'ok', status: 101 })
  })

  test('comes after all that was said before', async () => {
    const { client, provider } = await begin()
    const piece = 'x'.repeat(1024 * 1024)
    client.socket.pause()
    for (let index = 0; index < 12; index++) provider.socket.send(piece)
    provider.socket.close(1000, 'done')
    await sleep(1500)
    client.socket.resume()
    expect(await client.closing()).toEqual({ code: 1000, reason: 'done' })
    expect(client.messages).toHaveLength(12)
  })

  test.each<[string, (provider: Heard) => void, string]>([
    ['vanishes', ({ socket }) => socket.terminate(), 'upstream_disconnected'],
    ['breaks the protocol', ({ socket }) => bytesTo(socket, Buffer.from([0x83, 0])), 'upstream_invalid'],
    ['sends too much at once', ({ socket }) => socket.send('x'.repeat(4 * 1024 * 1024 + 1)), 'upstream_invalid'],
  ])('of a provider that %s is an error event and 1011', async (_name, end, code) => {
    const { client, provider } = await begin()
    provider.socket.send('{"type":"session.created"}')
    await client.count(1)
    end(provider)
    expect((await client.closing()).code).toBe(1011)
    expect(client.events.slice(1)).toMatchObject([{ type: 'error', event_id: expect.any(String), error: { type: 'api_error', code } }])
    await provider.closing()
    expect(gateway.records().at(-1)).toMatchObject({ outcome: 'upstream_error', error: code })
  })

  test.each<[string, Buffer, number]>([
    ['an unmasked message', Buffer.from([0x81, 0x01, 0x61]), 1002],
    ['an unknown opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0]), 1002],
    ['text that is no UTF-8', Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]), 1007],
  ])('of a client that sends %s comes at once', async (_name, bytes, code) => {
    const { client, provider } = await begin()
    bytesTo(client.socket, bytes)
    expect((await client.closing()).code).toBe(code)
    await provider.closing()
    expect(gateway.records().at(-1)).toMatchObject({ outcome: 'client_error' })
  })

  test('of a message above the limit is 1009, at the provider’s end too within a second', async () => {
    const { client, provider } = await begin()
    const at = performance.now()
    client.socket.send('x'.repeat(4 * 1024 * 1024 + 1))
    expect((await client.closing()).code).toBe(1009)
    await provider.closing()
    expect(performance.now() - at).toBeLessThan(1000)
    expect(provider.messages).toHaveLength(0)
  })

  test('of a client that vanishes ends the provider’s side within a second', async () => {
    const { client, provider } = await begin()
    const at = performance.now()
    client.socket.terminate()
    await provider.closing()
    expect(performance.now() - at).toBeLessThan(1000)
    await until('it is recorded', () => gateway.records().at(-1)?.outcome === 'client_aborted')
    expect(gateway.records().at(-1)).toMatchObject({ status: 499 })
  })

  test('comes with 1001 after long silence; what the provider says is not silence', async () => {
    const hasty = await realtimeGateway(upstream.address, { timeouts: { ws_idle_ms: 400, drain_delay_ms: 1, drain_ms: 100 } })
    const { client, provider } = await begin({}, hasty.address)
    for (let index = 0; index < 4; index++) {
      await sleep(200)
      provider.socket.send('{"type":"ping"}')
    }
    expect(client.closed).toBeUndefined()
    expect((await client.closing()).code).toBe(1001)
    expect((await provider.closing()).code).toBe(1001)
    await hasty.stop()
  })

  test('of the process: a session goes on until drain_ms, then both hear 1001', async () => {
    const short = await realtimeGateway(upstream.address, { timeouts: { drain_delay_ms: 1, drain_ms: 400 } })
    const { client, provider } = await begin({}, short.address)
    const stopped = short.stop()
    await until('no new connection is taken', () =>
      fetch(`${short.address}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    provider.socket.send('"still here"')
    await client.count(1)
    expect((await client.closing()).code).toBe(1001)
    expect((await provider.closing()).code).toBe(1001)
    await stopped
    expect(short.records()).toMatchObject([{ outcome: 'interrupted', style: 'realtime' }])
  })
})

describe('the record', () => {
  const done = (input: number, output: number, cached: number) =>
    JSON.stringify({
      response: {
        id: 'resp_a',
        status: 'completed',
        usage: {
          total_tokens: input + output,
          input_tokens: input,
          output_tokens: output,
          input_token_details: { text_tokens: 1, audio_tokens: input - 1, cached_tokens: cached },
          output_token_details: { audio_tokens: output },
        },
      },
      type: 'response.done',
    })

  test('is one a session, with the usage of all its responses', async () => {
    const { client, provider } = await begin()
    const before = gateway.records().length
    provider.socket.send(done(10, 5, 4))
    provider.socket.send(
      JSON.stringify({ type: 'response.output_text.done', text: 'response.done', response: { usage: { input_tokens: 1000 } } }),
    )
    provider.socket.send(done(20, 7, 0))
    await client.count(3)
    client.socket.close(1000)
    await provider.closing()
    const records = gateway.records().slice(before)
    expect(records).toHaveLength(1)
    expect(records[0]).toMatchObject({
      token: 'ada',
      style: 'realtime',
      path: '/v1/realtime',
      model: 'voice',
      provider: 'openai',
      upstream_model: 'up model',
      status: 101,
      outcome: 'ok',
      first_byte_ms: expect.any(Number),
      usage: { inputTokens: 30, cachedInputTokens: 4, audioInputTokens: 28, outputTokens: 12, audioOutputTokens: 12 },
    })
  })

  test('and a token that has expired meanwhile may ask no more, however it spells it', async () => {
    const expiry = Date.parse('2100-01-01T00:00:00Z')
    let now = expiry - 1000
    const tokens = [{ name: 'brief', key: 'sk-brief', expires_at: new Date(expiry).toISOString() }]
    const brief = await realtimeGateway(upstream.address, { tokens }, { now: () => now })
    const sessions = [
      await begin({ headers: bearer('sk-brief') }, brief.address),
      await begin({ headers: bearer('sk-brief') }, brief.address),
    ]
    for (const { client, provider } of sessions) {
      client.socket.send('{"type":"response.create"}')
      await provider.count(1)
    }
    now = expiry
    const spellings = ['{"type":"response.create"}', '{"response":{},"type":"respons\\u0065.create"}']
    for (const [index, { client, provider }] of sessions.entries()) {
      client.socket.send('{"type":"input_audio_buffer.append","audio":""}')
      client.socket.send(spellings[index] ?? '')
      expect((await client.closing()).code).toBe(1008)
      expect(client.events).toMatchObject([{ type: 'error', error: { code: 'invalid_api_key' } }])
      await provider.closing()
      expect(provider.messages).toHaveLength(2)
    }
    expect(brief.records()).toMatchObject([{ outcome: 'rejected' }, { outcome: 'rejected' }])
    await brief.stop()
  })
})
