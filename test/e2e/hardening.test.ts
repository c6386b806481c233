import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, rawExchange, token } from './gateway.js'
import { chunk } from './two-providers.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'up-model',
        choices: [{ index: 0, message: { role: 'assistant', content: 'ok', refusal: null }, finish_reason: 'stop', logprobs: null }],
      }),
    )
  }
  gateway = await gatewayFor(upstream, {
    limits: { body_bytes: 20_000, json_depth: 64, header_count: 60, url_bytes: 2000 },
    timeouts: { body_idle_ms: 300, header_ms: 400, request_ms: 1500, drain_delay_ms: 1, drain_ms: 500 },
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const bearer = { authorization: `Bearer ${token}` }
const chat = '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}'
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(gateway.address + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...bearer, ...headers } })

describe('every path needs a token', () => {
  const paths = [
    '/v1/chat/completions',
    '/v1/messages',
    '/v1/responses',
    '/v1/responses/resp_1',
    '/v1beta/models/m:generateContent',
    '/v1/models',
    '/v1/unknown',
    '/v1beta/unknown',
    '/api/admin/tokens',
    '/v2/rerank',
    '/metrics',
    '/v1',
  ]
  const methods = ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS', 'PATCH']
  const credentials: Record<string, string>[] = [
    {},
    { authorization: '' },
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic abc' },
    { 'api-key': token },
    { authorization: `Bearer ${token} ` + 'x' },
  ]
  test.each(paths)('%s is 401 without a valid token, whatever the method', async (path) => {
    for (const method of methods)
      for (const headers of credentials) {
        const reply = await fetch(gateway.address + path, { method, headers })
        expect([method, JSON.stringify(headers), reply.status]).toEqual([method, JSON.stringify(headers), 401])
        await reply.arrayBuffer()
      }
    expect(upstream.calls).toHaveLength(0)
  })

  test('errors come in the style of the path', async () => {
    const body = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(gateway.address + path, { method: 'POST', headers })).json()
    expect(await body('/v1/messages')).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error' },
      request_id: expect.stringMatching(/^req_/),
    })
    expect(await body('/v1beta/models/m:generateContent')).toMatchObject({ error: { code: 401, status: 'UNAUTHENTICATED' } })
    expect(await body('/v1/responses')).toMatchObject({ error: { type: 'invalid_request_error', code: 'invalid_api_key' } })
  })

  test('with a token: unknown path 404, wrong method 405 with Allow', async () => {
    expect((await fetch(`${gateway.address}/v1/unknown`, { headers: bearer })).status).toBe(404)
    const wrong = await fetch(`${gateway.address}/v1/embeddings`, { headers: bearer })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await fetch(`${gateway.address}/nowhere`)).status).toBe(404)
  })
})

describe('where credentials are read', () => {
  const messages = '{"model":"m-anthropic","max_tokens":5,"messages":[{"role":"user","content":"hi"}]}'
  test.each([
    ['x-api-key on another style is not read', '/v1/chat/completions', { 'x-api-key': token }, 401],
    ['the first one present decides', '/v1/messages', { 'x-api-key': 'wrong', authorization: `Bearer ${token}` }, 401],
    ['a key in the query of /v1beta (the body is of another style)', `/v1beta/models/m-none:generateContent?key=${token}`, {}, 400],
    ['a key in the query of /v1 is none', `/v1/models/m-none:generateContent?key=${token}`, {}, 401],
    ['the scheme in any case', '/v1/unknown', { authorization: `bEaReR ${token}` }, 404],
    ['600 bytes', '/v1/unknown', { authorization: `Bearer ${'a'.repeat(600)}` }, 401],
    ['quotes', '/v1/unknown', { authorization: `Bearer "' OR 1=1` }, 401],
  ])('%s', async (_, path, headers: Record<string, string>, status) => {
    const reply = await fetch(gateway.address + path, {
      method: 'POST',
      body: messages,
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', ...headers },
    })
    expect(reply.status).toBe(status)
  })

  test.each([
    ['', '/v1/models'],
    ['X-Api-Key', '/v1/models'],
    ['X-Api-Key', '/v1/messages'],
    ['X-Goog-Api-Key', '/v1beta/models'],
  ])('two Authorization lines are a 400, beside %s too', async (own, path) => {
    const reply = await rawExchange(
      gateway.address,
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${own === '' ? '' : `${own}: ${token}\r\n`}Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('paths are taken as they are', () => {
  test.each([
    '//v1/models',
    '/v1//models',
    '/v1/./models',
    '/v1/x/../models',
    '/v1\\models',
    '/v1/models;x',
    '/v1/%6dodels',
    '/v1%2fmodels',
    '/V1/models',
    '/v1/models/',
    'http://127.0.0.1/v1/models',
  ])('%s reaches no handler', async (path) => {
    const reply = await rawExchange(
      gateway.address,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Original-URL: /v1/models\r\nX-HTTP-Method-Override: GET\r\nConnection: close\r\n\r\n`,
    )
    expect(reply).toMatch(/^HTTP\/1.1 404 /)
  })
  test('a malformed Host is 400', async () => {
    expect(await rawExchange(gateway.address, `GET /healthz HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
  })
})

describe('bodies', () => {
  const padded = (size: number): string => chat.replace('"hi"', `"${'x'.repeat(size - chat.length + 2)}"`)
  test('the limit passes, one byte more is 413 before any upstream call', async () => {
    expect((await post('/v1/chat/completions', padded(20_000))).status).toBe(200)
    const over = await post('/v1/chat/completions', padded(20_001))
    expect([over.status, upstream.calls.length]).toEqual([413, 1])
  })
  test('counted while reading where no length is given', async () => {
    const chunk = `${(5000).toString(16)}\r\n${'x'.repeat(5000)}\r\n`
    const reply = await rawExchange(
      gateway.address,
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
    )
    expect(reply).toMatch(/^HTTP\/1.1 413 /)
    expect(reply.toLowerCase()).toContain('connection: close')
  })
  test('Expect: 100-continue with too large a length gets 413 without 100', async () => {
    const head = (length: number): string =>
      `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
    expect(await rawExchange(gateway.address, head(20_001))).toMatch(/^HTTP\/1.1 413 /)
    expect(await rawExchange(gateway.address, head(chat.length) + chat)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /)
  })
  const deep = (levels: number): string =>
    `{"model":"m-openai","messages":[{"role":"user","content":"hi"}],"x":${'['.repeat(levels)}${']'.repeat(levels)}}`
  test.each([
    ['empty', ''],
    ['cut', '{"model":'],
    ['an array', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['a number', '1'],
    ['two values', '{} {}'],
    ['a lone surrogate as bytes', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['not UTF-8', Buffer.from('{"model":"\xff\xfe"}', 'latin1')],
    ['UTF-16', Buffer.from(chat, 'utf16le')],
    ['64 levels below the top', deep(64)],
    ['9,000 levels', deep(9000)],
    ['a missing field', '{"model":"m-openai"}'],
    ['a wrong type', '{"model":"m-openai","messages":"hi"}'],
    ['a number out of range', '{"model":"m-openai","messages":[{"role":"user","content":"hi"}],"temperature":3}'],
  ])('%s is a 400 and no upstream call', async (_, body) => {
    const reply = await post('/v1/chat/completions', body)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ error: { type: 'invalid_request_error', message: expect.stringMatching(/./) } })
    expect(upstream.calls).toHaveLength(0)
  })
  test('63 levels pass', async () => {
    expect((await post('/v1/chat/completions', deep(63))).status).toBe(200)
  })
  test('the message names the field', async () => {
    expect(
      await (await post('/v1/chat/completions', '{"model":"m-openai","messages":[{"role":"user","content":5}]}')).json(),
    ).toMatchObject({ error: { message: expect.stringContaining('/messages/0/content'), param: 'messages[0].content' } })
  })
  test.each([['text/plain'], ['application/x-www-form-urlencoded'], ['multipart/form-data; boundary=x'], ['']])(
    'content type %s is 415',
    async (type) => {
      const reply = await rawExchange(
        gateway.address,
        `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n${type === '' ? '' : `Content-Type: ${type}\r\n`}Content-Length: ${chat.length}\r\nConnection: close\r\n\r\n${chat}`,
      )
      expect(reply).toMatch(/^HTTP\/1.1 415 /)
    },
  )
  test.each(['/v1/audio/transcriptions', '/v1/audio/translations'])('JSON where a form is expected is 415: %s', async (path) => {
    const reply = await post(path, '{"model":"m-openai"}')
    expect([reply.status, upstream.calls.length]).toEqual([415, 0])
    expect(await reply.json()).toMatchObject({ error: { param: 'content-type', message: 'The content type must be multipart/form-data.' } })
  })
  const digits = '9'.repeat(400)
  test.each([
    ['/v1/chat/completions', `{"model":"m-openai","max_tokens":${digits},"messages":[{"role":"user","content":"hi"}]}`],
    ['/v1/messages', `{"model":"m-openai","max_tokens":${digits},"messages":[{"role":"user","content":"hi"}]}`],
    ['/v1/responses', `{"model":"m-openai","max_output_tokens":1e999,"input":"hi"}`],
    ['/v1beta/models/m-openai:generateContent', `{"contents":[{"parts":[{"text":"hi"}]}],"generationConfig":{"seed":-1e999}}`],
    ['/v1/rerank', `{"model":"m-openai","query":"q","documents":["d"],"top_n":${digits}}`],
  ])('a number out of range at %s is a 400 that names it, before any upstream call', async (path, body) => {
    const reply = await post(path, body, { 'anthropic-version': '2023-06-01' })
    expect([reply.status, upstream.calls.length]).toEqual([400, 0])
    expect(await reply.text()).toMatch(
      /expected a number below 1\.8e308 at \/(?:max_tokens|max_output_tokens|generationConfig\/seed|top_n)/,
    )
  })
  test('prototype names are data', async () => {
    const reply = await post(
      '/v1/chat/completions',
      '{"__proto__":{"model":"x"},"constructor":1,"model":"m-openai","messages":[{"role":"user","content":"hi","__proto__":{"a":1}}]}',
    )
    expect(reply.status).toBe(200)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})

describe('slow and ambiguous clients', () => {
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  const handshake = `GET /v1/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n`
  test('a body without progress is 408', async () => {
    expect(await rawExchange(gateway.address, `${head}Content-Length: 100\r\n\r\n{"mod`, 1500)).toMatch(/^HTTP\/1.1 408 /)
  })
  test('headers that do not end are 408', async () => {
    expect(await rawExchange(gateway.address, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A', 2500)).toMatch(
      /^HTTP\/1.1 408 [\s\S]*x-request-id: req_[\s\S]*"request_timeout"/,
    )
  })
  test.each([
    ['length and transfer encoding', `${head}Content-Length: ${chat.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['two lengths', `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`],
    ['a bare LF in the headers', `GET /healthz HTTP/1.1\nHost: x\n\n`],
    ['an invalid chunk size', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ['an unknown transfer coding', `${head}Transfer-Encoding: gzip\r\n\r\n`],
    ['an unknown transfer coding before chunked', `${head}Transfer-Encoding: zz, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['chunked on two lines', `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['two Host lines', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\nHost: x\r\n\r\n'],
    ['a port that there cannot be', 'GET /healthz HTTP/1.1\r\nHost: x:99999\r\n\r\n'],
    ['a handshake with a body', `${handshake}Content-Length: 5\r\n\r\nhello`],
    ['a handshake with a chunked body', `${handshake}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a handshake with a malformed Host', `${handshake.replace('Host: x', 'Host: x:99999')}\r\n`],
    ['a handshake with two Host lines', `${handshake}Host: x\r\n\r\n`],
  ])('%s is 400 in JSON with an id, and the connection closes', async (_, text) => {
    const reply = await rawExchange(gateway.address, text)
    expect(reply).toMatch(/^HTTP\/1.1 400 /)
    expect(reply).toMatch(/^connection: close\r$/im)
    expect(reply).toMatch(/^x-request-id: req_[0-9a-f]{44}\r$/im)
    expect(
      JSON.parse(
        reply
          .slice(reply.indexOf('\r\n\r\n'))
          .replace(/^[^{]*/, '')
          .replace(/[^}]*$/, ''),
      ),
    ).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    })
    expect(upstream.calls).toHaveLength(0)
  })
  test('bytes behind a running request never answer into it', async () => {
    const { reply } = upstream
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(chunk('hello'))
    }
    const body = chat.replace('{', '{"stream":true,')
    const asking = `${head}Content-Length: ${body.length}\r\n\r\n${body}`
    for (const behind of ['garbage\r\n\r\n', handshake + '\r\n', `GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}`]) {
      const received = await rawExchange(gateway.address, asking, 600, { text: behind, afterMs: 200 })
      expect([behind.slice(0, 10), received.match(/HTTP\/1\.1 \d+/g), received.includes('hello')]).toEqual([
        behind.slice(0, 10),
        ['HTTP/1.1 200'],
        true,
      ])
    }
    upstream.reply = reply
  })
  test('bytes after a refused request are not executed', async () => {
    const reply = await rawExchange(gateway.address, `${head}Content-Length: 30000\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`)
    expect(reply.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(reply).toMatch(/^HTTP\/1.1 413 /)
  })
})

describe('too much of a head', () => {
  test('URL: the limit passes, more is 414', async () => {
    expect((await fetch(`${gateway.address}/v1/models?${'a'.repeat(2000 - 11)}`, { headers: bearer })).status).toBe(200)
    expect((await fetch(`${gateway.address}/v1/models?${'a'.repeat(2001 - 11)}`, { headers: bearer })).status).toBe(414)
  })
  test('headers: more than the count is 431, more than the bytes is 431', async () => {
    const many = (count: number): string =>
      `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${Array.from({ length: count }, (_, index) => `x-${index}: 1\r\n`).join('')}\r\n`
    expect(await rawExchange(gateway.address, many(58))).toMatch(/^HTTP\/1.1 200 /)
    expect(await rawExchange(gateway.address, many(59))).toMatch(/^HTTP\/1.1 431 /)
    expect(await rawExchange(gateway.address, `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [\s\S]*x-request-id: req_[\s\S]*"error"/,
    )
  })
})

describe('a client with a wrong base address is told the right one', () => {
  test.each([
    ['/openai/v1/chat/completions', {}, 'OpenAI'],
    ['//v1/messages', { 'x-api-key': token, 'anthropic-version': '2023-06-01' }, 'Anthropic'],
    ['//v1/chat/completions', bearer, 'OpenAI'],
    ['/v1/v1/chat/completions', bearer, 'OpenAI'],
    ['/v1/v2/rerank', bearer, 'Cohere'],
  ])('%s', async (path, headers, family) => {
    const reply = await fetch(gateway.address + path, { method: 'POST', headers })
    expect(reply.status).toBe(404)
    const { error } = (await reply.json()) as { error: { message: string } }
    expect(error.message).toContain(`The base address of ${family} clients is ${gateway.address}`)
  })

  test.each(['//v1/messages', '/v1/v1/messages', '/v1/messages/', '/x/../v1/models', '/v1\\models', '/%761/models'])(
    '%s without a token is a 401',
    async (path) => {
      const reply = await rawExchange(gateway.address, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect(reply).toMatch(/^HTTP\/1.1 401 /)
    },
  )
})
