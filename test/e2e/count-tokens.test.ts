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

  test('crosses between the styles that count', async () => {
    upstream.reply = answer(200, { totalTokens: 9 })
    expect((await post('/v1/messages/count_tokens', { model: 'm-gemini', ...question }, version)).body).toEqual({ input_tokens: 9 })
    expect(sent()).toMatchObject({ generateContentRequest: { model: 'models/up-model', contents: [{ role: 'user' }], tools: [{}] } })
    upstream.calls.length = 0
    upstream.reply = answer(200, { input_tokens: 8 })
    expect((await post('/v1beta/models/m-anthropic:countTokens', geminiQuestion)).body).toMatchObject({ totalTokens: 8 })
    expect(sent()).toEqual({ model: 'up-model', messages: [{ role: 'user', content: expect.anything() }] })
    upstream.calls.length = 0
    upstream.reply = answer(200, { object: 'response.input_tokens', input_tokens: 5 })
    expect((await post('/v1/messages/count_tokens', { model: 'm-responses', ...question }, version)).body).toEqual({ input_tokens: 5 })
    expect(sent()).toMatchObject({
      model: 'up-model',
      input: [{ role: 'system' }, { role: 'user' }],
      tools: [{ type: 'function', name: 'look' }],
    })
    expect(sent().store).toBeUndefined()
  })

  test.each(['m-openai', 'm-cohere'])('%s: is computed where the provider cannot, and says so', async (model) => {
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

  describe('of a request for a response', () => {
    const path = '/v1/responses/input_tokens'

    test('are counted by OpenAI where the conversation would go there in this style', async () => {
      upstream.reply = answer(200, { object: 'response.input_tokens', input_tokens: 12 })
      expect((await post(path, { model: 'm-responses', input: 'How many seeds?' })).body).toEqual({
        object: 'response.input_tokens',
        input_tokens: 12,
      })
      expect(upstream.calls[0]?.request.url).toBe('/responses/v1/responses/input_tokens')
      expect(sent()).toEqual({ model: 'up-model', input: 'How many seeds?' })
    })

    test.each([
      [
        'a server without the path',
        answer(404, {
          error: { message: 'Invalid URL (POST /v1/responses/input_tokens)', type: 'invalid_request_error', param: null, code: null },
        }),
      ],
      ['another server', answer(404, { detail: 'Not Found' })],
    ])('are estimated at %s', async (_, reply) => {
      upstream.reply = reply
      const { status, body, tokenizer } = await post(path, { model: 'm-responses', input: 'How many seeds?' })
      expect([status, body, tokenizer]).toEqual([
        200,
        { object: 'response.input_tokens', input_tokens: expect.any(Number) },
        'o200k_base; estimated',
      ])
    })

    test('cross to the providers that count, with the earlier turns', async () => {
      upstream.reply = answer(200, {
        input_tokens: 8,
        content: [{ type: 'text', text: 'Four.' }],
        role: 'assistant',
        type: 'message',
        id: 'msg_1',
        model: 'x',
        stop_reason: 'end_turn',
        usage: { input_tokens: 3, output_tokens: 2 },
      })
      const { body: first } = await post('/v1/responses', { model: 'm-anthropic', input: 'How many seeds?' })
      upstream.calls.length = 0
      const asked = { model: 'm-anthropic', input: null, instructions: 'Count.', previous_response_id: first.id, tools: null }
      expect((await post(path, asked)).body.input_tokens).toBe(8)
      expect(sent()).toMatchObject({ system: expect.anything(), messages: [{ role: 'user' }, { role: 'assistant' }] })
    })

    test.each(['m-openai', 'm-cohere'])('%s: are estimated, null members included', async (model) => {
      const { body, tokenizer } = await post(path, { model, input: 'How many seeds?', tools: null, reasoning: null, text: null })
      expect([body.input_tokens > 4, tokenizer, upstream.calls.length]).toEqual([true, 'o200k_base; estimated', 0])
    })

    test('need a model, and an earlier response that there is', async () => {
      expect((await post(path, { input: 'x' })).body.error.param).toBe('model')
      expect((await post(path, { model: 'm-openai', previous_response_id: 'resp_no' })).body.error.code).toBe('previous_response_not_found')
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
