// What somebody who is signed in may read of usage and requests: a member his own, an admin everybody's.
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { ConsoleClient } from './console-client.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const password = 'four words of a sentence'

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient
/** Ids of the requests by their user. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' } })
  admin = new AdminClient(gateway.address)
  for (const [name, role] of [
    ['ada', 'owner'],
    ['bob', 'member'],
    ['eve', 'admin'],
  ] as const) {
    await admin.send('POST', '/api/admin/users', { name, role })
    const { body } = await admin.send('POST', '/api/admin/tokens', { name: `of-${name}`, user: name })
    const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${String(body['key'])}`, 'x-anywire-tags': name },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(reply.status).toBe(200)
    ids[name] = reply.headers.get('x-request-id') ?? ''
  }
  await until('all are booked', async () => ((await admin.get('/api/admin/requests'))['data'] as unknown[]).length === 3)
}, 60_000)
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function signedIn(name: string): Promise<ConsoleClient> {
  const { body } = await admin.send('POST', `/api/admin/users/${name}/invite`, {})
  const browser = new ConsoleClient(gateway.address)
  expect((await browser.post('/api/console/set-up', { code: body['code'], password })).status).toBe(200)
  return browser
}

const reads = ['requests', 'requests/export?format=ndjson', 'requests/export?format=csv', 'usage?by=token', 'usage/export?by=tag', 'tokens']

test('a member reads what is his own, whatever he asks for', async () => {
  const bob = await signedIn('bob')
  for (const path of [
    ...reads,
    'requests?owner=ada',
    'usage?by=token&owner=ada',
    'usage/export?by=owner&owner=ada',
    'requests?token=of-ada',
  ]) {
    const { status, body } = await bob.get(`/api/admin/${path}`)
    const text = JSON.stringify(body)
    expect([path, status, /ada|eve/.test(text)]).toEqual([path, 200, false])
    if (reads.includes(path)) expect([path, text.includes('bob')]).toEqual([path, true])
  }
  const each = await Promise.all(['bob', 'ada', 'eve'].map((name) => bob.get(`/api/admin/requests/${ids[name] ?? ''}`)))
  expect(each.map(({ status }) => status)).toEqual([200, 404, 404])
  expect(each[1]?.body['detail']).toBe((await bob.get('/api/admin/requests/req_nothing')).body['detail'])
})

test('an admin reads everybody’s', async () => {
  const eve = await signedIn('eve')
  for (const path of reads) {
    const { status, body } = await eve.get(`/api/admin/${path}`)
    const text = JSON.stringify(body)
    expect([path, status, ['ada', 'bob', 'eve'].every((name) => text.includes(name))]).toEqual([path, 200, true])
  }
  expect((await eve.get(`/api/admin/requests/${ids['bob'] ?? ''}`)).status).toBe(200)
})
