import { readFileSync } from 'node:fs'
import { jest } from '@jest/globals'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { question, styles } from './client-styles.js'
import { FakeUpstream, kinds, rawExchange, token } from './gateway.js'
import { answerAs } from './answers.js'
import { reset } from './two-providers.js'

jest.setTimeout(60_000)

const canaries = {
  upstreamKey: 'canary-upstream-key',
  operatorHeader: 'canary-operator-header',
  password: 'canary-password',
  cookie: 'canary-cookie',
  wrongToken: 'sk-aw-canary-wrong-token-that-is-long',
  queryKey: 'canary-query-key',
  adminKey: 'canary-admin-key',
  secretKey: 'canary-secret-key-of-at-least-32-bytes',
  prompt: 'canary-prompt',
}

let upstream: FakeUpstream
let gateway: Program

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await builtGateway(upstream.address, {
    secret_key: canaries.secretKey,
    admin: { key: canaries.adminKey },
    breaker: { consecutive_failures: 1_000_000, open_ms: 1 },
    timeouts: { first_byte_ms: 300, reply_ms: 300 },
    providers: [
      ...kinds.map((kind) => ({
        name: kind,
        kind: kind === 'responses' ? 'openai' : kind,
        base_url: `${upstream.address}/${kind}`,
        api_key: canaries.upstreamKey,
        headers: { 'x-team': canaries.operatorHeader },
        ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
      })),
      { name: 'keyless', kind: 'openai', base_url: `${upstream.address}/openai` },
    ],
    models: [...kinds, 'keyless'].map((name) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const client = {
  cookie: `session=${canaries.cookie}`,
  'x-forwarded-for': '10.1.2.3',
  'x-forwarded-host': 'inside.example',
  forwarded: 'for=10.1.2.3',
  'x-api-version': '9',
  'openai-organization': 'org-client',
  'proxy-authorization': `Basic ${canaries.password}`,
  referer: 'http://inside.example/',
  origin: 'http://inside.example',
  'x-custom': 'client',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
}

describe('what goes up', () => {
  const allowed = new Set([
    'host',
    'connection',
    'content-type',
    'content-length',
    'accept',
    'accept-encoding',
    'user-agent',
    'traceparent',
    'anthropic-version',
    'anthropic-beta',
    'openai-beta',
    // The provider's own credentials and the operator's headers.
    'authorization',
    'x-api-key',
    'x-goog-api-key',
    'x-team',
  ])

  test.each(styles.flatMap((style) => kinds.map((kind) => [style, kind] as const)))(
    '%s on %s: an allow-list of headers',
    async (style, kind) => {
      for (const stream of [false, true]) {
        upstream.reply = (call, response) => {
          answerAs(kind, { text: 'fine' }, call, response)
        }
        const { path, headers, body } = question(style, kind, stream)
        const reply = await fetch(gateway.address + path, { method: 'POST', headers: { ...client, ...headers }, body })
        expect(reply.status).toBe(200)
        await reply.text()
      }
      expect(upstream.calls).toHaveLength(2)
      for (const { request } of upstream.calls) {
        expect(Object.keys(request.headers).filter((name) => !allowed.has(name))).toEqual([])
        expect(request.headers['user-agent']).toMatch(/^anywire/)
        const all = JSON.stringify([request.headers, request.url])
        for (const secret of [token, canaries.cookie, canaries.password, 'inside.example', '10.1.2.3', 'org-client'])
          expect(all).not.toContain(secret)
        // A provider's key is in a header, never in the address.
        expect(request.url).not.toContain(canaries.upstreamKey)
      }
    },
  )

  test('a provider without a key is sent none', async () => {
    upstream.reply = (call, response) => {
      answerAs('openai', { text: 'fine' }, call, response)
    }
    const { path, headers, body } = question('chat-completions', 'openai', false)
    await fetch(gateway.address + path, { method: 'POST', headers: { ...client, ...headers }, body: body.replace('m-openai', 'm-keyless') })
    const sent = upstream.calls[0]?.request.headers ?? {}
    expect([sent.authorization, sent['x-api-key'], sent['x-goog-api-key']]).toEqual([undefined, undefined, undefined])
  })
})

test('what comes down: an allow-list of headers', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(429, {
      'content-type': 'application/json',
      'retry-after': '9',
      'set-cookie': 'a=b',
      server: 'theirs',
      'x-request-id': 'theirs',
      'request-id': 'theirs',
      'openai-organization': 'org-ours',
      'anthropic-organization-id': 'org-ours',
      'x-api-key': canaries.upstreamKey,
      'www-authenticate': 'Bearer',
      'x-ratelimit-remaining-requests': '3',
      'access-control-allow-origin': '*',
      location: 'http://inside.example/',
      via: '1.1 inside.example',
    })
    response.end('{"error":{"message":"slow down"}}')
  }
  const ours = new Set([
    'cache-control',
    'connection',
    'content-length',
    'content-type',
    'date',
    'keep-alive',
    'request-id',
    'retry-after',
    'x-request-id',
  ])
  for (const style of styles) {
    const { path, headers, body } = question(style, 'openai', false)
    const reply = await fetch(gateway.address + path, { method: 'POST', headers, body })
    expect(reply.status).toBe(429)
    expect(
      [...reply.headers.keys()].filter((name) => !ours.has(name) && !name.startsWith('x-upstream-') && !name.startsWith('x-anywire-')),
    ).toEqual([])
    expect(reply.headers.get('retry-after')).toBe('9')
    expect(reply.headers.get('x-request-id')).toMatch(/^req_/)
  }
})

test('who has no credential learns neither version nor providers', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
  for (const path of [
    '/',
    '/healthz',
    '/readyz',
    '/metrics',
    '/nowhere',
    '/v1/models',
    '/v1/messages',
    '/v1beta/models',
    '/api/admin/status',
  ])
    for (const [method, accept] of [
      ['GET', '*/*'],
      ['HEAD', '*/*'],
      ['POST', 'text/html'],
    ] as const) {
      const reply = await fetch(gateway.address + path, { method, headers: { accept } })
      const told = JSON.stringify([...reply.headers]) + (await reply.text())
      expect([path, method, reply.headers.has('server'), reply.headers.has('x-powered-by')]).toEqual([path, method, false, false])
      for (const word of [version, 'gemini', 'cohere', 'keyless', 'm-openai', upstream.address])
        expect([path, told.includes(word)]).toEqual([path, false])
    }
})

test('no secret is in any output', async () => {
  const seen: string[] = []
  const keep = async (reply: Response): Promise<void> => {
    seen.push(JSON.stringify([...reply.headers]), await reply.text())
  }
  const repeating = JSON.stringify({
    error: { message: `no: ${canaries.upstreamKey} ${canaries.operatorHeader}`, type: 'invalid_request_error', code: canaries.upstreamKey },
  })
  const replies: FakeUpstream['reply'][] = [
    ...[400, 401, 403, 404, 429, 500, 503].map<FakeUpstream['reply']>((status) => (_call, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-echo': canaries.upstreamKey }).end(repeating)
    }),
    (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(repeating),
    (_call, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(canaries.upstreamKey),
    (_call, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: error\ndata: ${repeating}\n\n`),
    (_call, response) => response.writeHead(302, { location: `http://127.0.0.1:9/?key=${canaries.upstreamKey}` }).end(),
    (_call, response) => response.writeHead(400, { 'content-type': 'text/plain' }).end(`plain ${canaries.upstreamKey}`),
    reset,
    () => undefined,
  ]
  for (const style of styles)
    for (const kind of kinds)
      for (const [index, reply] of replies.entries()) {
        upstream.reply = reply
        const { path, headers, body } = question(style, kind, index % 2 === 0)
        await keep(
          await fetch(gateway.address + path, {
            method: 'POST',
            headers: { ...client, ...headers },
            body: body.replace('Look.', canaries.prompt),
          }),
        )
      }
  for (const path of [
    '/v1/models',
    '/v1/chat/completions',
    '/v1beta/models',
    '/api/admin/status',
    '/metrics',
    '/',
    '/healthz',
    '/readyz',
    '/nowhere',
  ])
    for (const headers of [
      { authorization: `Bearer ${canaries.wrongToken}` },
      { 'x-api-key': canaries.wrongToken, 'x-goog-api-key': canaries.wrongToken },
      { authorization: `Basic ${canaries.password}`, cookie: canaries.cookie },
    ] as Record<string, string>[]) {
      await keep(await fetch(`${gateway.address}${path}?key=${canaries.queryKey}`, { headers }))
      await keep(await fetch(`${gateway.address}${path}?key=${canaries.queryKey}`, { method: 'POST', headers, body: canaries.prompt }))
    }
  seen.push(
    await rawExchange(
      gateway.address,
      `GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${canaries.wrongToken}\r\nBad Header\r\n\r\n`,
    ),
  )
  gateway.signal('SIGTERM')
  gateway.signal('SIGTERM')
  await gateway.exited
  const told = seen.join('\n')
  const logged = gateway.output()
  expect(gateway.logLines().length).toBeGreaterThan(300)
  for (const [name, secret] of Object.entries({ ...canaries, token: `Bearer ${token}` })) {
    expect([name, logged.includes(secret)]).toEqual([name, false])
    if (name !== 'prompt') expect([name, told.includes(secret)]).toEqual([name, false])
  }
  expect(logged).not.toContain(`"${token}"`)
  // Nor what the program is, or where.
  expect(told).not.toMatch(/127\.0\.0\.1|node_modules|\bat .*\.js:|koa|undici/i)
})
