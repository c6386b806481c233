import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { chunk } from './two-providers.js'

const page = 'https://app.example.com'
const bearer = { authorization: `Bearer ${token}` }
const strangers = [
  'https://app.example.com.evil.test',
  'https://app.example.com:8443',
  'http://app.example.com',
  'https://APP.example.com',
  'https://app.example.com, https://app.example.com',
  'null',
  '*',
]

let upstream: FakeUpstream
let gateway: RunningGateway
let closed: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, {
    server: { port: 0, cors_origins: [page] },
    tokens: [{ name: 'test', key: token, requests_per_minute: 1000 }],
  })
  closed = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await closed.stop()
  await upstream.stop()
})

function preflight(path: string, headers: Record<string, string>, at = gateway): Promise<Response> {
  return fetch(at.address + path, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST', ...headers } })
}

/** The headers of a reply that are for browsers. */
function granted(reply: Response): string[] {
  return [...reply.headers.keys()].filter((name) => name.startsWith('access-control-'))
}

test.each([
  ['/v1/chat/completions', 'GET, POST'],
  ['/v1beta/models/m:generateContent', 'POST'],
  ['/v1/messages', 'POST'],
])('a page of a configured origin may post to %s with the headers of its library', async (path, methods) => {
  const asked =
    'authorization,x-anywire-token,content-type,x-api-key,x-goog-api-key,anthropic-version,x-stainless-os,x-stainless-retry-count,cookie'
  const reply = await preflight(path, { origin: page, 'access-control-request-headers': asked })
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-origin')).toBe(page)
  expect(reply.headers.get('vary')).toBe('origin')
  expect(reply.headers.get('access-control-allow-methods')).toBe(methods)
  expect(reply.headers.get('access-control-max-age')).toBe('7200')
  expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
  expect(granted(reply)).not.toContain('access-control-allow-credentials')
  const names = reply.headers.get('access-control-allow-headers')?.split(', ') ?? []
  expect(asked.split(',').filter((name) => !names.includes(name))).toEqual(['cookie'])
})

test('the methods are those of the path', async () => {
  const reply = await preflight('/v1/responses/resp_1', { origin: page, 'access-control-request-method': 'DELETE' })
  expect(reply.headers.get('access-control-allow-methods')?.split(', ').sort()).toEqual(['DELETE', 'GET'])
})

test.each(strangers)('a page of %s is told nothing', async (origin) => {
  const asked = await preflight('/v1/chat/completions', { origin })
  expect([asked.status, granted(asked)]).toEqual([401, []])
  const reply = await fetch(`${gateway.address}/v1/models`, { headers: { ...bearer, origin } })
  expect([reply.status, granted(reply)]).toEqual([200, []])
})

test('OPTIONS grants nothing else: no origin, no asked method, an unknown path, other prefixes', async () => {
  const plain = await fetch(`${gateway.address}/v1/models`, { method: 'OPTIONS', headers: { origin: page } })
  expect(plain.status).toBe(401)
  expect((await preflight('/v1/models', {})).status).toBe(401)
  expect((await preflight('/v1/unknown', { origin: page })).status).toBe(401)
  const others = await Promise.all(['/api/admin/tokens', '/healthz', '/metrics'].map((path) => preflight(path, { origin: page })))
  expect(others.map((reply) => [reply.status, granted(reply)])).toEqual([
    [401, []],
    [405, []],
    [401, []],
  ])
})

test('without configured origins nothing is said', async () => {
  const asked = await preflight('/v1/chat/completions', { origin: page }, closed)
  expect([asked.status, granted(asked), asked.headers.get('vary')]).toEqual([401, [], null])
  const reply = await fetch(`${closed.address}/v1/models`, { headers: { ...bearer, origin: page } })
  expect([granted(reply), reply.headers.get('vary')]).toEqual([[], null])
})

test.each([true, false])('replies may be read, with their id and limits (stream: %s)', async (stream) => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' })
    response.end(
      stream ? `${chunk('ok', 'stop')}data: [DONE]\n\n` : '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[]}',
    )
  }
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...bearer, origin: page, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }], stream }),
  })
  expect(reply.headers.get('access-control-allow-origin')).toBe(page)
  expect(reply.headers.get('vary')).toBe('origin')
  const names = reply.headers.get('access-control-expose-headers')?.split(', ') ?? []
  expect(names).toEqual(
    expect.arrayContaining([
      'x-request-id',
      'retry-after',
      'x-ratelimit-remaining-requests',
      'anthropic-ratelimit-tokens-reset',
      'ratelimit',
    ]),
  )
  expect(reply.headers.has('x-ratelimit-remaining-requests')).toBe(true)
  await reply.arrayBuffer()
})

test.each([
  ['no token', '/v1/messages', {}, 401],
  ['no such path', '/v1/nothing', bearer, 404],
  ['another method', '/v1/embeddings', bearer, 405],
  ['an empty token', '/v1/models', { authorization: '' }, 401],
])('errors may be read: %s', async (_what, path, headers, status) => {
  const reply = await fetch(gateway.address + path, { headers: { ...headers, origin: page } })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([status, page])
})

test.each(['/openapi.json', '/openapi.yaml'])('%s is for pages of any origin', async (path) => {
  const reply = await fetch(closed.address + path, { headers: { origin: 'https://viewer.example' } })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})
