import { jest } from '@jest/globals'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import type { Program } from '../program.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { Heard, RealtimeUpstream } from './realtime-fixture.js'

jest.setTimeout(10_000)

const signIn = 'canary-sign-in-of-the-client'
const upstreamKey = 'canary-key-9f31c0d2ab77'

let upstream: FakeUpstream
let sessions: RealtimeUpstream
let gateway: Program
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ request }, response) => {
    const speaks = request.url?.endsWith('/audio/speech') === true
    response
      .writeHead(200, { 'content-type': speaks ? 'audio/mpeg' : 'application/json' })
      .end(JSON.stringify(replies[kindOf(request.url)]))
  }
  sessions = new RealtimeUpstream()
  await sessions.start()
  sessions.onSession = ({ socket }) => {
    socket.send('{"type":"session.created","session":{}}')
  }
  const providers = [
    { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1` },
    { name: 'cohere', kind: 'cohere', base_url: upstream.address },
    { name: 'realtime', kind: 'openai', base_url: `${sessions.address}/v1` },
  ].flatMap((provider) => [
    { ...provider, name: `${provider.name}-plain`, api_key: upstreamKey },
    { ...provider, name: `${provider.name}-forwarding`, api_key: upstreamKey, forward_headers: ['X-Tenant', 'user-agent'] },
    { ...provider, name: `${provider.name}-signed`, api_key: upstreamKey, auth: 'client' },
  ])
  gateway = await builtGateway(upstream.address, {
    providers,
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'gpt-up' }] })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  await sessions.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
  sessions.handshakes.length = 0
})

const replies = {
  embed: {
    object: 'list',
    model: 'x',
    data: [{ object: 'embedding', index: 0, embedding: [1] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
  cohere: { id: 'e', embeddings: { float: [[1]] }, texts: ['a'], meta: { billed_units: { input_tokens: 1 } } },
  rerank: { id: 'r', results: [{ index: 0, relevance_score: 0.5 }], meta: { billed_units: { search_units: 1 } } },
  image: { created: 1, data: [{ b64_json: 'aGk=' }] },
  other: {
    id: 'c',
    object: 'text_completion',
    created: 1,
    model: 'x',
    text: 'ok',
    choices: [{ index: 0, text: 'ok', finish_reason: 'stop' }],
  },
} as const

function kindOf(path = ''): keyof typeof replies {
  if (path.includes('/v2/embed')) return 'cohere'
  if (path.includes('embed')) return 'embed'
  if (path.includes('rerank')) return 'rerank'
  return path.includes('images') ? 'image' : 'other'
}

type Headers = Readonly<Record<string, string>>

const client: Headers = {
  'x-tenant': 'blue',
  'x-other': 'red',
  'user-agent': 'client/1',
  cookie: 'session=1',
  'x-forwarded-for': '10.1.2.3',
}
const file = (): Blob => new Blob([new Uint8Array(64)], { type: 'audio/wav' })

/** Of the headers of a request to a provider: the client's and the credentials. */
function brought(request: IncomingMessage | undefined): Headers {
  const names = [...Object.keys(client), 'authorization', 'x-api-key', 'x-goog-api-key', 'api-key', 'x-anywire-token']
  return Object.fromEntries(names.flatMap((name) => (request?.headers[name] === undefined ? [] : [[name, String(request.headers[name])]])))
}

function ask(path: string, provider: string, body: Body, credentials: Headers): Promise<Response> {
  const model = `m-${provider}`
  if (body.form !== undefined) {
    const form = new FormData()
    form.append('model', model)
    for (const [name, value] of Object.entries(body.form)) form.append(name, value)
    return fetch(gateway.address + path, { method: 'POST', headers: { ...client, ...credentials }, body: form })
  }
  return fetch(gateway.address + path, {
    method: 'POST',
    headers: { ...client, ...credentials, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...body }),
  })
}

interface Body {
  readonly form?: Readonly<Record<string, Blob | string>>
  readonly [member: string]: unknown
}

const byToken = { 'x-anywire-token': token }
const own = { authorization: `Bearer ${upstreamKey}`, 'user-agent': expect.stringMatching(/^anywire/) as unknown }

const endpoints: readonly [string, string, Body][] = [
  ['/v1/embeddings', 'openai', { input: 'a' }],
  ['/v1/embeddings', 'cohere', { input: 'a' }],
  ['/v1/rerank', 'cohere', { query: 'a', documents: ['b'] }],
  ['/v2/rerank', 'cohere', { query: 'a', documents: ['b'] }],
  ['/v1/audio/speech', 'openai', { input: 'a', voice: 'alloy' }],
  ['/v1/images/generations', 'openai', { prompt: 'a' }],
  ['/v1/completions', 'openai', { prompt: 'a' }],
  ['/v1/moderations', 'openai', { input: 'a' }],
  ['/v1/audio/transcriptions', 'openai', { form: { file: file() } }],
  ['/v1/audio/translations', 'openai', { form: { file: file() } }],
  ['/v1/images/edits', 'openai', { form: { prompt: 'a', image: file() } }],
]

describe.each(endpoints)('%s in front of %s', (path, kind, body) => {
  test('nothing passes to a provider that names nothing', async () => {
    const reply = await ask(path, `${kind}-plain`, body, { ...byToken, authorization: `Bearer ${signIn}` })
    expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
    expect(brought(upstream.calls.at(-1)?.request)).toEqual(own)
  })

  test('exactly the named headers pass', async () => {
    const reply = await ask(path, `${kind}-forwarding`, body, { authorization: `Bearer ${token}` })
    expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
    expect(brought(upstream.calls.at(-1)?.request)).toEqual({ ...own, 'user-agent': 'client/1', 'x-tenant': 'blue' })
  })

  test("the client's own sign-in takes the place of the key", async () => {
    const reply = await ask(path, `${kind}-signed`, body, { ...byToken, authorization: `Bearer ${signIn}` })
    expect([reply.status, await reply.text()]).toEqual([200, expect.anything()])
    expect(brought(upstream.calls.at(-1)?.request)).toEqual({ ...own, authorization: `Bearer ${signIn}` })
  })

  test('without the token in its own header, or without a sign-in, nothing goes upstream', async () => {
    const withoutToken = await ask(path, `${kind}-signed`, body, { authorization: `Bearer ${token}` })
    expect([withoutToken.status, await withoutToken.text()]).toEqual([401, expect.stringContaining('x-anywire-token')])
    const withoutSignIn = await ask(path, `${kind}-signed`, body, byToken)
    expect([withoutSignIn.status, await withoutSignIn.text()]).toEqual([401, expect.stringContaining('own sign-in')])
    expect(upstream.calls).toEqual([])
  })

  test("a refused sign-in is the client's 401, and no log has it", async () => {
    const { reply: good } = upstream
    upstream.reply = (_call, response) => {
      response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: `Expired: ${signIn}` } }))
    }
    const reply = await ask(path, `${kind}-signed`, body, { ...byToken, authorization: `Bearer ${signIn}` })
    upstream.reply = good
    expect([reply.status, await reply.text()]).toEqual([401, expect.stringContaining('Expired')])
    expect(gateway.output()).not.toContain(signIn)
  })
})

describe('a realtime session', () => {
  async function open(provider: string, credentials: Headers): Promise<{ events: unknown[]; request: IncomingMessage | undefined }> {
    const address = `${gateway.address.replace('http', 'ws')}/v1/realtime?model=m-${provider}`
    const heard = new Heard(new WebSocket(address, { headers: { ...client, ...credentials } }))
    await heard.until(({ messages, closed }) => messages.length > 0 || closed !== undefined)
    heard.socket.terminate()
    return { events: heard.events, request: sessions.handshakes.at(-1) }
  }

  test('nothing passes to a provider that names nothing', async () => {
    const { request } = await open('realtime-plain', { ...byToken, authorization: `Bearer ${signIn}` })
    expect(brought(request)).toEqual(own)
  })

  test('exactly the named headers pass', async () => {
    const { request } = await open('realtime-forwarding', { authorization: `Bearer ${token}` })
    expect(brought(request)).toEqual({ ...own, 'user-agent': 'client/1', 'x-tenant': 'blue' })
  })

  test("the client's own sign-in takes the place of the key", async () => {
    const { request, events } = await open('realtime-signed', { ...byToken, authorization: `Bearer ${signIn}` })
    expect(events).toMatchObject([{ type: 'session.created' }])
    expect(brought(request)).toEqual({ ...own, authorization: `Bearer ${signIn}` })
  })

  test('without the token in its own header, or without a sign-in, nothing goes upstream', async () => {
    await open('realtime-signed', { authorization: `Bearer ${token}` })
    await open('realtime-signed', byToken)
    expect(sessions.handshakes).toEqual([])
  })
})
