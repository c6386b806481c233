// Every request that the contract shows is sent as it stands there, through Prism: what goes up and what comes back is as the contract says.
import { isObject } from '../../src/json/object.js'
import { schemasOf, type DocumentName } from './documents.js'
import { readEvents } from './event-stream.js'
import type { Program } from '../program.js'
import { startGateway, token } from './gateway.js'
import { Prism } from './prism.js'
import { headersOf, sentAs, shownRequests, storeObjects, type StoredIds } from './shown-requests.js'
import { ContractUpstream } from './upstream.js'

let upstream: ContractUpstream
let gateway: Program
let front: Prism
/** What the addresses of stored things name. */
let ids: StoredIds

beforeAll(async () => {
  upstream = await ContractUpstream.start()
  gateway = await startGateway(upstream.address)
  front = await Prism.of('gateway')
  upstream.answerWith()
  ids = await storeObjects(gateway.address)
}, 180_000)

afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

describe('requests with a JSON body', () => {
  test.each(shownRequests())('$id: $name', async ({ path, method, value }) => {
    upstream.answerWith()
    const { url, body } = sentAs({ path, value }, ids)
    if (isObject(body) && body['stream'] === true) return expectStream(url, body)
    const answer = await front.between(
      { method, url, headers: { ...headersOf(path), accept: path.endsWith('/speech') ? 'audio/mpeg' : 'application/json' }, body },
      gateway.address,
    )
    expect({ status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({ status: 200, body: '' })
    expect(answer.requestProblems).toEqual([])
    expect(answer.replyProblems).toEqual([])
    expect(upstream.calls.map(({ problems }) => problems)).toEqual(asksNobody.test(path) ? [] : [[]])
  })
})

/** The gateway's own API, and what it keeps itself. */
const asksNobody = /^\/(api|v1\/conversations|v1\/realtime\/client_secrets|v1\/chat\/completions\/\{)/

async function expectStream(url: string, body: unknown) {
  const reply = await fetch(gateway.address + url, { method: 'POST', headers: headersOf(url), body: JSON.stringify(body) })
  const events = readEvents(await reply.text()).filter(({ data }) => data !== '[DONE]')
  const [name, schema] = streamSchemas.find(([path]) => url.startsWith(path))?.[1] ?? ['media', '']
  const set = schemasOf(name)
  expect(reply.status).toBe(200)
  expect(events.flatMap(({ data }) => set.component(schema)(JSON.parse(data))?.message ?? [])).toEqual([])
  expect(events.length).toBeGreaterThan(0)
  expect(upstream.calls.map(({ problems }) => problems)).toEqual([[]])
}

const streamSchemas: readonly (readonly [string, readonly [DocumentName, string]])[] = [
  ['/v1/chat/', ['chat-completions', 'ChatStreamFrame']],
  ['/v1/messages', ['messages', 'MessagesStreamEvent']],
  ['/v1/responses', ['responses', 'ResponsesStreamEvent']],
  ['/v1/completions', ['media', 'CompletionStreamEvent']],
  ['/v1/images/', ['media', 'ImageStreamEvent']],
]

describe('forms', () => {
  const sound = new File([new Uint8Array([82, 73, 70, 70])], 'a.wav', { type: 'audio/wav' })
  const picture = new File([new Uint8Array([137, 80, 78, 71])], 'a.png', { type: 'image/png' })
  test.each<[string, Record<string, string | File>, string]>([
    ['/v1/audio/transcriptions', { model: 'm-openai', file: sound, language: 'en' }, 'AudioTranscriptionReply'],
    ['/v1/audio/translations', { model: 'm-openai', file: sound }, 'AudioTranscriptionReply'],
    ['/v1/images/edits', { model: 'm-openai', image: picture, prompt: 'Make it blue.' }, 'ImageList'],
  ])('%s', async (path, fields, schema) => {
    upstream.answerWith()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const reply = await fetch(gateway.address + path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
    const text = await reply.text()
    expect({ status: reply.status, text: reply.ok ? '' : text }).toEqual({ status: 200, text: '' })
    expect(schemasOf('media').component(schema)(JSON.parse(text))).toBeUndefined()
    expect(upstream.calls.map(({ problems }) => problems)).toEqual([[]])
  })
})

describe('reading', () => {
  const bearer = { authorization: `Bearer ${token}` }
  const anthropic = { 'x-api-key': token, 'anthropic-version': '2023-06-01' }
  const google = { 'x-goog-api-key': token }
  test.each<[string, string, Record<string, string>, number]>([
    ['models, as chat completions lists them', '/v1/models', bearer, 200],
    ['models, as messages lists them', '/v1/models', anthropic, 200],
    ['models, as generate content lists them', '/v1/models', google, 200],
    ['models under /v1beta', '/v1beta/models', google, 200],
    ['a model, as chat completions shows it', '/v1/models/m-openai', bearer, 200],
    ['a model, as messages shows it', '/v1/models/m-openai', anthropic, 200],
    ['a model under /v1beta', '/v1beta/models/m-openai', google, 200],
    ['an unknown model', '/v1/models/ghost', bearer, 404],
    ['an unknown model under /v1beta', '/v1beta/models/ghost', google, 404],
    ['an unknown response', '/v1/responses/resp_ghost', bearer, 404],
    ['home', '/', {}, 200],
    ['health', '/healthz', {}, 200],
    ['readiness', '/readyz', {}, 200],
    ['the contract as JSON', '/openapi.json', {}, 200],
    ['the contract as YAML', '/openapi.yaml', {}, 200],
    ['one document of the contract', '/openapi/messages.yaml', {}, 200],
  ])('%s', async (_, url, headers, status) => {
    const answer = await front.between(
      { method: 'GET', url, headers: { accept: url.endsWith('.yaml') ? 'application/yaml' : 'application/json', ...headers } },
      gateway.address,
    )
    expect({ status: answer.status, problems: answer.replyProblems }).toEqual({ status, problems: [] })
  })
})

test('a stored response: made, read, its input listed, deleted, gone', async () => {
  upstream.answerWith()
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, accept: 'application/json' }
  const call = async (method: string, url: string, body?: unknown) => {
    const answer = await front.between({ method, url, headers, ...(body === undefined ? {} : { body }) }, gateway.address)
    expect(answer.replyProblems).toEqual([])
    return answer
  }
  const made = await call('POST', '/v1/responses', { model: 'm-anthropic', input: 'Name a colour.', store: true })
  const id = isObject(made.body) ? String(made.body['id']) : ''
  expect((await call('GET', `/v1/responses/${id}`)).body).toMatchObject({ id, status: 'completed' })
  expect((await call('GET', `/v1/responses/${id}/input_items`)).body).toMatchObject({
    object: 'list',
    data: [{ type: 'message', role: 'user' }],
  })
  expect((await call('DELETE', `/v1/responses/${id}`)).body).toMatchObject({ id, deleted: true })
  expect((await call('GET', `/v1/responses/${id}`)).status).toBe(404)
})
