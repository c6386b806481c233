import { jest } from '@jest/globals'
import type { ServerResponse } from 'node:http'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, rawExchange, token } from './gateway.js'
import { slowestAnswer } from '../probe.js'
import { chunk, goodEnd } from './two-providers.js'
import { sleep } from './waiting.js'

jest.setTimeout(60_000)

const MiB = 1024 * 1024
let upstream: FakeUpstream
let gateway: Program

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    providers: [
      { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' },
      { name: 'both', kind: 'openai', base_url: `${upstream.address}/both/v1`, api_key: 'up-key', chat_api: 'responses' },
      { name: 'gemini', kind: 'gemini', base_url: `${upstream.address}/gemini`, api_key: 'up-key' },
    ],
    models: [
      { name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] },
      { name: 'm-responses', targets: [{ provider: 'both', model: 'x' }] },
      { name: 'm-gemini', targets: [{ provider: 'gemini', model: 'x' }] },
    ],
    breaker: { consecutive_failures: 1_000_000 },
    timeouts: { stream_idle_ms: 5000 },
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const post = (path: string, body: object): Promise<Response> =>
  fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
const chat = (model: string, stream: boolean): Promise<Response> =>
  post('/v1/chat/completions', { model, stream, messages: [{ role: 'user', content: 'hi' }] })
const json = (response: ServerResponse, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
}
const sse = (response: ServerResponse, body: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
}

const choices = `{"id":"c","object":"chat.completion","created":1,"model":"x","choices":[${'{},'.repeat(999_999)}{}]}`
const few = `{"id":"c","object":"chat.completion","created":1,"model":"x","choices":[${Array.from({ length: 2000 }, (_, index) => `{"index":${index},"delta":{"content":"a"}}`).join()}]}`
const candidates = `{"candidates":[${'{},'.repeat(999_999)}{}]}`
const deep = `{"id":"c","choices":[{"delta":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}]}`

test.each([
  ['a million choices', 'm-openai', false, choices],
  ['a million choices in a chunk', 'm-openai', true, `data: ${choices}\n\n`],
  ['two thousand choices in a chunk', 'm-openai', true, `data: ${few}\n\n`],
  ['a million candidates', 'm-gemini', false, candidates],
  ['a million candidates in a chunk', 'm-gemini', true, `data: ${candidates}\n\n`],
  ['nesting without an end', 'm-openai', false, deep],
  ['nesting without an end in a chunk', 'm-openai', true, `data: ${deep}\n\n`],
])('%s: 502, and others are answered meanwhile', async (_, model, stream, body) => {
  upstream.reply = (_call, response) => {
    if (stream) sse(response, body)
    else json(response, body)
  }
  const worst = await slowestAnswer(gateway.address, async () => {
    const reply = await chat(model, stream)
    expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([502, 'upstream_invalid'])
  })
  expect(worst).toBeLessThan(150)
})

test('choices that come one by one are counted over the stream', async () => {
  upstream.reply = (_call, response) => {
    sse(
      response,
      Array.from({ length: 500 }, (_, index) => `data: {"id":"c","choices":[{"index":${index},"delta":{"content":"a"}}]}\n\n`).join('') +
        goodEnd,
    )
  }
  expect(await (await chat('m-openai', true)).text()).toContain('"code":"upstream_invalid"')
})

test('chunks without content are not held without a bound', async () => {
  const empty = `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"x","choices":[],"padding":"${'p'.repeat(4000)}"}\n\n`
  let sent = 0
  let more = true
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const write = (): void => {
      while (more && sent < 200 * MiB) {
        sent += empty.length
        if (!response.write(empty)) return
      }
      response.end(chunk('good') + goodEnd)
    }
    response.on('drain', write)
    write()
  }
  const before = gateway.memory()
  // Nobody reads the reply: the provider must be paused.
  const reply = await chat('m-openai', true)
  await sleep(500)
  expect(sent).toBeLessThan(64 * MiB)
  expect(gateway.memory() - before).toBeLessThan(64 * MiB)
  more = false
  expect(await reply.text()).toMatch(/good[^]*\[DONE\]\s*$/)
})

test('a list of earlier items that never ends is given up', async () => {
  upstream.reply = ({ request }, response) => {
    const { url = '', method } = request
    if (method === 'POST') json(response, '{"id":"resp_far","object":"response","status":"completed","model":"x","output":[]}')
    else if (url.includes('input_items'))
      json(response, `{"object":"list","data":[{"id":"item_${upstream.calls.length}"}],"has_more":true}`)
    else json(response, '{"id":"resp_far","object":"response","status":"completed","output":[],"previous_response_id":"resp_far"}')
  }
  await (await post('/v1/responses', { model: 'm-responses', input: 'hi' })).text()
  const reply = await post('/v1/responses', { model: 'm-openai', input: 'hi', previous_response_id: 'resp_far' })
  expect([reply.status, ((await reply.json()) as { error: { code: string } }).error.code]).toEqual([502, 'upstream_invalid'])
  expect(upstream.calls.length).toBeLessThan(1010)
})

/** Asks for a turn after one that the provider keeps, whose items it lists so. */
async function turnAfter(
  page: (call: number) => string,
): Promise<{ readonly status: number; readonly code: string; readonly calls: number }> {
  upstream.reply = ({ request }, response) => {
    const { url = '', method } = request
    if (method === 'GET' && url.includes('input_items')) json(response, page(upstream.calls.length))
    else json(response, '{"id":"resp_far","object":"response","status":"completed","model":"x","output":[]}')
  }
  await (await post('/v1/responses', { model: 'm-responses', input: 'hi' })).text()
  upstream.calls.length = 0
  const reply = await post('/v1/responses', { model: 'm-openai', input: 'hi', previous_response_id: 'resp_far' })
  const { error } = (await reply.json()) as { error: { code: string } }
  return { status: reply.status, code: error.code, calls: upstream.calls.length }
}

test('a list of earlier items whose pages come round again is given up at once', async () => {
  expect(await turnAfter(() => '{"object":"list","data":[{"id":"item_1"}],"has_more":true}')).toEqual({
    status: 502,
    code: 'upstream_invalid',
    calls: 3,
  })
})

test('earlier items of very many values are too much, though few bytes', async () => {
  const data = `${'{},'.repeat(200_000)}{"id":"item_`
  const before = gateway.memory()
  expect(await turnAfter((call) => `{"object":"list","data":[${data}${call}"}],"has_more":true}`)).toMatchObject({ status: 413, calls: 3 })
  expect(gateway.memory() - before).toBeLessThan(128 * MiB)
})

test('headers that are many, large, or of the connection alone are not passed on', async () => {
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, index) => [`x-ratelimit-${index}`, 'a'.repeat(40)]))
  upstream.reply = (_call, response) => {
    json(
      response,
      '{"id":"c","object":"chat.completion","created":1,"model":"x","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}',
      {
        'x-ratelimit-first': '1',
        'x-ratelimit-mine': '2',
        connection: 'X-RateLimit-Mine, keep-alive',
        ...many,
      },
    )
  }
  const reply = await chat('m-openai', false)
  const passed = [...reply.headers].filter(([name]) => name.startsWith('x-upstream-'))
  expect(reply.status).toBe(200)
  expect(passed.length).toBeLessThanOrEqual(32)
  expect(reply.headers.get('x-upstream-ratelimit-first')).toBe('1')
  expect(reply.headers.get('x-upstream-ratelimit-mine')).toBeNull()
})

test('what a client lists in Connection goes no further', async () => {
  upstream.reply = (_call, response) => {
    json(response, '{"error":{"message":"no"}}')
  }
  const body = '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}'
  const sent = `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\ntraceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nOpenAI-Beta: x\r\n`
  await rawExchange(gateway.address, `${sent}Connection: close\r\n\r\n${body}`)
  await rawExchange(gateway.address, `${sent}Connection: close, traceparent, OpenAI-Beta\r\n\r\n${body}`)
  expect(upstream.calls.map(({ request }) => [request.headers.traceparent !== undefined, request.headers['openai-beta']])).toEqual([
    [true, 'x'],
    [false, undefined],
  ])
})

test('headers that are about the connection of a client, and its cookies, go no further', async () => {
  upstream.reply = (_call, response) => {
    json(response, '{"error":{"message":"no"}}')
  }
  const names = ['te', 'trailer', 'keep-alive', 'upgrade', 'proxy-connection', 'proxy-authorization', 'cookie', 'set-cookie', 'expect']
  const values = ['trailers', 'x-t', 'timeout=9', 'h2c', 'keep-alive', 'Basic eDp4', 'a=b', 'a=b', '100-continue']
  const body = '{"model":"m-openai","messages":[{"role":"user","content":"hi"}]}'
  const lines = names.map((name, index) => `${name}: ${values[index]}\r\n`).join('')
  const received = await rawExchange(
    gateway.address,
    `POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n${lines}\r\n${body}`,
  )
  expect([received.includes('HTTP/1.1 502'), upstream.calls.length]).toEqual([true, 1])
  const { headers = {} } = upstream.calls[0]?.request ?? {}
  expect(names.filter((name) => headers[name] !== undefined)).toEqual([])
})

test.each(['1e308', '-1', 'NaN', 'Infinity', '9'.repeat(300)])(
  'retry-after: %s is a time that a client can wait, or none',
  async (value) => {
    upstream.reply = (_call, response) => {
      response.writeHead(429, { 'content-type': 'application/json', 'retry-after': value }).end('{"error":{"message":"no"}}')
    }
    const reply = await chat('m-openai', false)
    expect(reply.status).toBe(429)
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d{0,5}$/)
  },
)
