import type { ServerResponse } from 'node:http'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import type { Json } from './wire.js'

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
beforeEach(() => {
  upstream.calls.length = 0
})

const answer = (status: number, body: object) => (_call: unknown, response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Json; tokenizer: string | null }> {
  const reply = await fetch(gateway.address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: JSON.stringify(body),
  })
  return { status: reply.status, body: await reply.json(), tokenizer: reply.headers.get('x-anywire-tokenizer') }
}
const version = { 'anthropic-version': '2026-10-21' }
const question = {
  system: 'You keep a garden diary.',
  messages: [{ role: 'user', content: 'How many seeds are left?' }],
  tools: [{ name: 'look', input_schema: { type: 'object', properties: { drawer: { type: 'string' } } } }],
}
const geminiQuestion = { contents: [{ role: 'user', parts: [{ text: 'How many seeds are left?' }] }] }
const sent = () => JSON.parse(upstream.calls[0]?.body.toString() ?? 'null')

describe('counting tokens', () => {
  test('is passed on to a provider of the style, bytes and version as they came', async () => {
    upstream.reply = answer(200, { input_tokens: 42, context_management: null })
    expect(await post('/v1/messages/count_tokens?beta=true', { model: 'm-anthropic', ...question }, version)).toEqual({
      status: 200,
      body: { input_tokens: 42, context_management: null },
      tokenizer: null,
    })
    expect(upstream.calls[0]?.request.url).toBe('/anthropic/v1/messages/count_tokens')
    expect(upstream.calls[0]?.request.headers['anthropic-version']).toBe('2026-10-21')
    expect(sent()).toEqual({ model: 'up-model', ...question })
  })

  test.each(['/v1beta', '/v1'])('%s: a whole Gemini request names the provider’s model', async (prefix) => {
    upstream.reply = answer(200, { totalTokens: 7 })
    const path = `${prefix}/models/m-gemini:countTokens`
    expect((await post(path, { generateContentRequest: { model: 'models/m-gemini', ...geminiQuestion } })).body).toEqual({ totalTokens: 7 })
    expect(upstream.calls[0]?.request.url).toBe('/gemini/v1beta/models/up-model:countTokens')
    expect(sent()).toEqual({ generateContentRequest: { model: 'models/up-model', ...geminiQuestion } })
  })

  test('crosses between the two styles that count', async () => {
    upstream.reply = answer(200, { totalTokens: 9 })
    expect((await post('/v1/messages/count_tokens', { model: 'm-gemini', ...question }, version)).body).toEqual({ input_tokens: 9 })
    expect(sent()).toMatchObject({ generateContentRequest: { model: 'models/up-model', contents: [{ role: 'user' }], tools: [{}] } })
    upstream.calls.length = 0
    upstream.reply = answer(200, { input_tokens: 8 })
    expect((await post('/v1beta/models/m-anthropic:countTokens', geminiQuestion)).body).toMatchObject({ totalTokens: 8 })
    expect(sent()).toEqual({ model: 'up-model', messages: [{ role: 'user', content: expect.anything() }] })
  })

  test.each(['m-openai', 'm-responses', 'm-cohere'])('%s: is computed where the provider cannot, and says so', async (model) => {
    const messages = await post('/v1/messages/count_tokens', { model, ...question }, version)
    expect(messages.body.input_tokens).toBeGreaterThan(25)
    const gemini = await post(`/v1beta/models/${model}:countTokens`, geminiQuestion)
    expect(gemini.body.totalTokens).toBeGreaterThan(6)
    expect([messages.tokenizer, gemini.tokenizer]).toEqual(['o200k_base; estimated', 'o200k_base; estimated'])
    expect(upstream.calls).toHaveLength(0)
  })

  test('is computed too where a provider of the style does not have the path', async () => {
    upstream.reply = answer(404, { detail: 'Not Found' })
    const { status, tokenizer } = await post('/v1/messages/count_tokens', { model: 'm-anthropic', ...question }, version)
    expect([status, tokenizer]).toEqual([200, 'o200k_base; estimated'])
  })

  test('a provider’s refusal is passed on', async () => {
    upstream.reply = answer(404, { type: 'error', error: { type: 'not_found_error', message: 'model: up-model' } })
    expect(await post('/v1/messages/count_tokens', { model: 'm-anthropic', ...question }, version)).toMatchObject({
      status: 404,
      body: { error: { message: 'model: up-model' } },
    })
    upstream.reply = answer(400, { error: { code: 400, message: 'No contents.', status: 'INVALID_ARGUMENT' } })
    expect(await post('/v1beta/models/m-gemini:countTokens', geminiQuestion)).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    })
  })

  test('needs the version, a model and a token like everything else', async () => {
    expect((await post('/v1/messages/count_tokens', { model: 'm-openai', ...question })).body.error.message).toContain('anthropic-version')
    expect((await post('/v1/messages/count_tokens', { model: 'no', ...question }, version)).status).toBe(404)
    expect(
      (await post('/v1/messages/count_tokens', { model: 'm-openai', ...question }, { ...version, authorization: 'Bearer no' })).status,
    ).toBe(401)
  })
})
