import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from '../e2e/gateway.js'
import { documentOf, headersOf } from './documents.js'

// A spent budget is named in the same header by every operation that asks a model, and each documents it.

let upstream: FakeUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const price = { request_usd: '1' }
  gateway = await gatewayFor(upstream, {
    tokens: [{ name: 'test', key: token, budget_per_day_usd: '0.5' }],
    models: ['openai', 'responses'].map((provider) => ({ name: `m-${provider}`, targets: [{ provider, model: 'x' }], price })),
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const messages = [{ role: 'user', content: 'Hi' }]
const contents = [{ parts: [{ text: 'Hi' }] }]
const content = { parts: [{ text: 'Hi' }] }

test.each<[string, number, object]>([
  ['/v1/chat/completions', 429, { messages }],
  ['/v1/messages', 402, { messages, max_tokens: 5 }],
  ['/v1/responses', 429, { input: 'Hi' }],
  ['/v1/responses/compact', 429, { input: 'Hi', model: 'm-responses' }],
  ['/v1beta/models/{model}:generateContent', 429, { contents }],
  ['/v1beta/models/{model}:streamGenerateContent', 429, { contents }],
  ['/v1beta/models/{model}:embedContent', 429, { content }],
  ['/v1/completions', 429, { prompt: 'Hi' }],
  ['/v1/embeddings', 429, { input: 'Hi' }],
  ['/v1/images/generations', 429, { prompt: 'Hi' }],
  ['/v1/audio/speech', 429, { input: 'Hi', voice: 'alloy' }],
  ['/v1/rerank', 429, { query: 'Hi', documents: ['Hi'] }],
  ['/v1/moderations', 429, { input: 'Hi' }],
])('%s', async (path, status, body) => {
  const reply = await fetch(gateway.address + path.replace('{model}', 'm-openai'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-anywire-token': token, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(path.includes('{model}') ? body : { model: 'm-openai', ...body }),
  })
  await reply.arrayBuffer()
  expect([reply.status, reply.headers.get('x-should-retry')]).toEqual([status, 'false'])
  expect(reply.headers.get('x-anywire-budget')).toMatch(
    /^token; period=day; limit_usd="0\.5"; left_usd="0\.5"; began_at="[^"]+T00:00:00Z"; resets_at="[^"]+T00:00:00Z"$/,
  )
  expect(headersOf(documentOf('gateway'), { path, method: 'post', status })).toContain('x-anywire-budget')
  expect(upstream.calls).toHaveLength(0)
})
