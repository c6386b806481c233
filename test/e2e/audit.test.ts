import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { sleep } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient
beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' } })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function entries(query = ''): Promise<Readonly<Record<string, unknown>>[]> {
  const { data } = await admin.get(`/api/admin/audit?${query}`)
  return data as Record<string, unknown>[]
}

test('an entry says who changed what, in which request and from where; the newest comes first', async () => {
  const replies = []
  for (const name of ['a', 'b', 'c']) replies.push(await admin.send('POST', '/api/admin/teams', { name, budget_usd: '1.50' }))
  const found = await entries()
  expect(found.map(({ name }) => name)).toEqual(['c', 'b', 'a'])
  expect(found[2]).toEqual({
    id: expect.stringMatching(/^aud_[0-9a-f]{32}$/),
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    actor: { kind: 'admin_key', name: 'admin' },
    request_id: replies[0]?.headers.get('x-request-id'),
    address: expect.stringMatching(/127\.0\.0\.1$/),
    action: 'create',
    object: 'team',
    name: 'a',
    changes: [{ member: '/budget_usd', before: null, after: '1.50' }],
  })
})

test('what was changed between two moments, page by page', async () => {
  await admin.send('POST', '/api/admin/teams', { name: 'before' })
  await sleep(5)
  const from = new Date().toISOString()
  for (const name of ['one', 'two']) await admin.send('POST', '/api/admin/teams', { name })
  await sleep(5)
  const to = new Date().toISOString()
  await admin.send('POST', '/api/admin/teams', { name: 'after' })
  const names = async (query: string) => (await entries(query)).map(({ name }) => name)
  expect(await names(`from=${from}&to=${to}`)).toEqual(['two', 'one'])
  expect(await names(`to=${from}`)).toEqual(['before'])
  const { next } = await admin.get(`/api/admin/audit?limit=1&to=${to}`)
  expect(await names(`limit=1&to=${to}&after=${String(next)}`)).toEqual(['one'])
  expect(await admin.send('GET', '/api/admin/audit?after=nonsense')).toMatchObject({ status: 400, body: { param: 'after' } })
})

test('a long list is cut, and what is the same is no change', async () => {
  const models = Array.from({ length: 500 }, (_, index) => `model-${index}-of-many`)
  await admin.send('POST', '/api/admin/tokens', { name: 'ci', models, max_concurrent: 7 })
  await admin.send('PATCH', '/api/admin/tokens/ci', { models: ['*'], max_concurrent: 7 })
  const [changed] = await entries('action=change')
  expect(changed?.['changes']).toEqual([{ member: '/models', before: expect.stringMatching(/^\["model-0-[^]{3000,3995}…$/), after: ['*'] }])
})
