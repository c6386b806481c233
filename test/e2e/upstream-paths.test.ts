import type { RunningGateway } from '../../src/server/start.js'
import { answerAs } from './answers.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    answerAs('gemini', { text: 'fine' }, call, response)
  }
  const provider = { base_url: `${upstream.address}/secret/base`, api_key: 'up-key', passthrough: true }
  gateway = await gatewayFor(upstream, {
    providers: [
      { ...provider, name: 'gem', kind: 'gemini' },
      { ...provider, name: 'azure', kind: 'azure-openai', api_version: '2024-10-21' },
      { ...provider, name: 'aws', kind: 'bedrock' },
      { ...provider, name: 'vertex', kind: 'vertex', project: 'p-1' },
    ],
    models: [],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})
beforeEach(() => {
  upstream.calls.length = 0
})

const ask = (model: string): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: `{"model":"${model}","messages":[{"role":"user","content":"hi"}]}`,
  })

test.each([
  'gem/../../../../admin/keys',
  'gem/..',
  'gem/models/../../x',
  'gem/a//b',
  'gem/a\\\\..\\\\b',
  'gem/\\ud800',
  'azure/..',
  'azure/../../../x',
  'aws/..',
  'aws/../../admin',
  'vertex/gemini-x/../../y',
])('%s is a 400 in the client style, and nothing reaches the provider', async (model) => {
  const reply = await ask(model)
  expect(reply.status).toBe(400)
  expect(await reply.json()).toMatchObject({ error: { type: 'invalid_request_error', param: 'model', code: 'invalid_request' } })
  expect(upstream.calls).toEqual([])
})

test('the same in the path of the generate-content style', async () => {
  const reply = await fetch(`${gateway.address}/v1beta/models/gem%2Fx%2F..%2F..%2Fadmin:generateContent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"contents":[{"parts":[{"text":"hi"}]}]}',
  })
  expect([reply.status >= 400 && reply.status < 500, upstream.calls.length]).toEqual([true, 0])
})

test.each([
  ['gem/gemini-2.5-flash', '/secret/base/v1beta/models/gemini-2.5-flash:generateContent'],
  ['gem/tunedModels/x', '/secret/base/v1beta/tunedModels/x:generateContent'],
  ['gem/%2e%2e/x', '/secret/base/v1beta/models/%252e%252e/x:generateContent'],
])('%s is asked at %s', async (model, path) => {
  const reply = await ask(model)
  expect([reply.status, upstream.calls.map(({ request }) => request.url)]).toEqual([200, [path]])
})
