import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, kinds, token, type UpstreamRequest } from './gateway.js'
import { errorOf, goodReply } from './two-providers.js'
import { until } from './waiting.js'

// 8 bytes of text: at most 4 tokens read; at most 10 written: 4 × 1 + 10 × 100 = 1004 millionths of a dollar.
const price = { input_per_million_usd: '1', output_per_million_usd: '100' }
const question = { max_tokens: 10, messages: [{ role: 'user', content: '12345678' }] }
const models = kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }], price, max_output_tokens: 10 }))

let upstream: FakeUpstream
let gateway: RunningGateway

async function start(ownToken: object, settings: object = {}): Promise<void> {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWith({ prompt_tokens: 4, completion_tokens: 10, total_tokens: 14 })
  gateway = await gatewayFor(upstream, { models, tokens: [{ name: 'test', key: token, ...ownToken }], ...settings })
}
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
})

function answerWith(usage: object) {
  return (_call: UpstreamRequest, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage }))
  }
}

function ask(body: object = {}, path = '/v1/chat/completions'): Promise<Response> {
  return fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: 'm-openai', ...question, ...body }),
  })
}

test('50 parallel calls, a budget for 10: exactly 10 provider calls, the others refused at once', async () => {
  await start({ budget_usd: '0.010049' })
  const waiting: (() => void)[] = []
  const answer = upstream.reply
  upstream.reply = (call, response) => waiting.push(() => answer(call, response))
  const replies = Array.from({ length: 50 }, () => ask())
  await until('ten are at the provider', () => waiting.length === 10)
  const refused = await Promise.race(replies)
  expect([refused.status, refused.headers.get('x-should-retry'), await errorOf(refused)]).toEqual([
    429,
    'false',
    expect.objectContaining({ code: 'insufficient_quota', type: 'insufficient_quota', message: expect.stringContaining('0.001004 USD') }),
  ])
  for (const one of waiting) one()
  const statuses = (await Promise.all(replies)).map(({ status }) => status)
  expect([statuses.filter((status) => status === 200).length, upstream.calls.length]).toEqual([10, 10])
  // Nine millionths are left: not enough for another.
  expect((await ask()).status).toBe(429)
})

test('for a task that writes nothing only what it reads is reserved', async () => {
  await start({ budget_usd: '0.001003' })
  upstream.reply = (_call, response) => {
    const reply = {
      object: 'list',
      model: 'up-model',
      data: [{ object: 'embedding', index: 0, embedding: [1] }],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  }
  const embedding = await fetch(`${gateway.address}/v1/embeddings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', input: '12345678' }),
  })
  expect([embedding.status, (await ask()).status]).toEqual([200, 429])
})

test('what was reserved and not used is available again', async () => {
  await start({ budget_usd: '0.001004' })
  upstream.reply = answerWith({ prompt_tokens: 4, completion_tokens: 0, total_tokens: 4 })
  expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)
  expect((await ask({ max_tokens: 9 })).status).toBe(200)
})

test('a failed request gives its reservation back', async () => {
  await start({ budget_usd: '0.001004' })
  const answer = upstream.reply
  upstream.reply = (_call, response) => response.writeHead(400).end('{"error":{"message":"no"}}')
  for (let count = 0; count < 3; count++) expect((await ask()).status).toBe(400)
  upstream.reply = answer
  expect((await ask()).status).toBe(200)
})

test.each([
  ['n choices', { n: 2 }],
  ['the longest answer of the model, where the client sets no limit', { max_tokens: null, model: 'm-responses' }],
])('%s are reserved', async (_name, body) => {
  await start(
    { budget_usd: '0.002003' },
    { models: models.map((model) => ({ ...model, max_output_tokens: model.name === 'm-responses' ? 21 : 10 })) },
  )
  expect([(await ask(body)).status, upstream.calls.length]).toEqual([429, 0])
  expect((await ask()).status).toBe(200)
})

test('messages: 402 billing_error', async () => {
  await start({ budget_usd: '0' })
  const reply = await ask({ model: 'm-anthropic' }, '/v1/messages')
  expect([reply.status, reply.headers.get('x-should-retry'), await errorOf(reply)]).toEqual([
    402,
    'false',
    expect.objectContaining({ type: 'billing_error' }),
  ])
})

test('tokens_per_minute: by estimate and by report, said in headers, refused with the time to wait', async () => {
  await start({ tokens_per_minute: 100 })
  const first = await ask()
  expect([first.status, first.headers.get('x-ratelimit-limit-tokens'), first.headers.get('x-ratelimit-remaining-tokens')]).toEqual([
    200,
    '100',
    '88',
  ])
  upstream.reply = answerWith({ prompt_tokens: 4, completion_tokens: 500, total_tokens: 504 })
  await ask()
  const refused = await ask()
  expect([refused.status, (await errorOf(refused)).code, refused.headers.get('x-ratelimit-remaining-tokens')]).toEqual([
    429,
    'rate_limit_exceeded',
    '0',
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(240)
  expect(upstream.calls).toHaveLength(2)
})

test('unknown_price refuse: a model without a price is refused before a call, one of whose targets has one goes there', async () => {
  const [openai] = models
  await start(
    {},
    {
      accounting: { unknown_price: 'refuse' },
      models: [
        { name: 'm-openai', targets: [{ provider: 'openai', model: 'a' }] },
        {
          name: 'm-half',
          targets: [
            { provider: 'openai', model: 'a' },
            { provider: 'openai', model: 'b', price },
          ],
        },
        { ...openai, name: 'm-priced' },
      ],
    },
  )
  const refused = await ask()
  expect([refused.status, (await errorOf(refused)).code, upstream.calls.length]).toEqual([400, 'unknown_price', 0])
  expect((await ask({ model: 'm-half' })).status).toBe(200)
  expect(JSON.parse(String(upstream.calls[0]?.body))).toMatchObject({ model: 'b' })
  expect((await ask({ model: 'm-priced' })).status).toBe(200)
})
