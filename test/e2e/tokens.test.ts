import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { answerWell, chunk, errorOf, goodEnd } from './two-providers.js'
import { until } from './waiting.js'
import { WebSocket } from 'ws'

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

const ask = (key: string, path = '/v1/chat/completions'): Promise<Response> =>
  fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] }),
  })

async function make(limits: object = {}, name = 'ci'): Promise<string> {
  const made = await admin.send('POST', '/api/admin/tokens', { name, ...limits })
  expect(made.status).toBe(200)
  return String(made.body['key'])
}

const patch = (body: object, name = 'ci') => admin.send('PATCH', `/api/admin/tokens/${name}`, body)

test('a request that a limit of tokens refuses counts against no limit of requests', async () => {
  await start()
  const key = await make({ requests_per_day: 3, tokens_per_minute: 20 })
  const left = async (): Promise<unknown> => {
    const reply = await ask(key)
    await reply.text()
    return [reply.status, reply.headers.get('x-ratelimit-remaining-requests')]
  }
  expect(await left()).toEqual([200, '2'])
  await patch({ tokens_per_minute: 1 })
  expect([await left(), await left()]).toEqual([
    [429, '2'],
    [429, '2'],
  ])
})

test('limits change at once; null takes one away', async () => {
  await start()
  const key = await make({ requests_per_day: 1, models: ['m-*'] })
  expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429])
  const changed = await patch({ requests_per_day: 2, models: ['m-openai'] })
  expect([changed.status, changed.body['requests_per_day'], changed.body['models']]).toEqual([200, 2, ['m-openai']])
  // One of the two was used before the change.
  expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429])
  await patch({ requests_per_day: null })
  expect((await ask(key)).status).toBe(200)
  await patch({ expires_at: '2020-01-01T00:00:00Z' })
  expect((await ask(key)).status).toBe(401)
})

test.each<[string, object, number, object]>([
  ['nothing', {}, 400, {}],
  ['a name', { name: 'other' }, 400, { param: '/name' }],
  ['a scope that there is not', { scopes: ['root'] }, 400, { param: '/scopes/0' }],
  ['a network that is none', { networks: ['10.0.0.0/8', '10.0.0.300'] }, 400, { param: '/networks/1' }],
  ['a prefix that is too long', { networks: ['10.0.0.0/33'] }, 400, { param: '/networks/0' }],
])('a change of %s is refused', async (_name, body, status, problem) => {
  await start()
  await make()
  const reply = await patch(body)
  expect([reply.status, reply.body]).toEqual([status, expect.objectContaining(problem)])
})

test('tokens of the file are changed in the file', async () => {
  await start()
  const rotated = await admin.send('POST', '/api/admin/tokens/test/rotate', {})
  for (const reply of [await patch({ max_concurrent: 1 }, 'test'), rotated])
    expect([reply.status, reply.body]).toEqual([
      409,
      expect.objectContaining({ code: 'managed_by_file', detail: expect.stringMatching(/anywire\.yaml:\d+:\d+/) }),
    ])
})

test('a rotated token has a new key, and the one before works for its grace', async () => {
  await start()
  const old = await make({ requests_per_day: 100 })
  const rotated = await admin.send('POST', '/api/admin/tokens/ci/rotate', { grace_seconds: 60 })
  const key = String(rotated.body['key'])
  expect([rotated.status, key, rotated.body['prefix']]).toEqual([200, expect.stringMatching(/^sk-aw-/), key.slice(0, 12)])
  expect([(await ask(old)).status, (await ask(key)).status]).toEqual([200, 200])
  // Both keys are one token.
  expect((await ask(old)).headers.get('x-ratelimit-remaining-requests')).toBe('97')
  const again = await admin.send('POST', '/api/admin/tokens/ci/rotate', {})
  expect([(await ask(old)).status, (await ask(key)).status, (await ask(String(again.body['key']))).status]).toEqual([401, 401, 200])
})

test('a token for the admin API reads, another one changes, and neither asks models', async () => {
  await start()
  const [reader, manager] = [await make({ scopes: ['read'] }, 'reader'), await make({ scopes: ['admin'] }, 'manager')]
  const [asReader, asManager] = [new AdminClient(gateway.address, reader), new AdminClient(gateway.address, manager)]
  expect((await asReader.send('GET', '/api/admin/tokens')).status).toBe(200)
  expect(await asReader.send('DELETE', '/api/admin/tokens/manager')).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
  expect((await asManager.send('DELETE', '/api/admin/tokens/reader')).status).toBe(200)
  expect((await asReader.send('GET', '/api/admin/tokens')).status).toBe(401)
  const refused = await ask(manager)
  expect([refused.status, await errorOf(refused)]).toEqual([403, expect.objectContaining({ code: 'permission_denied' })])
  expect((await asManager.send('GET', '/api/token')).body).toMatchObject({ name: 'manager', scopes: ['admin'] })
})

test('without an admin key, a token of the file opens the admin API, and for others there is none', async () => {
  await start({
    admin: {},
    tokens: [
      { name: 'test', key: token },
      { name: 'root', key: 'sk-root', scopes: ['admin'] },
    ],
  })
  const statuses = [token, 'sk-root'].map(
    async (key) => (await new AdminClient(gateway.address, key).send('GET', '/api/admin/tokens')).status,
  )
  expect(await Promise.all(statuses)).toEqual([404, 200])
})

test('a token for some styles and addresses', async () => {
  await start()
  const key = await make({ styles: ['messages', 'embeddings'], networks: ['127.0.0.0/8'] })
  const refused = await ask(key)
  expect([refused.status, (await errorOf(refused)).message, (await ask(key, '/v1/messages')).status]).toEqual([
    403,
    expect.stringContaining('chat-completions'),
    200,
  ])
  const models = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
  expect(models.status).toBe(200)
  await patch({ styles: null, networks: ['192.0.2.0/24'] })
  const elsewhere = await ask(key, '/v1/messages')
  expect([elsewhere.status, await errorOf(elsewhere)]).toEqual([403, expect.objectContaining({ type: 'permission_error' })])
})

test('sockets too: a token for chat completions alone opens none', async () => {
  await start()
  const key = await make({ styles: ['chat-completions'] })
  const status = await new Promise((resolve, reject) => {
    const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${key}` } })
    socket.on('unexpected-response', (_request, response) => {
      resolve(response.statusCode)
      response.destroy()
    })
    socket.on('open', () => {
      reject(new Error('it opened'))
    })
    socket.on('error', () => undefined)
  })
  expect(status).toBe(403)
})

test('three times the requests of a minute at once: so many pass, to one, and the others are told when to come again', async () => {
  await start()
  const key = await make({ requests_per_minute: 20 })
  const startedAt = performance.now()
  const replies = await Promise.all(Array.from({ length: 60 }, () => ask(key)))
  const refilled = Math.ceil(((performance.now() - startedAt) * 20) / 60_000)
  const passed = replies.filter(({ status }) => status === 200).length
  expect(passed).toBeGreaterThanOrEqual(20)
  expect(passed).toBeLessThanOrEqual(20 + refilled)
  expect(upstream.calls).toHaveLength(passed)
  for (const { status, headers } of replies.filter(({ status }) => status !== 200)) {
    expect([status, headers.get('x-ratelimit-limit-requests'), headers.get('x-ratelimit-remaining-requests')]).toEqual([429, '20', '0'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/)
  }
})

test('requests of the day', async () => {
  await start()
  const key = await make({ requests_per_day: 2 })
  const [first, , third] = [await ask(key), await ask(key), await ask(key)]
  expect([first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')]).toEqual([
    '"requests-per-day";q=2;w=86400',
    expect.stringMatching(/^"requests-per-day";r=1;t=\d+$/),
  ])
  expect([third.status, Number(third.headers.get('retry-after')) > 0, (await errorOf(third)).message]).toEqual([
    429,
    true,
    expect.stringContaining('2 requests per day'),
  ])
})

test('a token whose requests are used up still sees that, and asking takes nothing from them', async () => {
  await start()
  const key = await make({ requests_per_day: 1 })
  const own = () => fetch(`${gateway.address}/api/token`, { headers: { authorization: `Bearer ${key}` } })
  expect([(await own()).status, (await ask(key)).status, (await ask(key)).status, (await own()).status]).toEqual([200, 200, 429, 200])
  const last = (await Promise.all(Array.from({ length: 70 }, own))).find(({ status }) => status === 429)
  expect(last?.headers.get('retry-after')).toBe('1')
  expect(await (await own()).json()).toMatchObject({ detail: expect.stringContaining('60 requests per minute') as string })
})

test('a token that is revoked under load asks nothing after the reply', async () => {
  await start()
  const key = await make()
  const before: Promise<number>[] = []
  const after: Promise<number>[] = []
  let revoked = false
  const load = setInterval(() => (revoked ? after : before).push(ask(key).then(({ status }) => status)), 5)
  await until('requests pass', () => before.length >= 20, 10_000)
  expect((await admin.send('DELETE', '/api/admin/tokens/ci')).status).toBe(200)
  revoked = true
  await until('requests are refused', () => after.length >= 20, 10_000)
  clearInterval(load)
  expect([new Set(await Promise.all(before)).has(200), new Set(await Promise.all(after))]).toEqual([true, new Set([401])])
})

test('a stream that runs when its token is revoked ends as it would', async () => {
  await start()
  let finish = (): void => undefined
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('one'))
    finish = () => response.end(goodEnd)
  }
  const key = await make()
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
  })
  expect((await admin.send('DELETE', '/api/admin/tokens/ci')).status).toBe(200)
  expect((await ask(key)).status).toBe(401)
  finish()
  expect(await reply.text()).toMatch(/one[^]*\[DONE\]/)
  expect(await admin.recordsWhen(1, 'ci')).toMatchObject([{ status: 200, outcome: 'ok' }])
})

test('a token passes until it expires, and not a second longer', async () => {
  await start()
  const expiresAt = Date.now() + 1500
  const key = await make({ expires_at: new Date(expiresAt).toISOString() })
  let passedAt = 0
  const hasExpired = async (): Promise<boolean> => {
    const sentAt = Date.now()
    const { status } = await ask(key)
    if (status === 200) passedAt = sentAt
    return status === 401
  }
  await until('it has expired', hasExpired, 10_000)
  expect(Date.now()).toBeGreaterThanOrEqual(expiresAt)
  expect(passedAt).toBeGreaterThan(0)
  expect(passedAt - expiresAt).toBeLessThan(1000)
})

test('lists page by page', async () => {
  await start()
  for (const name of ['b', 'a', 'c']) await make({}, name)
  const first = await admin.get('/api/admin/tokens?limit=2')
  const second = await admin.get(`/api/admin/tokens?limit=2&after=${String(first['next'])}`)
  const names = [first, second].map(({ data }) => (data as { name: string }[]).map(({ name }) => name))
  expect([names, second['next']]).toEqual([
    [
      ['a', 'b'],
      ['c', 'test'],
    ],
    null,
  ])
})

test('lists those whose name has a text', async () => {
  await start()
  for (const name of ['ci-North', 'south', 'north-2']) await make({}, name)
  const found = await admin.get('/api/admin/tokens?contains=NORTH')
  expect((found['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['ci-North', 'north-2'])
})
