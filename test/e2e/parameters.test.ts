// Parameters are held against the contract before a handler sees them; replies that the gateway makes itself keep to it.
import { readFileSync } from 'node:fs'
import { SchemaSet } from '../../src/contract/schema/index.js'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'

const schemas = new SchemaSet(JSON.parse(readFileSync(new URL('../../openapi/dist/gateway.json', import.meta.url), 'utf8')))
let upstream: FakeUpstream
let gateway: RunningGateway

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'up-model',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  }
  gateway = await gatewayFor(upstream)
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function ask(path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}): Promise<Response> {
  return fetch(gateway.address + path, { ...init, headers: { authorization: `Bearer ${token}`, ...headers } })
}

async function json(...request: Parameters<typeof ask>): Promise<Record<string, unknown>> {
  return (await (await ask(...request)).json()) as Record<string, unknown>
}

const anthropic = { 'anthropic-version': '2023-06-01' }

describe('a bad parameter is a 400 that names it, in the style of the client', () => {
  test.each([
    ['/v1/responses/resp_1/input_items?limit=0', {}, { error: { message: 'limit must be at least 1', param: 'limit' } }],
    ['/v1/responses/resp_1/input_items?order=up', {}, { error: { message: 'order must be one of "asc" or "desc"', param: 'order' } }],
    ['/v1/responses/resp_1?stream=yes', {}, { error: { message: 'stream must be boolean', param: 'stream' } }],
    ['/v1/responses/resp_1?starting_after=-1', {}, { error: { message: 'starting_after must be at least 0' } }],
    ['/v1/models?limit=1001', anthropic, { type: 'error', error: { message: 'limit must be at most 1000' } }],
    ['/v1beta/models?pageSize=-1', {}, { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'pageSize must be at least 0' } }],
    ['/v1beta/models?pageToken=x', {}, { error: { code: 400, message: 'pageToken is none that a list here has given' } }],
  ])('GET %s', async (path, headers, error) => {
    const response = await ask(path, headers)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject(error)
  })

  test('a header', async () => {
    const headers = { 'anthropic-version': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ model: 'm-anthropic', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] })
    const response = await ask('/v1/messages', headers, { method: 'POST', body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ type: 'error', error: { message: expect.stringMatching(/^anthropic-version must/) } })
  })
})

describe('what the gateway answers itself is as the contract has it', () => {
  test.each([
    ['/v1/models', {}, 'ModelsOpenAIList'],
    ['/v1/models?limit=2', anthropic, 'ModelsAnthropicList'],
    ['/v1/models?pageSize=2', { 'x-goog-api-client': 'genai' }, 'ModelsGeminiList'],
    ['/v1beta/models?pageSize=0', {}, 'ModelsGeminiList'],
    ['/v1/models/m-openai', {}, 'ModelsOpenAIModel'],
    ['/v1/models/m-openai', anthropic, 'ModelsAnthropicModel'],
    ['/v1beta/models/m-openai', {}, 'ModelsGeminiModel'],
  ])('GET %s with %j: %s', async (path, headers, schema) => {
    const response = await ask(path, headers)
    const body: unknown = await response.json()
    expect([response.status, schemas.component(schema)(body), body]).toEqual([200, undefined, body])
  })

  test('pages of a list', async () => {
    const pages = await Promise.all(['limit=2', 'limit=2&after_id=m-responses'].map((query) => json(`/v1/models?${query}`, anthropic)))
    expect(pages).toMatchObject([
      { data: [{ id: 'm-openai' }, { id: 'm-responses' }], has_more: true },
      { data: [{ id: 'm-anthropic' }, { id: 'm-gemini' }] },
    ])
    expect(await json('/v1beta/models?pageSize=2&pageToken=2')).toMatchObject({
      models: [{ name: 'models/m-anthropic' }, { name: 'models/m-gemini' }],
      nextPageToken: '4',
    })
  })

  test('a kept response: read, its items listed, deleted', async () => {
    const { id } = await json(
      '/v1/responses',
      { 'content-type': 'application/json' },
      { method: 'POST', body: '{"model":"m-openai","input":"Hi"}' },
    )
    const replies: [string, RequestInit, string][] = [
      [`/v1/responses/${String(id)}`, {}, 'ResponsesResponse'],
      [`/v1/responses/${String(id)}/input_items?order=asc&limit=1`, {}, 'ResponsesItemList'],
      [`/v1/responses/${String(id)}`, { method: 'DELETE' }, 'ResponsesDeleted'],
    ]
    for (const [path, init, schema] of replies) {
      const response = await ask(path, {}, init)
      expect([response.status, schemas.component(schema)(await response.json())]).toEqual([200, undefined])
    }
    expect((await ask(`/v1/responses/${String(id)}`)).status).toBe(404)
  })
})
