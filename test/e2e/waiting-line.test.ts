import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { answerWell } from './two-providers.js'
import { sleep, until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway
let waiting: ServerResponse[]

beforeEach(async () => {
  waiting = []
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => waiting.push(response)
  await start()
})
async function start(settings: Readonly<Record<string, unknown>> = {}): Promise<void> {
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'patient', key: 'sk-patient', max_concurrent: 1, max_wait_ms: 20_000 },
      { name: 'hasty', key: 'sk-hasty', max_concurrent: 1 },
      { name: 'brief', key: 'sk-brief', max_concurrent: 1, max_wait_ms: 50 },
    ],
    ...settings,
  })
}
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

const ask = (key: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
    ...(signal === undefined ? {} : { signal }),
  })

async function answerNext(count: number): Promise<void> {
  await until(`${count} are at the provider`, () => upstream.calls.length === count, 10_000)
  const [call, response] = [upstream.calls[count - 1], waiting[count - 1]]
  if (call !== undefined && response !== undefined) answerWell(call, response)
}

test('requests of a token that may wait come one after the other, where others are refused', async () => {
  const replies = [ask('sk-patient'), ask('sk-patient'), ask('sk-patient')]
  for (let count = 1; count <= 3; count++) await answerNext(count)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200])
  const first = ask('sk-hasty')
  await until('it is at the provider', () => upstream.calls.length === 4, 10_000)
  expect((await ask('sk-hasty')).status).toBe(429)
  await answerNext(4)
  expect((await first).status).toBe(200)
})

test('whose time is over is refused, and its client may come back', async () => {
  const first = ask('sk-brief')
  await until('it is at the provider', () => upstream.calls.length === 1, 10_000)
  const late = await ask('sk-brief')
  expect([late.status, late.headers.get('retry-after')]).toEqual([429, '1'])
  await answerNext(1)
  expect((await first).status).toBe(200)
})

test('a client that leaves the line frees its place and asks no provider', async () => {
  const first = ask('sk-patient')
  await until('it is at the provider', () => upstream.calls.length === 1, 10_000)
  const leaving = new AbortController()
  const gone = ask('sk-patient', leaving.signal)
  const next = ask('sk-patient')
  await sleep(100)
  leaving.abort()
  await expect(gone).rejects.toThrow()
  const admin = new AdminClient(gateway.address)
  // The gateway has noticed.
  await admin.recordsWhen(1, 'patient')
  await answerNext(1)
  await answerNext(2)
  expect([(await first).status, (await next).status, upstream.calls.length]).toEqual([200, 200, 2])
  const records = await admin.recordsWhen(3, 'patient')
  expect(records.map(({ status }) => status).sort()).toEqual([200, 200, 499])
})

test('a token that is revoked while its request waits asks nothing more', async () => {
  const admin = new AdminClient(gateway.address)
  const made = await admin.send('POST', '/api/admin/tokens', { name: 'ci', max_concurrent: 1, max_wait_ms: 20_000 })
  const key = String(made.body['key'])
  const [first, second] = [ask(key), ask(key)]
  await until('one is at the provider', () => upstream.calls.length === 1, 10_000)
  await admin.send('DELETE', '/api/admin/tokens/ci')
  await answerNext(1)
  expect([(await first).status, (await second).status, upstream.calls.length].sort()).toEqual([1, 200, 401])
})

test('limits.max_wait_ms holds for tokens that say nothing of it, and for no others', async () => {
  await gateway.stop()
  const tokens = [
    { name: 'usual', key: 'sk-usual', max_concurrent: 1 },
    { name: 'hasty', key: 'sk-hasty', max_concurrent: 1, max_wait_ms: 0 },
  ]
  await start({ tokens, limits: { max_wait_ms: 20_000 } })
  const admin = new AdminClient(gateway.address)
  expect((await admin.get('/api/admin/tokens/usual'))['max_wait_ms']).toBe(20_000)
  const replies = [ask('sk-usual'), ask('sk-usual'), ask('sk-hasty')]
  await until('the first of each are at the provider', () => upstream.calls.length === 2, 10_000)
  expect((await ask('sk-hasty')).status).toBe(429)
  for (const place of [0, 1]) {
    const [call, response] = [upstream.calls[place], waiting[place]]
    if (call !== undefined && response !== undefined) answerWell(call, response)
  }
  await answerNext(3)
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200, 200])
})
