import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { configurationFrom } from './configuration.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let log: string
let base: Readonly<Record<string, unknown>>

beforeEach(async () => {
  log = ''
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  base = {
    database: 'memory',
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'test', key: token, budget_usd: '0.02' },
      { name: 'narrow', key: 'sk-narrow', max_concurrent: 1 },
    ],
    providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/openai/v1`, api_key: 'up-key' }],
    models: [
      { name: 'm', targets: [{ provider: 'openai', model: 'x' }], price: { request_usd: '0.01' }, max_output_tokens: 10 },
      { name: 'unpriced', targets: [{ provider: 'openai', model: 'nobody-knows-it' }] },
    ],
    retries: { attempts: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 2000 },
  }
  gateway = await gatewayFor(upstream, base, { write: (bytes) => (log += bytes.toString()) })
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** The settings that are named are those that count at once. */
async function reload(settings: Readonly<Record<string, unknown>>): Promise<readonly string[] | undefined> {
  const report = await gateway.reload(configurationFrom({ server: { port: 0 }, ...base, ...settings }))
  expect(report?.atNextStart).toEqual([])
  return report?.settings
}

const ask = (more: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more }),
  })

const statusOf = async (reply: Promise<Response>): Promise<number> => (await reply).status
const models = (path = '/v1/models'): Promise<Response> => fetch(gateway.address + path, { headers: { authorization: `Bearer ${token}` } })

test.each<[string, Readonly<Record<string, unknown>>, () => Promise<number>, number]>([
  ['limits.body_bytes', { limits: { body_bytes: 300 } }, () => statusOf(ask({ user: 'u'.repeat(400) })), 413],
  ['limits.json_depth', { limits: { json_depth: 1 } }, () => statusOf(ask()), 400],
  ['limits.url_bytes', { limits: { url_bytes: 50 } }, () => statusOf(models(`/v1/models?a=${'a'.repeat(50)}`)), 414],
  ['limits.header_count', { limits: { header_count: 3 } }, () => statusOf(models()), 431],
  ['limits.upstream_body_bytes', { limits: { upstream_body_bytes: 10 } }, () => statusOf(ask()), 502],
  ['unknown_ids', { unknown_ids: 'refuse' }, () => statusOf(models('/v1/responses/resp_nobody')), 404],
  ['accounting.unknown_price', { accounting: { unknown_price: 'refuse' } }, () => statusOf(ask({ model: 'unpriced' })), 400],
])('%s', async (name, settings, status, expected) => {
  expect(await reload(settings)).toEqual([name])
  expect(await status()).toBe(expected)
  expect(await reload({})).toEqual([name])
})

test('limits.in_flight and limits.max_wait_ms', async () => {
  const replies: (() => void)[] = []
  upstream.reply = (call, response) => {
    replies.push(() => {
      answerWell(call, response)
    })
  }
  const first = ask({}, { authorization: 'Bearer sk-narrow' })
  await until('it is at the provider', () => replies.length === 1)
  await reload({ limits: { in_flight: 1 } })
  expect(await statusOf(ask())).toBe(503)
  await reload({ limits: { max_wait_ms: 20_000 } })
  const second = ask({}, { authorization: 'Bearer sk-narrow' })
  replies.shift()?.()
  await until('the next is at the provider', () => replies.length === 1)
  replies.shift()?.()
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
})

test('timeouts and retries', async () => {
  upstream.reply = (_call, response) => response.writeHead(500).end()
  await reload({ retries: { attempts: 2 } })
  expect(await statusOf(ask())).toBe(502)
  expect(upstream.calls.length).toBe(2)
  upstream.reply = () => undefined
  await reload({ timeouts: { reply_ms: 50 } })
  expect(await statusOf(ask())).toBe(504)
  await reload({ timeouts: { keep_alive_ms: 7000 } })
  expect((await models()).headers.get('keep-alive')).toBe('timeout=7')
})

test('server.cors_origins and server.public_url', async () => {
  await reload({ server: { port: 0, cors_origins: ['https://app.example'], public_url: 'https://gateway.example' } })
  const reply = await ask({}, { origin: 'https://app.example' })
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://app.example')
  const contract = (await (await fetch(`${gateway.address}/openapi.json?profile=validation`)).json()) as object
  expect(contract).toMatchObject({ servers: [{ url: 'https://gateway.example' }] })
})

test('admin.key', async () => {
  await reload({ admin: { key: 'adm-other' } })
  const status = async (key: string) => (await new AdminClient(gateway.address, key).send('GET', '/api/admin/status')).status
  expect([await status('adm-case'), await status('adm-other')]).toEqual([401, 200])
  await reload({ admin: {} })
  expect(await status('adm-other')).toBe(401)
})

test('accounting.bodies and log', async () => {
  await reload({ accounting: { bodies: { keep: true } }, log: { end_users: 'plain', format: 'pretty' } })
  const id = (await ask({ user: 'ann' })).headers.get('x-request-id') ?? ''
  const admin = new AdminClient(gateway.address)
  await until('the body is kept', async () => typeof (await admin.get(`/api/admin/requests/${id}`))['request_body'] === 'string')
  expect((await admin.get(`/api/admin/requests/${id}`))['end_user']).toBe('ann')
  await until('a line is written', () => log.split('\n').some((line) => line.includes('ann') && !line.startsWith('{')))
})

test('webhooks', async () => {
  const received: string[] = []
  const listener: Server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()))
    request.on('end', () => response.writeHead(204).end())
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`
  await (await ask()).arrayBuffer()
  await reload({ webhooks: [{ url, secret: `whsec_${Buffer.from('k'.repeat(32)).toString('base64')}` }] })
  await (await ask()).arrayBuffer()
  await until('it is told', () => received.some((text) => text.includes('"threshold_percent":100')))
  listener.close()
})

test('the same file again changes nothing', async () => {
  const next = configurationFrom({ ...base, server: { port: 0, workers: 2 } })
  expect(await gateway.reload(next)).toMatchObject({ settings: [], atNextStart: ['server.workers'] })
  expect(await gateway.reload(next)).toBeUndefined()
})
