import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, kinds, token } from './gateway.js'
import { chunk, errorOf, goodEnd, goodReply, refuseWith } from './two-providers.js'
import { until } from './waiting.js'

const price = { input_per_million_usd: '1', output_per_million_usd: '10' }
const models = kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }], price }))

let upstream: FakeUpstream
let gateway: RunningGateway
let folder: string

async function start(): Promise<void> {
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    models,
    tokens: [
      { name: 'test', key: token },
      { name: 'other', key: 'sk-other' },
      { name: 'boss', key: 'sk-boss', scopes: ['admin'] },
    ],
    database: `file:${join(folder, 'anywire.db')}`,
    secret_key: 's'.repeat(32),
  })
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-idempotency-'))
  upstream = await new FakeUpstream().start()
  let count = 0
  upstream.reply = (call, response) => {
    count++
    if (call.body.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk('a') + goodEnd)
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...goodReply, id: `c-${count}`, usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 } }))
  }
  await start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

function ask(key: string, { body = {}, bearer = token, path = '/v1/chat/completions' } = {}): Promise<Response> {
  return fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'idempotency-key': key },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }], ...body }),
  })
}

test('the same request again gets the same reply, no second call, a record of its own that costs nothing, also after a restart', async () => {
  const first = await ask('k')
  const text = await first.text()
  for (let round = 0; round < 2; round++) {
    const again = await ask('k')
    expect([again.status, again.headers.get('content-type'), again.headers.get('idempotent-replayed'), await again.text()]).toEqual([
      200,
      'application/json',
      'true',
      text,
    ])
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
    await gateway.stop()
    await start()
  }
  expect([first.headers.get('idempotent-replayed'), upstream.calls.length]).toEqual([null, 1])
  const records = await new AdminClient(gateway.address).recordsWhen(3)
  expect(records.map(({ cost_usd: cost, status }) => [cost, status])).toEqual([
    ['0', 200],
    ['0', 200],
    ['0.000013', 200],
  ])
})

test('another request under the key is a 400, of another token it is that token’s own', async () => {
  await (await ask('k')).text()
  const other = await ask('k', { body: { temperature: 1 } })
  expect([other.status, (await errorOf(other)).code]).toEqual([400, 'idempotency_mismatch'])
  expect((await ask('k', { path: '/v1/completions', body: { prompt: 'hi' } })).status).toBe(400)
  expect((await ask('k', { bearer: 'sk-other' })).headers.get('idempotent-replayed')).toBeNull()
  expect(upstream.calls).toHaveLength(2)
})

test('a twin that comes while the first runs is a 409 with a time to wait', async () => {
  const reply = upstream.reply
  let answer = (): void => undefined
  upstream.reply = (call, response) => {
    answer = () => {
      reply(call, response)
    }
  }
  const first = ask('k')
  await until('the provider is asked', () => upstream.calls.length === 1)
  const twin = await ask('k')
  expect([twin.status, twin.headers.get('retry-after'), upstream.calls.length]).toEqual([409, '1', 1])
  answer()
  expect((await first).status).toBe(200)
  expect((await ask('k')).headers.get('idempotent-replayed')).toBe('true')
})

test('a failure is not kept: clients try again with the same key', async () => {
  const reply = upstream.reply
  upstream.reply = refuseWith(503)
  expect((await ask('k')).status).toBe(503)
  upstream.reply = reply
  expect([(await ask('k')).status, (await ask('k', { body: {} })).headers.get('idempotent-replayed')]).toEqual([200, 'true'])
})

test('what is refused before a provider is asked is not kept: the request that is right may have its key', async () => {
  expect((await ask('k', { body: { messages: 5 } })).status).toBe(400)
  expect((await ask('k', { body: { model: 'm-unknown' } })).status).toBe(404)
  const right = await ask('k')
  expect([right.status, right.headers.get('idempotent-replayed'), upstream.calls.length]).toEqual([200, null, 1])
})

test('streams ignore the header; a key that is too long is refused', async () => {
  for (let count = 0; count < 2; count++) await (await ask('k', { body: { stream: true } })).text()
  expect(upstream.calls).toHaveLength(2)
  expect([(await ask('x'.repeat(255))).status, (await ask('x'.repeat(256))).status]).toEqual([200, 400])
})

test('speech is kept with its type once it is complete; its events are a stream', async () => {
  upstream.reply = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav' }).write('RIFF')
    response.end(`-${upstream.calls.length}`)
  }
  const speak = async (key: string, body = {}) => {
    const reply = await ask(key, { path: '/v1/audio/speech', body: { input: 'Hello', voice: 'alloy', ...body } })
    return [reply.headers.get('content-type'), reply.headers.get('idempotent-replayed'), await reply.text()]
  }
  expect(await speak('k')).toEqual(['audio/wav', null, 'RIFF-1'])
  expect(await speak('k')).toEqual(['audio/wav', 'true', 'RIFF-1'])
  await speak('s', { stream_format: 'sse' })
  expect(await speak('s', { stream_format: 'sse' })).toEqual(['audio/wav', null, 'RIFF-3'])
  expect(upstream.calls).toHaveLength(3)
})

describe('forms', () => {
  interface Form {
    readonly language?: string
    readonly stream?: boolean
    readonly bytes?: number
  }

  async function send(key: string, { language = 'en', stream = false, bytes = 4 }: Form = {}): Promise<Response> {
    const form = new FormData()
    form.append('model', 'm-openai')
    form.append('file', new File([Buffer.alloc(bytes, 'sound')], 'a.wav', { type: 'audio/wav' }))
    form.append('language', language)
    if (stream) form.append('stream', 'true')
    const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key }
    return fetch(`${gateway.address}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
  }

  beforeEach(() => {
    upstream.reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: `heard ${upstream.calls.length}` }))
    }
  })

  const seen = async (reply: Response) => [reply.status, reply.headers.get('idempotent-replayed'), await reply.text()]

  // Each is sent with a boundary of its own; the second is larger than what is held in memory.
  test.each([4, 3 * 1024 * 1024])('the same form of %i bytes again gets the same reply, also after a restart', async (bytes) => {
    expect(await seen(await send('k', { bytes }))).toEqual([200, null, '{"text":"heard 1"}'])
    expect(await seen(await send('k', { bytes }))).toEqual([200, 'true', '{"text":"heard 1"}'])
    await gateway.stop()
    await start()
    expect(await seen(await send('k', { bytes }))).toEqual([200, 'true', '{"text":"heard 1"}'])
    expect(upstream.calls).toHaveLength(1)
  })

  test('another form under the key is a 400', async () => {
    await (await send('k')).text()
    const other = await send('k', { language: 'de' })
    expect([other.status, (await errorOf(other)).code, upstream.calls.length]).toEqual([400, 'idempotency_mismatch', 1])
  })

  test('a twin that comes while the first runs is a 409', async () => {
    const reply = upstream.reply
    let answer = (): void => undefined
    upstream.reply = (call, response) => {
      answer = () => {
        reply(call, response)
      }
    }
    const first = send('k')
    await until('the provider is asked', () => upstream.calls.length === 1)
    expect((await send('k')).status).toBe(409)
    answer()
    expect((await first).status).toBe(200)
  })

  test('a failure is not kept, and a form that asks for a stream ignores the header', async () => {
    const reply = upstream.reply
    upstream.reply = refuseWith(503)
    expect((await send('k')).status).toBe(503)
    upstream.reply = reply
    expect((await send('k')).headers.get('idempotent-replayed')).toBeNull()
    for (let count = 0; count < 2; count++) expect((await send('s', { stream: true })).headers.get('idempotent-replayed')).toBeNull()
    expect((await send('k')).headers.get('idempotent-replayed')).toBe('true')
  })
})

test('speech that breaks off is not kept', async () => {
  upstream.reply = (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 8 }).write('RIFF', () => response.destroy())
  }
  const speak = () => ask('k', { path: '/v1/audio/speech', body: { input: 'Hello', voice: 'alloy' } })
  await expect(speak().then((reply) => reply.arrayBuffer())).rejects.toThrow()
  upstream.reply = (_, response) => response.writeHead(200, { 'content-type': 'audio/wav' }).end('RIFF')
  expect((await speak()).headers.get('idempotent-replayed')).toBeNull()
})

test('the admin API keeps nothing, also for a token: its replies may have a key', async () => {
  const make = (): Promise<Response> =>
    fetch(`${gateway.address}/api/admin/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-boss', 'idempotency-key': 'k' },
      body: '{"name":"made"}',
    })
  expect([(await make()).status, (await make()).status]).toEqual([200, 409])
})
