import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell, chunk } from './two-providers.js'
import { until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway | undefined

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
})
afterEach(async () => {
  await gateway?.stop()
  await upstream.stop()
})

async function start(settings: Readonly<Record<string, unknown>>): Promise<string> {
  gateway = await gatewayFor(upstream, settings)
  return gateway.address
}

function post(address: string, path: string, body: object): Promise<Response> {
  return fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
}

const ask = (address: string, more: object = {}): Promise<Response> =>
  post(address, '/v1/chat/completions', { model: 'm-openai', messages: [{ role: 'user', content: 'hi' }], ...more })

test('limits.multipart_bytes: a form of more bytes is refused', async () => {
  const address = await start({ limits: { multipart_bytes: 1000 } })
  const send = async (bytes: number): Promise<number> => {
    const body = new FormData()
    body.append('model', 'm-openai')
    body.append('file', new Blob([new Uint8Array(bytes)]), 'a.wav')
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${address}/v1/audio/transcriptions`, { method: 'POST', headers, body })).status
  }
  expect(await send(1001)).toBe(413)
  const before = upstream.calls.length
  await send(100)
  expect(upstream.calls.length).toBe(before + 1)
})

test('limits.calls_per_request: a request that would become more at the provider is refused', async () => {
  const address = await start({ limits: { calls_per_request: 2 } })
  const complete = (prompt: readonly string[]): Promise<Response> =>
    post(address, '/v1/completions', { model: 'm-gemini', prompt, max_tokens: 5 })
  const refused = await complete(['a', 'b', 'c'])
  expect([refused.status, await refused.json(), upstream.calls.length]).toMatchObject([400, { error: { param: 'prompt' } }, 0])
  await complete(['a', 'b'])
  expect(upstream.calls.length).toBeGreaterThan(0)
})

test('limits.buffered_bytes_per_stream: so much is held back while there is no content', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk(''))
  }
  const timeouts = { hold_ms: 60_000, heartbeat_ms: 60_000, drain_delay_ms: 1, drain_ms: 100 }
  const address = await start({ limits: { buffered_bytes_per_stream: 10 }, timeouts })
  expect((await ask(address, { stream: true })).status).toBe(200)
})

test('tokens_per_day: what is used up comes back at midnight', async () => {
  const address = await start({ tokens: [{ name: 'test', key: token, tokens_per_day: 60 }] })
  const first = await ask(address, { max_tokens: 40 })
  const second = await ask(address, { max_tokens: 60 })
  expect([first.status, second.status]).toEqual([200, 429])
  expect(second.headers.get('ratelimit-policy')).toBe('"tokens-per-day";q=60;w=86400;qu="tokens"')
})

test('weight: the share of first tries', async () => {
  const targets = [
    { provider: 'openai', model: 'often', weight: 1e6 },
    { provider: 'openai', model: 'never', weight: 1e-6 },
  ]
  const address = await start({ models: [{ name: 'm-openai', targets: targets.toReversed() }] })
  for (let count = 0; count < 20; count++) await (await ask(address)).arrayBuffer()
  expect(upstream.calls.filter(({ body }) => body.includes('"never"'))).toEqual([])
})

async function makeResponse(address: string, input: string): Promise<string> {
  const made = await post(address, '/v1/responses', { model: 'm-openai', input })
  return ((await made.json()) as { id: string }).id
}

async function readResponse(address: string, id: string): Promise<number> {
  return (await fetch(`${address}/v1/responses/${id}`, { headers: { authorization: `Bearer ${token}` } })).status
}

test('responses.ttl_days: how long a response can be read', async () => {
  const address = await start({ responses: { ttl_days: 2 / 86_400 } })
  const id = await makeResponse(address, 'hi')
  expect(await readResponse(address, id)).toBe(200)
  await until('it has expired', async () => (await readResponse(address, id)) === 404, 6000)
})

test('responses.quota_bytes: the oldest of an owner go beyond it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-quota-'))
  const address = await start({
    database: `file:${join(folder, 'anywire.db')}`,
    secret_key: 's'.repeat(32),
    responses: { quota_bytes: 20_000 },
  })
  const oldest = await makeResponse(address, 'x'.repeat(4000))
  let newest = oldest
  for (let count = 0; count < 6; count++) newest = await makeResponse(address, 'y'.repeat(4000))
  await until('the oldest has gone', async () => (await readResponse(address, oldest)) === 404, 5000)
  expect(await readResponse(address, newest)).toBe(200)
  await gateway?.stop()
  gateway = undefined
  rmSync(folder, { recursive: true })
})
