// One attempt at a provider for an endpoint beside chat: what is relayed, what is a failure, and when another target is tried.
import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token, type UpstreamRequest } from './gateway.js'

let upstream: FakeUpstream
const gateways: RunningGateway[] = []

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  upstream.calls.length = 0
  for (const gateway of gateways.splice(0)) await gateway.stop()
})
afterAll(async () => {
  await upstream.stop()
})

const two = ['openai', 'responses'].map((provider) => ({ provider, model: 'up-model' }))
const requests = {
  '/v1/audio/speech': { input: 'Hi.', voice: 'alloy' },
  '/v1/completions': { prompt: 'Hi.' },
  '/v1/embeddings': { input: 'Hi.' },
  '/v1/images/generations': { prompt: 'A dot.' },
}

async function asking(settings: object = {}) {
  const gateway = await gatewayFor(upstream, { ...settings })
  gateways.push(gateway)
  const send = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response> =>
    fetch(gateway.address + path, { method: 'POST', ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  const ask = (path: keyof typeof requests, more: object = {}): Promise<Response> =>
    send(path, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'm-openai', ...requests[path], ...more }),
    })
  const transcribe = (fields: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ model: 'm-openai', ...fields })) form.append(name, value)
    form.append('file', new Blob(['sound'], { type: 'audio/wav' }), 'a.wav')
    return send('/v1/audio/transcriptions', { body: form })
  }
  return { ask, transcribe }
}

const answering =
  (type: string | undefined, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (_call: UpstreamRequest, response: ServerResponse): void => {
    response.writeHead(200, { ...(type === undefined ? {} : { 'content-type': type }), ...headers }).end(body)
  }
const textChunk = (text: string): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'text_completion', created: 1, model: 'm', choices: [{ text, index: 0, finish_reason: null }] })}\n\n`

test.each([
  ['audio/mpeg', 'audio/mpeg'],
  [undefined, 'application/octet-stream'],
])('bytes of type %s: never stored, with the id of the request', async (type, told) => {
  upstream.reply = answering(type, 'RIFF')
  const reply = await (await asking()).ask('/v1/audio/speech')
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'content-type': told,
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^req_/),
  })
  expect(await reply.text()).toBe('RIFF')
})

test.each([
  ['text/plain', 200],
  ['TEXT/vtt; charset=utf-8', 200],
  ['application/x-subrip', 200],
  ['application/octet-stream', 200],
  ['audio/wav', 200],
  ['text/html', 502],
  ['application/xml', 502],
])('a transcript of type %s: %i', async (type, status) => {
  upstream.reply = answering(type, 'Hello.')
  const reply = await (await asking()).transcribe({ response_format: 'text' })
  expect(reply.status).toBe(status)
  if (status === 200) expect([reply.headers.get('content-type'), await reply.text()]).toEqual([type, 'Hello.'])
})

test('a text may be empty: nothing was said', async () => {
  upstream.reply = answering('text/plain', '')
  const reply = await (await asking()).ask('/v1/audio/speech')
  expect([reply.status, await reply.text()]).toEqual([200, ''])
})

describe('a stream of events', () => {
  test('has signs of life while the provider is silent; bytes have none', async () => {
    let finish: () => void = () => undefined
    const pausing = (type: string, first: string, last: string) => (_call: UpstreamRequest, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': type }).write(first)
      finish = () => response.end(last)
    }
    const { ask } = await asking({ timeouts: { heartbeat_ms: 30, drain_delay_ms: 1, drain_ms: 100 } })
    upstream.reply = pausing('text/event-stream', textChunk('a'), 'data: [DONE]\n\n')
    const reader = (await ask('/v1/completions', { stream: true })).body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (!read.includes(': keep-alive')) read += (await reader?.read())?.value ?? ''
    finish()
    await reader?.cancel()
    upstream.reply = pausing('audio/mpeg', 'RIFF', 'end')
    const audio = await ask('/v1/audio/speech')
    setTimeout(finish, 150)
    expect(await audio.text()).toBe('RIFFend')
  })

  test('has the headers of the provider that clients read', async () => {
    upstream.reply = answering('text/event-stream', `${textChunk('a')}data: [DONE]\n\n`, { 'x-ratelimit-remaining-images': '7' })
    const reply = await (await asking()).ask('/v1/completions', { stream: true })
    expect(reply.headers.get('x-upstream-ratelimit-remaining-images')).toBe('7')
    await reply.text()
  })

  test('an error in it does not show the provider’s key', async () => {
    upstream.reply = answering('text/event-stream', `${textChunk('a')}data: {"error":{"message":"no such key: up-key"}}\n\n`)
    const text = await (await (await asking()).ask('/v1/completions', { stream: true })).text()
    expect(text).toContain('no such key: [removed]')
    expect(text).not.toContain('up-key')
  })

  test('an event above the limit is a failure', async () => {
    const { ask } = await asking({ limits: { sse_frame_bytes: 1024 } })
    // It does not end.
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(textChunk('x'.repeat(3000)).trimEnd())
    }
    const reply = await ask('/v1/completions', { stream: true })
    expect([reply.status, await reply.json()]).toMatchObject([502, { error: { code: 'upstream_invalid' } }])
  })
})

test('a reply above the limit is a failure', async () => {
  const { ask } = await asking({ limits: { upstream_body_bytes: 1024 } })
  upstream.reply = answering('application/json', JSON.stringify({ object: 'list', data: [], note: 'x'.repeat(3000) }))
  expect((await ask('/v1/embeddings')).status).toBe(502)
})

test('a reply that is a list is relayed', async () => {
  upstream.reply = answering('application/json', '[[0.5]]')
  const reply = await (await asking()).ask('/v1/embeddings')
  expect([reply.status, await reply.text()]).toEqual([200, '[[0.5]]'])
})

describe('after an attempt of which nobody knows what the provider did', () => {
  const broken = (_call: UpstreamRequest, response: ServerResponse): void => void response.destroy()
  test.each([
    ['/v1/embeddings', 2],
    ['/v1/completions', 2],
    ['/v1/images/generations', 1],
    ['/v1/audio/speech', 1],
  ] as const)('%s: %i attempts', async (path, attempts) => {
    const { ask } = await asking({ retries: { attempts: 2 }, models: [{ name: 'm-openai', targets: two }] })
    upstream.reply = broken
    expect((await ask(path)).status).toBe(502)
    expect(upstream.calls).toHaveLength(attempts)
  })

  test('one that was not sent is repeated in any case', async () => {
    const { ask } = await asking({
      retries: { attempts: 2 },
      providers: [
        { name: 'gone', kind: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: 'up-key' },
        { name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' },
      ],
      models: [{ name: 'm-openai', targets: ['gone', 'openai'].map((provider) => ({ provider, model: 'up-model' })) }],
    })
    upstream.reply = answering('audio/mpeg', 'RIFF')
    expect((await ask('/v1/audio/speech')).status).toBe(200)
  })

  test('none follows when the time of all attempts is over', async () => {
    const { ask } = await asking({
      retries: { attempts: 2 },
      models: [{ name: 'm-openai', targets: two }],
      timeouts: { reply_ms: 100, drain_delay_ms: 1, drain_ms: 100 },
    })
    upstream.reply = () => undefined
    expect((await ask('/v1/embeddings')).status).toBe(504)
    expect(upstream.calls).toHaveLength(1)
  })

  test('the times of a provider count for it', async () => {
    const { ask } = await asking({
      providers: [
        {
          name: 'openai',
          kind: 'openai',
          base_url: `${upstream.address}/v1`,
          api_key: 'up-key',
          timeouts: { reply_ms: 50, stream_idle_ms: 50 },
        },
      ],
      models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'up-model' }] }],
    })
    upstream.reply = () => undefined
    expect((await ask('/v1/embeddings')).status).toBe(504)
    upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).flushHeaders()
    expect((await ask('/v1/audio/speech')).status).toBe(504)
  })
})
