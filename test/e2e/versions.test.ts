import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' } })
  admin = new AdminClient(gateway.address)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const send = (method: string, path: string, version: string, body?: object): Promise<Response> =>
  fetch(`${gateway.address}${path}`, {
    method,
    headers: { authorization: 'Bearer adm-case', 'content-type': 'application/json', 'if-match': version },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

test.each([
  ['tokens', {}, { requests_per_minute: 7 }],
  ['teams', {}, { budget_usd: '7' }],
  ['users', {}, { budget_usd: '7' }],
])('%s: a version names what is set, and only that version is changed', async (list, more, change) => {
  const path = `/api/admin/${list}/versioned`
  const made = await admin.send('POST', `/api/admin/${list}`, { name: 'versioned', ...more })
  const first = made.headers.get('etag') ?? ''
  expect(first).toBe(`"${String(made.body['version'])}"`)
  expect((await admin.send('GET', path)).headers.get('etag')).toBe(first)
  const changed = await send('PATCH', path, `W/"x", ${first}`, change)
  const second = changed.headers.get('etag') ?? ''
  expect([changed.status, second === first]).toEqual([200, false])
  const refused = await send('PATCH', path, first, change)
  expect([refused.status, await refused.json()]).toEqual([
    412,
    expect.objectContaining({ code: 'precondition_failed', param: 'if-match', title: 'Precondition Failed' }),
  ])
  expect((await send('DELETE', path, first)).status).toBe(412)
  // Two at once: one wins.
  const both = await Promise.all([send('PATCH', path, second, change), send('PATCH', path, second, change)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  expect((await admin.send('PATCH', path, change)).status).toBe(200)
  expect((await send('DELETE', path, '*')).status).toBe(200)
  const again = await admin.send('POST', `/api/admin/${list}`, { name: 'versioned', ...more })
  expect((await send('DELETE', path, first)).status).toBe(412)
  expect((await send('DELETE', path, again.headers.get('etag') ?? '')).status).toBe(200)
})

test('what was changed, by whom, from what to what', async () => {
  const manager = await admin.send('POST', '/api/admin/tokens', { name: 'manager', scopes: ['admin'] })
  const asManager = new AdminClient(gateway.address, String(manager.body['key']))
  await asManager.send('POST', '/api/admin/teams', { name: 'audited', budget_usd: '5' })
  await asManager.send('PATCH', '/api/admin/teams/audited', { budget_usd: null, budget_per_day_usd: '1' })
  await asManager.send('POST', '/api/admin/tokens', { name: 'secret', team: 'audited' })
  const rotated = await asManager.send('POST', '/api/admin/tokens/secret/rotate', {})
  await asManager.send('PATCH', '/api/admin/tokens/nobody', { max_concurrent: 1 })
  const log = (await asManager.get('/api/admin/audit?actor=manager'))['data'] as Record<string, unknown>[]
  expect(log.map(({ action, object, name }) => [action, object, name])).toEqual([
    ['rotate', 'token', 'secret'],
    ['create', 'token', 'secret'],
    ['change', 'team', 'audited'],
    ['create', 'team', 'audited'],
  ])
  expect(log[2]).toEqual({
    id: expect.stringMatching(/^aud_/) as string,
    at: expect.any(String) as string,
    actor: { kind: 'token', name: 'manager' },
    request_id: expect.stringMatching(/^req_/) as string,
    address: '127.0.0.1',
    action: 'change',
    object: 'team',
    name: 'audited',
    changes: [
      { member: '/budget_usd', before: '5', after: null },
      { member: '/budget_per_day_usd', before: null, after: '1' },
    ],
  })
  expect(JSON.stringify(log)).not.toContain(String(rotated.body['key']))
  const [made] = (await admin.get('/api/admin/audit?name=manager'))['data'] as Record<string, unknown>[]
  expect(made).toMatchObject({
    actor: { kind: 'admin_key', name: 'admin' },
    changes: [{ member: '/scopes', before: null, after: ['admin'] }],
  })
  expect((await admin.send('DELETE', '/api/admin/audit')).status).toBe(405)
  expect((await admin.send('GET', '/api/admin/audit?after=x')).status).toBe(400)
})
