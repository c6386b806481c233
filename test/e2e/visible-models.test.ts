// What a token may see, and that nobody else sees it.
import type { RunningGateway } from '../../src/server/start.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { chunk, goodEnd, goodReply } from './two-providers.js'

let upstream: FakeUpstream
let gateway: RunningGateway
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ body }, response) => {
    if (body.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk('good') + goodEnd)
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'public, max-age=600' })
        .end(JSON.stringify({ ...goodReply, data: [{ object: 'embedding', index: 0, embedding: [1] }] }))
  }
  gateway = await gatewayFor(upstream, {
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'ada', key: 'sk-ada', models: ['m-openai'] },
      { name: 'bob', key: 'sk-bob', models: ['m-anthropic', 'm-gemini'] },
      { name: 'eve', key: 'sk-eve' },
      { name: 'slow', key: 'sk-slow', requests_per_minute: 1 },
    ],
  })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

function send(key: string | undefined, path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(gateway.address + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(key === undefined ? {} : { 'x-anywire-token': key }), 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

const version = { 'anthropic-version': '2023-06-01' }
const gemini = { 'x-goog-api-key': 'not-read' }
const shapes: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  ['chat completions', '/v1/models', {}],
  ['messages', '/v1/models', version],
  ['generate content', '/v1beta/models', gemini],
]

test.each(shapes)('the list of models in the shape of %s has the models of the token alone', async (_, path, headers) => {
  const names = async (key: string): Promise<string[]> => {
    const text = await (await send(key, path, undefined, headers)).text()
    return [...new Set(text.match(/m-(?:openai|anthropic|gemini|responses)/g))].sort()
  }
  expect([await names('sk-ada'), await names('sk-bob')]).toEqual([['m-openai'], ['m-anthropic', 'm-gemini']])
})

const messages = [{ role: 'user', content: 'hi' }]
const questions: readonly (readonly [
  string,
  (model: string) => readonly [string, (object | undefined)?, Readonly<Record<string, string>>?],
])[] = [
  ['a model', (model) => [`/v1/models/${model}`]],
  ['a model of messages', (model) => [`/v1/models/${model}`, undefined, version]],
  ['a model of generate content', (model) => [`/v1beta/models/${model}`, undefined, gemini]],
  ['chat completions', (model) => ['/v1/chat/completions', { model, messages }]],
  ['messages', (model) => ['/v1/messages', { model, messages, max_tokens: 5 }, version]],
  ['responses', (model) => ['/v1/responses', { model, input: 'hi' }]],
  ['generate content', (model) => [`/v1beta/models/${model}:generateContent`, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] }]],
  ['count of tokens', (model) => ['/v1/messages/count_tokens', { model, messages }, version]],
  ['embeddings', (model) => ['/v1/embeddings', { model, input: 'hi' }]],
]

test.each(questions)('%s: a model of others and one that does not exist have the same 404', async (_, question) => {
  const answer = async (model: string): Promise<readonly [number, string]> => {
    const reply = await send('sk-ada', ...question(model))
    const id = reply.headers.get('x-request-id') ?? ''
    return [reply.status, (await reply.text()).replaceAll(model, 'MODEL').replaceAll(id, 'ID')]
  }
  const [forbidden, unknown] = [await answer('m-anthropic'), await answer('m-nothing')]
  expect(forbidden).toEqual(unknown)
  expect(unknown[0]).toBe(404)
})

const good = { model: 'm-openai', messages }
test.each<[string, number, Parameters<typeof send>]>([
  ['a list', 200, ['sk-ada', '/v1/models']],
  ['a reply', 200, ['sk-ada', '/v1/chat/completions', good]],
  ['a translated reply', 200, ['sk-ada', '/v1/messages', { ...good, max_tokens: 5 }, version]],
  ['a stream', 200, ['sk-ada', '/v1/chat/completions', { ...good, stream: true }]],
  ['embeddings', 200, ['sk-ada', '/v1/embeddings', { model: 'm-openai', input: 'hi' }]],
  ['what a token is', 200, ['sk-ada', '/api/token']],
  ['a list of the admin API', 200, ['adm-case', '/api/admin/tokens']],
  ['a table of the admin API', 200, ['adm-case', '/api/admin/usage/export?by=model']],
  ['who is signed in', 200, [undefined, '/api/console/session']],
  ['no token', 401, [undefined, '/v1/models']],
  ['no admin key', 401, [undefined, '/api/admin/tokens']],
  ['a wrong body', 400, ['sk-ada', '/v1/chat/completions', {}]],
  ['an unknown path', 404, ['sk-ada', '/v1/nothing']],
  ['a wrong method', 405, ['sk-ada', '/v1/models', {}]],
])('%s may not be stored by anybody on the way', async (_, status, question) => {
  const reply = await send(...question)
  await reply.arrayBuffer()
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([status, expect.stringMatching(/^no-store(?:, no-transform)?$/)])
})

test('a refusal of a limit may not be stored either', async () => {
  const replies = [await send('sk-slow', '/v1/models'), await send('sk-slow', '/v1/models')]
  expect(replies.map(({ status, headers }) => [status, headers.get('cache-control')])).toEqual([
    [200, 'no-store'],
    [429, 'no-store'],
  ])
})

test('two requests that are the same are two requests for the provider, of one token and of two', async () => {
  const before = upstream.calls.length
  for (const key of ['sk-ada', 'sk-ada', 'sk-eve']) await (await send(key, '/v1/chat/completions', good)).arrayBuffer()
  expect(upstream.calls.length - before).toBe(3)
})
