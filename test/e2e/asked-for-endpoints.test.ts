import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import type { Json } from './wire.js'

const upstream = new FakeUpstream()
let gateway: RunningGateway
beforeAll(async () => {
  await upstream.start()
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: 'modr-1', model: 'up', results: [] }))
  }
  gateway = await gatewayFor(upstream, {
    models: [
      { name: 'chat', targets: [{ provider: 'openai', model: 'gpt-x' }] },
      { name: 'judge', targets: [{ provider: 'openai', model: 'text-moderation-007' }] },
      { name: 'omni-moderation-latest', targets: [{ provider: 'openai', model: 'omni-moderation-2024-09-26' }] },
    ],
    tokens: [
      { name: 'all', key: 'sk-all' },
      { name: 'judge', key: 'sk-judge', models: ['chat', 'judge'] },
      { name: 'chat', key: 'sk-chat', models: ['chat'] },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function moderate(key: string): Promise<{ status: number; param?: string; asked?: unknown }> {
  upstream.calls.length = 0
  const reply = await fetch(`${gateway.address}/v1/moderations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ input: 'I like pumps.' }),
  })
  const body: Json = await reply.json()
  const call = upstream.calls[0]
  return { status: reply.status, param: body.error?.param, asked: call === undefined ? undefined : JSON.parse(call.body.toString()).model }
}

test.each([
  ['the usual one where the token may use it', 'sk-all', { status: 200, asked: 'omni-moderation-2024-09-26' }],
  ['else one that leads to a moderation model', 'sk-judge', { status: 200, asked: 'text-moderation-007' }],
  ['else none, and the error names the field', 'sk-chat', { status: 400, param: 'model' }],
])('a moderation request without a model gets %s', async (_, key, expected) => {
  expect(await moderate(key)).toEqual(expect.objectContaining(expected))
})

test.each(['/v1beta/interactions', '/v1beta/interactions/abc', '/v1beta/cachedContents', '/v1beta/tunedModels/a:generateContent'])(
  '%s is answered in Gemini’s format with what to use',
  async (path) => {
    const reply = await fetch(gateway.address + path, { method: 'POST', headers: { 'x-goog-api-key': 'sk-all' } })
    const { error }: Json = await reply.json()
    expect([reply.status, error.code, error.status]).toEqual([404, 404, 'NOT_FOUND'])
    expect(error.message).toMatch(/not (?:served|managed) here\. .{30}/)
  },
)
