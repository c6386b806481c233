// Providers and models that the admin API made, beside what the file says and as the machine changes.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { Authority } from './certificates.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell } from './two-providers.js'

let folder: string
let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

async function start(settings: object = {}): Promise<void> {
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    database: `file:${join(folder, 'anywire.db')}`,
    secret_key: 's'.repeat(32),
    breaker: { consecutive_failures: 1 },
    retries: { attempts: 2, budget_floor: 100 },
    ...settings,
  })
  admin = new AdminClient(gateway.address)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-entries-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  await start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

async function done(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const reply = await admin.send(method, `/api/admin/${path}`, body)
  expect([path, reply.status, reply.body]).toEqual([path, 200, expect.anything()])
  return reply.body
}

const own = () => ({ name: 'own', kind: 'openai', base_url: `${upstream.address}/openai/v1`, api_key: 'k' })
const mine = { name: 'mine', targets: [{ provider: 'own', model: 'a' }] }

async function managers(list: string): Promise<string[]> {
  const { data } = await admin.get(`/api/admin/${list}`)
  return (data as Record<string, unknown>[]).map((one) => `${String(one['name'])}: ${String(one['managed_by'])}`)
}

test('what the file names, too, is in the lists once, as the file’s', async () => {
  await done('POST', 'providers', own())
  await done('POST', 'models', mine)
  expect([await managers('models'), (await managers('providers')).at(-2)]).toEqual([
    expect.arrayContaining(['mine: api', 'm-openai: file']),
    'own: api',
  ])
  await gateway.stop()
  await start({ providers: [own(), { ...own(), name: 'other' }], models: [{ name: 'more', aliases: ['mine'], targets: mine.targets }] })
  expect([await managers('models'), await managers('providers')]).toEqual([['more: file'], ['other: file', 'own: file']])
})

test('a provider that cannot be used any more says why, until it is mended', async () => {
  const authority = join(folder, 'ca.pem')
  const other = new Authority()
  copyFileSync(other.caFile, authority)
  other.remove()
  await done('POST', 'providers', { ...own(), ca_file: authority })
  await done('POST', 'models', mine)
  await gateway.stop()
  rmSync(authority)
  await start()
  const why = expect.stringContaining('ca_file: expected a readable file in PEM form') as string
  expect([await done('GET', 'providers/own'), await admin.send('POST', '/api/admin/providers/own/test')]).toMatchObject([
    { problem: why },
    { status: 409, body: { detail: why } },
  ])
  expect((await ask()).status).toBeGreaterThanOrEqual(400)
  expect(upstream.calls).toHaveLength(0)
  expect(await done('PATCH', 'providers/own', { ca_file: null })).toMatchObject({ problem: null })
  expect([await done('GET', 'providers/own'), await done('GET', 'models/mine')]).toMatchObject([{ problem: null }, { problem: null }])
  expect((await ask()).status).toBe(200)
})

test('a model whose entry is no good any more says why, until it is mended', async () => {
  await done('POST', 'providers', own())
  await done('POST', 'models', mine)
  await gateway.stop()
  const database = new DatabaseSync(join(folder, 'anywire.db'))
  database.exec(`update models set settings = '{"name":"mine","targets":[]}'`)
  database.close()
  await start()
  expect(await done('GET', 'models/mine')).toMatchObject({ targets: [], problem: expect.stringContaining('targets') as string })
  expect((await ask()).status).toBe(404)
  expect(await done('PATCH', 'models/mine', { targets: mine.targets })).toMatchObject({ problem: null })
  expect((await ask()).status).toBe(200)
})

const ask = (): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'mine', messages: [{ role: 'user', content: 'hi' }] }),
  })

test('the breaker of a provider is that of its worst target; only a provider that no model leads to is deleted', async () => {
  await done('POST', 'providers', own())
  await done('POST', 'models', {
    ...mine,
    targets: ['good', 'bad'].map((model) => ({ provider: 'own', model, weight: model === 'bad' ? 1000 : 0.001 })),
  })
  upstream.reply = (call, response) => {
    if (call.body.includes('"bad"')) response.writeHead(500).end()
    else answerWell(call, response)
  }
  expect((await done('GET', 'providers/own'))['health']).toMatchObject({ breaker: 'closed' })
  for (let count = 0; count < 5; count++) expect((await ask()).status).toBe(200)
  expect((await done('GET', 'providers/own'))['health']).toMatchObject({ breaker: 'open', last_failure: expect.any(String) as string })
  expect(await admin.send('DELETE', '/api/admin/providers/own')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('mine') as string },
  })
  await done('DELETE', 'models/mine')
  await done('DELETE', 'providers/own')
})

test('a target’s own price goes before that of its model; an entry is no longer than 64 KiB', async () => {
  await done('POST', 'providers', own())
  await done('POST', 'models', {
    ...mine,
    targets: [
      { provider: 'own', model: 'a', price: { request_usd: '1' } },
      { provider: 'own', model: 'b' },
    ],
    price: { request_usd: '2' },
  })
  const { data } = await admin.get('/api/admin/prices')
  expect((data as Record<string, unknown>[]).filter(({ model }) => model === 'mine').map(({ price }) => price)).toEqual([
    { request_usd: '1' },
    { request_usd: '2' },
  ])
  const headers = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`x-header-${index}`, 'a'.repeat(1000)]))
  expect(await admin.send('POST', '/api/admin/providers', { ...own(), name: 'long', headers })).toMatchObject({
    status: 400,
    body: { detail: 'An entry has at most 65536 bytes.' },
  })
})
