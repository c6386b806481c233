import { jest } from '@jest/globals'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { question, readStream, styles } from './client-styles.js'
import { FakeUpstream, rawExchange, token } from './gateway.js'
import { answerAs } from './answers.js'
import { until } from './waiting.js'

jest.setTimeout(10_000)

const signIn = 'canary-sign-in-of-the-client'
const upstreamKey = 'canary-key-9f31c0d2ab77'

let upstream: FakeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const place = { kind: 'openai', base_url: `${upstream.address}/openai/v1` }
  const claude = { kind: 'anthropic', base_url: upstream.address }
  const providers = [
    { ...place, name: 'plain', api_key: upstreamKey },
    { ...place, name: 'forwarding', api_key: upstreamKey, forward_headers: ['X-Tenant', 'user-agent'] },
    { ...place, name: 'signed', auth: 'client', api_key: upstreamKey },
    { ...claude, name: 'claude', auth: 'client' },
  ]
  gateway = await builtGateway(upstream.address, {
    providers,
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

type Headers = Readonly<Record<string, string>>
type Style = (typeof styles)[number]

const client: Headers = {
  'x-tenant': 'blue',
  'x-other': 'red',
  'user-agent': 'client/1',
  cookie: 'session=1',
  'x-forwarded-for': '10.1.2.3',
}

async function ask(style: Style, provider: string, stream: boolean, credentials: Headers): Promise<Response> {
  upstream.reply = (call, response) => {
    answerAs(provider === 'claude' ? 'anthropic' : 'openai', { text: 'fine' }, call, response)
  }
  return send(style, provider, stream, credentials)
}

function send(style: Style, provider: string, stream: boolean, credentials: Headers): Promise<Response> {
  const { path, headers, body } = question(style, provider, stream)
  const { authorization: _token, ...others }: Record<string, string> = headers
  return fetch(gateway.address + path, { method: 'POST', headers: { ...client, ...others, ...credentials }, body })
}

function textOf(style: Style, stream: boolean, body: string): string {
  return stream ? readStream(style, body).text : body
}

/** Of the headers that the last call brought: the client's and the credentials. */
function brought(): Headers {
  const names = [...Object.keys(client), 'authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'x-anywire-token']
  const headers = upstream.calls.at(-1)?.request.headers ?? {}
  return Object.fromEntries(names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])))
}

const byToken = { 'x-anywire-token': token }
const cases = styles.flatMap((style) => [false, true].map((stream) => [style, stream] as const))

test.each(cases)('%s, stream %s: nothing passes to a provider that names nothing', async (style, stream) => {
  const reply = await ask(style, 'plain', stream, { ...byToken, authorization: `Bearer ${signIn}` })
  expect([reply.status, textOf(style, stream, await reply.text()).includes('fine')]).toEqual([200, true])
  expect(brought()).toEqual({ authorization: `Bearer ${upstreamKey}`, 'user-agent': expect.stringMatching(/^anywire/) })
})

test.each(cases)('%s, stream %s: exactly the named headers pass', async (style, stream) => {
  const reply = await ask(style, 'forwarding', stream, { authorization: `Bearer ${token}` })
  expect([reply.status, textOf(style, stream, await reply.text()).includes('fine')]).toEqual([200, true])
  expect(brought()).toEqual({ authorization: `Bearer ${upstreamKey}`, 'user-agent': 'client/1', 'x-tenant': 'blue' })
})

test('a named header that Connection lists does not pass', async () => {
  // fetch sends no Connection header of the caller's.
  const { body } = question('chat-completions', 'forwarding', false)
  upstream.reply = (call, response) => {
    answerAs('openai', { text: 'fine' }, call, response)
  }
  const head = ['POST /v1/chat/completions HTTP/1.1', 'Host: x', `Authorization: Bearer ${token}`, 'Content-Type: application/json']
  const lines = [...head, 'X-Tenant: blue', 'Connection: close, x-tenant', `Content-Length: ${Buffer.byteLength(body)}`, '', body]
  expect(await rawExchange(gateway.address, lines.join('\r\n'))).toContain(' 200 ')
  expect(brought()).not.toHaveProperty('x-tenant')
})

test.each(cases)("%s, stream %s: the client's own sign-in takes the place of the key", async (style, stream) => {
  for (const provider of ['signed', 'claude']) {
    const reply = await ask(style, provider, stream, { ...byToken, authorization: `Bearer ${signIn}` })
    expect([reply.status, textOf(style, stream, await reply.text()).includes('fine')]).toEqual([200, true])
    expect(brought()).toEqual({ authorization: `Bearer ${signIn}`, 'user-agent': expect.stringMatching(/^anywire/) })
  }
})

test.each([
  ['messages', 'x-api-key'],
  ['generate-content', 'x-goog-api-key'],
] as const)("%s: the style's own key header is a sign-in", async (style, header) => {
  const reply = await ask(style, 'claude', false, { ...byToken, [header]: signIn })
  expect(reply.status).toBe(200)
  expect(brought()).toEqual({ [header]: signIn, 'user-agent': expect.stringMatching(/^anywire/) })
})

test.each(styles)('%s: without the token in its own header, or without a sign-in, nothing goes upstream', async (style) => {
  const withoutToken = await ask(style, 'signed', false, { authorization: `Bearer ${token}` })
  expect([withoutToken.status, await withoutToken.text()]).toEqual([401, expect.stringContaining('x-anywire-token')])
  const withoutSignIn = await ask(style, 'signed', true, byToken)
  expect([withoutSignIn.status, await withoutSignIn.text()]).toEqual([401, expect.stringContaining('own sign-in')])
  const wrongToken = await ask(style, 'signed', false, { 'x-anywire-token': signIn, authorization: `Bearer ${token}` })
  expect(wrongToken.status).toBe(401)
  expect(upstream.calls).toEqual([])
})

test('a value that passed and that the provider repeats is not logged', async () => {
  upstream.reply = (_call, response) => {
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: 'Unknown tenant: canary-tenant-of-the-client' } }))
  }
  const reply = await send('chat-completions', 'forwarding', false, {
    authorization: `Bearer ${token}`,
    'x-tenant': 'canary-tenant-of-the-client',
  })
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('canary-tenant-of-the-client')])
  await until('it is logged', () => gateway.output().includes('Unknown tenant'))
  expect(gateway.output()).toContain('Unknown tenant: [removed]')
  expect(gateway.output()).not.toContain('canary-tenant')
})

test.each([
  ['blue', 'Unknown tenant: [removed]; bluebell is known'],
  ['b.(e', 'Unknown tenant: [removed]; bluebell is known'],
  ['canary-1', 'Unknown tenant: [removed]; bluebell is known'],
  // Three characters are no secret.
  ['7', 'Unknown tenant: 7; bluebell is known'],
])('of a short value, %s, what stands alone is not logged', async (value, logged) => {
  upstream.reply = (_call, response) => {
    response
      .writeHead(400, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ error: { message: `Unknown tenant: ${value}; bluebell is known (${upstream.calls.length}, ${value.length})` } }),
      )
  }
  await (await send('chat-completions', 'forwarding', false, { authorization: `Bearer ${token}`, 'x-tenant': value })).text()
  await until('it is logged', () => gateway.output().includes(`, ${value.length})`))
  expect(gateway.logLines().at(-1)).toMatchObject({ error: 'invalid_request', error_message: expect.stringContaining(logged) as string })
})

test.each(styles)("%s: a refused sign-in is the client's 401, and no log has it", async (style) => {
  upstream.reply = (_call, response) => {
    response
      .writeHead(401, { 'content-type': 'application/json' })
      .end(JSON.stringify({ error: { message: `Expired: ${signIn}`, type: 'authentication_error' } }))
  }
  for (const stream of [false, true]) {
    const reply = await send(style, 'signed', stream, { ...byToken, authorization: `Bearer ${signIn}` })
    expect([reply.status, await reply.text()]).toEqual([401, expect.stringContaining('Expired')])
  }
  await until('the log has the error', () => gateway.output().includes('Expired'))
  expect(gateway.output()).toContain('Expired: [removed]')
  expect(gateway.output()).not.toContain(signIn)
  expect(gateway.output()).not.toContain(token)
})
