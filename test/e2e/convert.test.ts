import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  gateway = await gatewayFor(upstream)
})

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function convert(body: object, key = token): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const reply = await fetch(`${gateway.address}/api/convert`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

const messages = { model: 'fast', max_tokens: 100, messages: [{ role: 'user', content: 'Hello' }], top_k: 5 }

test('a token may have a request translated, and nothing is sent', async () => {
  expect(await convert({ what: 'request', from: 'messages', to: 'openai', body: messages })).toMatchObject({
    status: 200,
    body: {
      what: 'request',
      from: 'messages',
      to: 'chat-completions',
      method: 'POST',
      path: '/chat/completions',
      body: { model: 'fast', messages: [{ role: 'user', content: 'Hello' }] },
      losses: [{ at: '/top_k', action: 'dropped', side: 'request' }],
    },
  })
  expect(upstream.calls).toHaveLength(0)
})

test.each([
  [
    'a body that its style refuses',
    { what: 'request', from: 'messages', to: 'openai', body: { ...messages, messages: 5 } },
    '/body/messages',
  ],
  ['an unknown style', { what: 'request', from: 'x', to: 'openai', body: messages }, '/from'],
  ['an unknown subject', { what: 'x', from: 'messages', to: 'openai', body: messages }, '/what'],
  ['a member that there is not', { what: 'request', from: 'messages', to: 'openai', body: messages, modle: 'x' }, '/modle'],
])('%s is refused, naming the field', async (_what, body, param) => {
  expect(await convert(body)).toMatchObject({ status: 400, body: { param } })
})

test('without a token there is no conversion', async () => {
  expect((await convert({ what: 'request', from: 'messages', to: 'openai', body: messages }, 'wrong')).status).toBe(401)
})

test('a conversion counts as a request of the token, and takes neither tokens nor money', async () => {
  const limited = { name: 'limited', key: 'sk-limited', requests_per_minute: 2, tokens_per_minute: 100, budget_usd: '1' }
  const small = await gatewayFor(upstream, { tokens: [limited], admin: { key: 'adm' } })
  try {
    const ask = () =>
      fetch(`${small.address}/api/convert`, {
        method: 'POST',
        headers: { authorization: 'Bearer sk-limited', 'content-type': 'application/json' },
        body: JSON.stringify({ what: 'request', from: 'messages', to: 'openai', body: messages }),
      })
    const replies = [await ask(), await ask(), await ask()]
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies[1]?.headers.get('ratelimit')).toMatch(/^"requests-per-minute";r=0;t=\d+, "tokens-per-minute";r=100;t=0$/)
    expect(Number(replies[2]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(await replies[2]?.json()).toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
    const own = await fetch(`${small.address}/api/token`, { headers: { authorization: 'Bearer sk-limited' } })
    expect(await own.json()).toMatchObject({ spent_usd: '0', reserved_usd: '0' })
    expect(upstream.calls).toHaveLength(0)
  } finally {
    await small.stop()
  }
})
