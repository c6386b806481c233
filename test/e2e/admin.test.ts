import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell, chat } from './two-providers.js'
import { until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

async function start(settings: object = {}): Promise<void> {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, ...settings })
  admin = new AdminClient(gateway.address)
}
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

const ask = (key: string, model = 'm-openai'): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  })

const paths: [string, string][] = [
  ['GET', '/api/admin/requests'],
  ['GET', '/api/admin/tokens'],
  ['POST', '/api/admin/tokens'],
  ['GET', '/api/admin/tokens/test'],
  ['DELETE', '/api/admin/tokens/test'],
  ['GET', '/api/admin/status'],
  ['GET', '/api/admin/nothing'],
]

test('without the admin key, with a wrong one and with a token: 401 as problem details', async () => {
  await start()
  for (const [method, path] of paths)
    for (const authorization of [undefined, 'Bearer adm-cas', 'Bearer adm-case2', `Bearer ${token}`]) {
      const reply = await fetch(gateway.address + path, { method, headers: authorization === undefined ? {} : { authorization } })
      expect([reply.status, reply.headers.get('content-type'), await reply.json()]).toEqual([
        401,
        'application/problem+json',
        expect.objectContaining({
          type: 'about:blank',
          status: 401,
          code: 'invalid_api_key',
          request_id: reply.headers.get('x-request-id'),
        }),
      ])
    }
})

test('no admin key is configured: there is no admin API', async () => {
  await start({ admin: {} })
  for (const [method, path] of paths) {
    const withToken = await fetch(gateway.address + path, { method, headers: { authorization: `Bearer ${token}` } })
    expect([path, withToken.status, (await admin.send(method, path)).status]).toEqual([path, 404, 401])
  }
})

test('the admin key opens nothing else', async () => {
  await start()
  expect([(await ask('adm-case')).status, (await admin.send('GET', '/api/token')).status]).toEqual([401, 401])
})

test('a token that is made works at once, is shown once, and is refused as soon as it is revoked', async () => {
  await start()
  const made = await admin.send('POST', '/api/admin/tokens', { name: 'ci', models: ['m-open*'], budget_usd: '1.50' })
  const key = String(made.body['key'])
  expect([made.status, key, made.body]).toEqual([
    200,
    expect.stringMatching(/^sk-aw-[0-9A-Za-z]{49}$/),
    {
      key,
      name: 'ci',
      version: expect.stringMatching(/^[0-9a-f]{12}-1$/),
      prefix: key.slice(0, 12),
      user: null,
      team: null,
      scopes: ['inference'],
      models: ['m-open*'],
      styles: null,
      networks: null,
      budget_usd: '1.5',
      budget_per_day_usd: null,
      budget_per_week_usd: null,
      budget_per_month_usd: null,
      requests_per_minute: null,
      requests_per_day: null,
      tokens_per_minute: null,
      tokens_per_day: null,
      max_concurrent: 100,
      max_wait_ms: 0,
      expires_at: null,
      managed_by: 'api',
      place: null,
      created_at: expect.stringMatching(/^\d{4}-/),
      last_used_at: null,
      spent_usd: '0',
      reserved_usd: '0',
      in_flight: 0,
      budgets: [{ of: 'token', name: 'ci', period: 'total', limit_usd: '1.5', spent_usd: '0', began_at: null, resets_at: null }],
    },
  ])
  expect([(await ask(key)).status, (await ask(key, 'm-anthropic')).status]).toEqual([200, 404])
  const { key: _shown, last_used_at: _never, ...unused } = made.body
  const rest = { ...unused, last_used_at: expect.stringMatching(/^\d{4}-/) }
  expect(await admin.get('/api/admin/tokens/ci')).toEqual(rest)
  const own = await fetch(`${gateway.address}/api/token`, { headers: { authorization: `Bearer ${key}` } })
  expect(await own.json()).toEqual({ ...rest, in_flight: 1 })
  expect((await admin.get('/api/admin/tokens'))['data']).toEqual([
    rest,
    expect.objectContaining({ name: 'test', managed_by: 'file', place: expect.stringMatching(/anywire\.yaml:\d+:\d+/), prefix: null }),
  ])
  expect((await admin.send('DELETE', '/api/admin/tokens/ci')).body).toEqual({ name: 'ci', revoked: true })
  expect([(await ask(key)).status, (await admin.send('GET', '/api/admin/tokens/ci')).status]).toEqual([401, 404])
  expect((await admin.recordsWhen(3, 'ci')).map(({ status }) => status)).toEqual([200, 404, 200].slice(0, 3))
  expect((await admin.send('POST', '/api/admin/tokens', { name: 'ci' })).body).toMatchObject({ name: 'ci', spent_usd: '0' })
})

const refusals: [string, object, number, object][] = [
  [
    'a name that is taken by the file',
    { name: 'test' },
    409,
    { code: 'managed_by_file', detail: expect.stringMatching(/anywire\.yaml:\d+:\d+/) },
  ],
  ['no name', {}, 400, { code: 'invalid_request', param: '/name' }],
  ['a misspelled limit', { name: 'x', budget: '1' }, 400, { param: '/budget' }],
  ['a budget that is no amount', { name: 'x', budget_usd: '1e3' }, 400, { param: '/budget_usd' }],
  ['a time that is none', { name: 'x', expires_at: 'tomorrow' }, 400, { param: '/expires_at' }],
  ['a name with a slash', { name: 'a/b' }, 400, { param: '/name' }],
]
test.each(refusals)('%s is refused', async (_name, body, status, problem) => {
  await start()
  const reply = await admin.send('POST', '/api/admin/tokens', body)
  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining(problem)])
})

test('a name is taken once; tokens of the file are not revoked here', async () => {
  await start()
  const both = await Promise.all([1, 2].map(() => admin.send('POST', '/api/admin/tokens', { name: 'twice' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await admin.send('DELETE', '/api/admin/tokens/test')).toMatchObject({ status: 409, body: { code: 'managed_by_file' } })
  expect(await admin.send('DELETE', '/api/admin/tokens/nobody')).toMatchObject({ status: 404 })
  expect((await ask(token)).status).toBe(200)
})

test('an expired token is refused, and its expiry is shown', async () => {
  await start()
  const made = await admin.send('POST', '/api/admin/tokens', { name: 'old', expires_at: '2020-01-01T00:00:00+01:00' })
  expect([made.body['expires_at'], (await ask(String(made.body['key']))).status]).toEqual(['2019-12-31T23:00:00.000Z', 401])
})

test('records page by page; a page that nobody named is refused', async () => {
  await start()
  const ids: (string | null)[] = []
  for (let count = 0; count < 5; count++) ids.unshift((await chat(gateway, 'm-openai')).headers.get('x-request-id'))
  await admin.recordsWhen(5)
  const read: unknown[] = []
  let next: string | null = ''
  for (let page = 0; next !== null; page++) {
    const reply = await admin.get(`/api/admin/requests?limit=2${page === 0 ? '' : `&after=${encodeURIComponent(next)}`}`)
    read.push(...(reply['data'] as { request_id: string }[]).map((record) => record.request_id))
    next = reply['next'] as string | null
  }
  expect(read).toEqual(ids)
  expect((await admin.send('GET', '/api/admin/requests?after=nothing')).body).toMatchObject({ status: 400, param: 'after' })
  expect((await admin.send('GET', '/api/admin/requests?limit=5001')).body).toMatchObject({ status: 400, param: 'limit' })
})

test('the status: what runs, and each target once', async () => {
  await start()
  const waiting: (() => void)[] = []
  upstream.reply = (call, response) =>
    waiting.push(() => {
      answerWell(call, response)
    })
  const running = chat(gateway, 'm-openai')
  await until('the provider is asked', () => waiting.length > 0)
  const status = await admin.get('/api/admin/status')
  waiting[0]?.()
  await running
  expect(status).toEqual({
    in_flight: 1,
    targets: ['openai', 'responses', 'anthropic', 'gemini', 'cohere'].map((provider) => ({
      provider,
      model: 'up-model',
      breaker: 'closed',
    })),
    shadowed: [],
    configuration: { at_next_start: [], file: expect.any(String), loaded_at: expect.any(String) },
  })
})
