// Whatever stands in requests of clients and replies of providers: connections are opened to the configured addresses alone.
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import type { Program } from '../program.js'
import { answerAs } from './answers.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, kinds, rawExchange, token, type Kind } from './gateway.js'
import { RealtimeUpstream } from './realtime-fixture.js'

interface Canary {
  readonly origin: string
  readonly server: Server
  readonly connections: { count: number }
}

const canaries: Canary[] = []
let upstream: FakeUpstream
let realtime: RealtimeUpstream
let gateway: Program

/** Listens where nobody is configured; `undefined` on a machine without this address. */
function canaryAt(host: string, name: string): Promise<Canary | undefined> {
  const connections = { count: 0 }
  const server = createServer((socket) => {
    connections.count++
    socket.destroy()
  })
  return new Promise((resolve) => {
    server.once('error', () => {
      resolve(undefined)
    })
    server.listen(0, host, () => {
      resolve({ origin: `http://${name}:${(server.address() as AddressInfo).port}`, server, connections })
    })
  })
}

beforeAll(async () => {
  for (const [host, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['0.0.0.0', '0.0.0.0'],
    ['127.0.0.1', 'localhost'],
  ] as const) {
    const canary = await canaryAt(host, name)
    if (canary !== undefined) canaries.push(canary)
  }
  upstream = await new FakeUpstream().start()
  realtime = await new RealtimeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    admin: { key: 'adm-case' },
    breaker: { consecutive_failures: 1_000_000 },
    providers: [
      ...kinds.map((kind) => ({
        name: kind,
        kind: kind === 'responses' ? 'openai' : kind,
        base_url: `${upstream.address}/${kind}`,
        api_key: 'up-key',
        passthrough: true,
        ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
      })),
      { name: 'voice', kind: 'openai', base_url: `${realtime.address}/v1`, api_key: 'up-key' },
    ],
    models: [...kinds, 'voice'].map((name) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  await realtime.stop()
  for (const { server } of canaries) server.close()
})

function expectNoConnections(): void {
  expect(canaries.map(({ origin, connections }) => [origin, connections.count])).toEqual(canaries.map(({ origin }) => [origin, 0]))
}

/** Members of other gateways and of clients. */
const leading = (url: string): object => ({
  baseURL: url,
  provider: { base_url: url },
  extra_body: { base_url: url },
  proxy: url,
  webhook_url: url,
  callback: url,
  metadata: { url },
})

/** Requests with this address wherever a style, or another gateway, would take one. */
function requestsNaming(url: string, model: string): readonly (readonly [string, object])[] {
  const words = [{ role: 'user', content: 'hi' }]
  const gemini = { contents: [{ role: 'user', parts: [{ text: 'hi' }, { fileData: { fileUri: `${url}/a.png`, mimeType: 'image/png' } }] }] }
  return [
    ['/v1/chat/completions', { model, messages: words, ...leading(url) }],
    ['/v1/chat/completions', { model, messages: words, base_url: url, api_key: 'sk-client' }],
    ['/v1/chat/completions', { model, messages: words, api_base: url, custom_llm_provider: 'openai' }],
    [
      '/v1/chat/completions',
      {
        model,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: `Read ${url}/` },
              { type: 'image_url', image_url: { url: `${url}/a.png` } },
            ],
          },
        ],
      },
    ],
    ['/v1/chat/completions', { model, messages: [{ role: 'user', content: [{ type: 'file', file: { file_url: `${url}/a.pdf` } }] }] }],
    ['/v1/chat/completions', { model, messages: [{ role: 'user', content: [{ type: 'video_url', video_url: { url } }] }] }],
    ['/v1/responses', { model, input: 'hi', ...leading(url) }],
    [
      '/v1/responses',
      {
        model,
        input: [
          {
            role: 'user',
            content: [
              { type: 'input_image', detail: 'auto', image_url: `${url}/a.png` },
              { type: 'input_file', file_url: `${url}/a.pdf` },
            ],
          },
        ],
        tools: [{ type: 'mcp', server_label: 'x', server_url: url, require_approval: 'never' }],
      },
    ],
    ['/v1/messages', { model, max_tokens: 5, messages: words, mcp_servers: [{ type: 'url', url, name: 'x' }], ...leading(url) }],
    [
      '/v1/messages',
      {
        model,
        max_tokens: 5,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image', source: { type: 'url', url: `${url}/a.png` } },
              { type: 'document', source: { type: 'url', url: `${url}/a.pdf` } },
              { type: 'text', text: 'hi' },
            ],
          },
        ],
      },
    ],
    [
      '/v1/messages/count_tokens',
      { model, messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: `${url}/a.png` } }] }] },
    ],
    [`/v1beta/models/${model}:generateContent`, { ...gemini, ...leading(url) }],
    [`/v1beta/models/${model}:countTokens`, gemini],
    ['/v1/embeddings', { model, input: url, ...leading(url) }],
    ['/v1/images/generations', { model, prompt: 'a cat', response_format: 'b64_json', image: url, ...leading(url) }],
    ['/v1/moderations', { model, input: [{ type: 'image_url', image_url: { url: `${url}/a.png` } }] }],
    ['/v1/rerank', { model, query: 'q', documents: [url], ...leading(url) }],
  ]
}

/** A question of each style, with nothing that a provider could refuse. */
function plainQuestions(model: string): readonly (readonly [string, object])[] {
  const messages = [{ role: 'user', content: 'hi' }]
  return [
    ['/v1/chat/completions', { model, messages }],
    ['/v1/chat/completions', { model, messages, stream: true }],
    ['/v1/messages', { model, max_tokens: 5, messages }],
    ['/v1/responses', { model, input: 'hi' }],
    [`/v1beta/models/${model}:generateContent`, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }],
  ]
}

const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' }

async function ask(path: string, body: object, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const reply = await fetch(gateway.address + path, { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) })
  await reply.arrayBuffer()
  return reply.status
}

test('the canaries hear who comes', async () => {
  for (const { origin, connections } of canaries) {
    const { hostname, port } = new URL(origin)
    await new Promise((resolve) => connect(Number(port), hostname.replace(/[[\]]/g, '')).on('error', resolve).on('close', resolve))
    expect([origin, connections.count]).toEqual([origin, 1])
    connections.count = 0
  }
})

test.each(kinds)('addresses in bodies are not fetched: %s', async (kind: Kind) => {
  upstream.reply = (call, response) => {
    answerAs(kind, { text: 'fine' }, call, response)
  }
  let passed = 0
  for (const { origin } of canaries)
    for (const [path, body] of requestsNaming(origin, `m-${kind}`)) {
      const status = await ask(path, body)
      expect([path, JSON.stringify(body), status < 500 || status === 502]).toEqual([path, JSON.stringify(body), true])
      if (status === 200) passed++
    }
  expect(passed).toBeGreaterThan(0)
  expectNoConnections()
})

test('nor do headers, models or targets of a request name another address', async () => {
  upstream.reply = (call, response) => {
    // Handshakes of realtime sessions come here, too.
    if (call.body.length === 0) response.writeHead(404).end()
    else answerAs('openai', { text: 'fine' }, call, response)
  }
  const body = (model: string) => ({ model, messages: [{ role: 'user', content: 'hi' }] })
  for (const { origin } of canaries) {
    const host = origin.slice('http://'.length)
    for (const name of [
      ...['x-forwarded-host', 'x-host', 'x-original-host', 'x-original-url', 'x-rewrite-url', 'forwarded', 'referer', 'origin', 'via'],
      ...['x-base-url', 'x-upstream-url', 'x-anywire-base-url', 'x-portkey-custom-host', 'x-litellm-api-base', 'helicone-target-url'],
      ...['openai-base-url', 'proxy', 'destination', 'x-forwarded-server', 'x-forwarded-proto', 'x-callback-url', 'webhook'],
    ])
      for (const value of [origin, host, `host=${host}`])
        expect(await ask('/v1/chat/completions', body('m-openai'), { [name]: value })).toBe(200)
    for (const model of [
      ...[origin, `${origin}/x`, `//${host}/x`, `openai/${origin}/x`, `openai/@${host}`, `openai/x@${host}/`, `openai/../../${host}`],
      ...[`gemini/${origin}`, `gemini/@${host}/x`, `gemini/x?alt=${origin}`, `gemini//${host}/x`, `anthropic/\\\\${host}\\x`],
    ])
      await ask('/v1/chat/completions', body(model))
    const text = JSON.stringify(body('m-openai'))
    const rest = `Content-Type: application/json\r\nContent-Length: ${text.length}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n${text}`
    for (const [line, from] of [
      [`POST ${origin}/v1/chat/completions HTTP/1.1`, host],
      ['POST /v1/chat/completions HTTP/1.1', host],
      [`POST //${host}/v1/chat/completions HTTP/1.1`, 'x'],
      [`CONNECT ${host} HTTP/1.1`, host],
      [`GET http://${host}/ HTTP/1.1`, host],
    ] as const)
      await rawExchange(gateway.address, `${line}\r\nHost: ${from}\r\n${rest}`, 5000)
    for (const model of ['m-voice', origin, `openai/${origin}`])
      await rawExchange(
        gateway.address,
        `GET /v1/realtime?model=${encodeURIComponent(model)}&base_url=${encodeURIComponent(origin)} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
      )
  }
  expectNoConnections()
})

test('nor does a provider lead it anywhere: redirects are a 502, addresses in replies are data', async () => {
  for (const { origin } of canaries) {
    for (const status of [300, 301, 302, 303, 305, 307, 308]) {
      upstream.reply = (_call, response) =>
        response
          .writeHead(status, { location: `${origin}/v1/chat/completions`, 'content-location': origin, refresh: `0; url=${origin}` })
          .end()
      for (const kind of kinds)
        for (const [path, body] of plainQuestions(`m-${kind}`)) expect([status, path, await ask(path, body)]).toEqual([status, path, 502])
    }
    upstream.reply = (_call, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        link: `<${origin}>; rel="next", <${origin}>; rel=preload`,
        'alt-svc': `http/1.1="${origin.slice('http://'.length)}"`,
        refresh: `0; url=${origin}`,
      })
      response.end(
        JSON.stringify({
          created: 1,
          data: [{ url: `${origin}/a.png`, embedding: [1], index: 0, object: 'embedding' }],
          next_page: origin,
          has_more: true,
          object: 'list',
        }),
      )
    }
    for (const [path, body] of [
      ['/v1/images/generations', { model: 'm-openai', prompt: 'a cat', response_format: 'b64_json' }],
      ['/v1/images/generations', { model: 'm-gemini', prompt: 'a cat', response_format: 'b64_json' }],
      ['/v1/embeddings', { model: 'm-openai', input: 'a' }],
    ] as const)
      await ask(path, body)
  }
  expectNoConnections()
}, 60_000)
