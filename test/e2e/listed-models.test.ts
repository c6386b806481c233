import { gzipSync } from 'node:zlib'
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'

let upstream: FakeUpstream
let gateway: RunningGateway

/** By the path at which each kind of provider has its list. */
const lists: Readonly<Record<string, unknown>> = {
  '/openai/v1/models': { object: 'list', data: [{ id: 'gpt-x' }, { id: 'tts-x' }, { id: 'bad name' }] },
  '/anthropic/v1/models?limit=1000': { data: [{ type: 'model', id: 'claude-x' }], has_more: false },
  '/gemini/v1beta/models?pageSize=1000': { models: [{ name: 'models/gemini-x' }] },
}

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ request }, response) => {
    const list = lists[request.url ?? '']
    response.writeHead(list === undefined ? 404 : 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify(list ?? {})))
  }
  const provider = (kind: string, base: string) => ({ name: kind, kind, base_url: upstream.address + base, api_key: 'up-key' })
  gateway = await gatewayFor(upstream, {
    tokens: [
      { name: 'all', key: 'sk-all' },
      { name: 'some', key: 'sk-some', models: ['anthropic/*', 'm'] },
    ],
    providers: [
      { ...provider('openai', '/openai/v1'), passthrough: { prefixes: ['gpt-'] } },
      { ...provider('anthropic', '/anthropic'), passthrough: true },
      provider('gemini', '/gemini'),
      { ...provider('cohere', '/cohere'), passthrough: true },
    ],
    models: [
      { name: 'm', targets: [{ provider: 'openai', model: 'x' }] },
      { name: 'gemini-*', targets: [{ provider: 'gemini', model: '*' }] },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

const get = async (path: string, headers: Record<string, string>): Promise<{ status: number; body: unknown }> => {
  const reply = await fetch(gateway.address + path, { headers })
  return { status: reply.status, body: await reply.json() }
}
const all = { authorization: 'Bearer sk-all' }
const names = ['m', 'gpt-x', 'openai/tts-x', 'anthropic/claude-x', 'gemini-x']

test("the providers' models are in the list of each style; a provider without an answer adds none", async () => {
  const list = (await get('/v1/models', all)).body as { data: { id: string; object: string }[] }
  expect(list.data.map(({ id }) => id).sort()).toEqual([...names].sort())
  const version = { ...all, 'anthropic-version': '2023-06-01' }
  expect((await get('/v1/models?limit=2', version)).body).toMatchObject({ data: [{ type: 'model', id: 'm' }, {}], has_more: true })
  const google = (await get('/v1beta/models', { 'x-goog-api-key': 'sk-all' })).body as { models: { name: string }[] }
  expect(google.models.map(({ name }) => name).sort()).toEqual(names.map((name) => `models/${name}`).sort())
})

test('pages end where the list ends', async () => {
  const version = { ...all, 'anthropic-version': '2023-06-01' }
  const anthropic = async (query: string) => {
    const { data, has_more } = (await get(`/v1/models?${query}`, version)).body as { data: { id: string }[]; has_more: boolean }
    return { ids: data.map(({ id }) => id), more: has_more }
  }
  const { ids, more } = await anthropic('limit=5')
  expect([ids.length, more]).toEqual([names.length, false])
  expect(await anthropic('limit=4')).toEqual({ ids: ids.slice(0, 4), more: true })
  expect(await anthropic(`limit=2&before_id=${ids[3] ?? ''}`)).toEqual({ ids: ids.slice(1, 3), more: true })
  expect(await anthropic(`limit=3&before_id=${ids[3] ?? ''}`)).toEqual({ ids: ids.slice(0, 3), more: false })
  expect(await anthropic(`limit=2&after_id=${ids[2] ?? ''}`)).toEqual({ ids: ids.slice(3), more: false })
  const google = async (query: string) => {
    const { models, nextPageToken } = (await get(`/v1beta/models?${query}`, { 'x-goog-api-key': 'sk-all' })).body as {
      models: object[]
      nextPageToken?: string
    }
    return [models.length, nextPageToken]
  }
  expect([await google('pageSize=5'), await google('pageSize=4'), await google('pageSize=4&pageToken=4')]).toEqual([
    [5, undefined],
    [4, '4'],
    [1, undefined],
  ])
})

test('each is asked once, in its own way', async () => {
  await get('/v1/models', all)
  const asked = upstream.calls.map(({ request: { url, headers } }) => [
    url,
    headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key'],
  ])
  expect(asked.sort()).toEqual([
    ['/anthropic/v1/models?limit=1000', 'up-key'],
    ['/cohere/v1/models?page_size=1000', 'Bearer up-key'],
    ['/gemini/v1beta/models?pageSize=1000', 'up-key'],
    ['/openai/v1/models', 'Bearer up-key'],
  ])
  const anthropic = upstream.calls.find(({ request }) => request.url?.startsWith('/anthropic'))
  expect(anthropic?.request.headers['anthropic-version']).toBe('2023-06-01')
})

test.each(names)('%s can be retrieved in each shape', async (name) => {
  expect(await get(`/v1/models/${name}`, all)).toMatchObject({ status: 200, body: { id: name, object: 'model' } })
  expect(await get(`/v1/models/${name}`, { ...all, 'anthropic-version': '2023-06-01' })).toMatchObject({
    status: 200,
    body: { id: name, type: 'model' },
  })
  expect(await get(`/v1beta/models/${name}`, { 'x-goog-api-key': 'sk-all' })).toMatchObject({
    status: 200,
    body: { name: `models/${name}` },
  })
})

test("a token sees and retrieves what its list names; other models are the unknown model's 404", async () => {
  const some = { authorization: 'Bearer sk-some' }
  expect((await get('/v1/models', some)).body).toMatchObject({ data: [{ id: 'm' }, { id: 'anthropic/claude-x' }] })
  expect((await get('/v1/models/anthropic/claude-x', some)).status).toBe(200)
  for (const name of ['gpt-x', 'gemini-x', 'anthropic/none', 'none']) {
    expect(await get(`/v1/models/${name}`, some)).toMatchObject({ status: 404, body: { error: { code: 'model_not_found' } } })
  }
})
