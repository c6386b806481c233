import { randomBytes } from 'node:crypto'
import type { PlatformTrace } from '../../generated/platform/model/index.js'
import { makeInvite } from '../../src/access/accounts/invites.js'
import { startGateway, type RunningGateway } from '../../src/server/start.js'
import { openStore, type Store } from '../../src/store/store.js'
import { schemasOf } from '../contract/documents.js'
import { configurationFrom } from './configuration.js'
import { ConsoleClient, type Answer } from './console-client.js'
import { FakeUpstream, token } from './gateway.js'

const password = 'four words of a sentence'
const secretKey = 'x'.repeat(43)
const providerKey = 'up-key-that-nobody-may-see'
let store: Store
let upstream: FakeUpstream
let gateway: RunningGateway
let owner: ConsoleClient
let key: string

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const configuration = configurationFrom({
    server: { port: 0 },
    database: 'memory',
    secret_key: secretKey,
    tokens: [{ name: 'test', key: token }],
    providers: [
      {
        name: 'first',
        kind: 'openai',
        base_url: `${upstream.address}/first/v1`,
        api_key: providerKey,
        headers: { 'x-own': 'own-secret-1' },
      },
      { name: 'second', kind: 'openai', base_url: `${upstream.address}/second/v1`, api_key: providerKey },
    ],
    models: [{ name: 'm', targets: ['first', 'second'].map((provider) => ({ provider, model: `${provider}-model` })) }],
    retries: { attempts: 2 },
    timeouts: { drain_delay_ms: 1, drain_ms: 500 },
  })
  store = await openStore(configuration.database)
  gateway = await startGateway(configuration, { store, documents: new Map(), logOutput: { write: () => true } })
  owner = new ConsoleClient(gateway.address)
  const { code } = await makeInvite({ kept: store.invites, secretKey, now: Date.now(), randomBytes })
  expect((await owner.post('/api/console/set-up', { code, name: 'ada', password })).status).toBe(200)
  key = String((await owner.post('/api/console/playground-token')).body['key'])
})

afterAll(async () => {
  await gateway.stop()
  await store.close()
  await upstream.stop()
})

const chunks = ['Hel', 'lo'].map((content) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'x',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
}))
const last = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'x', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
const stream = [...chunks, last].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`)

const idOf = (answer: Answer): string => String(answer.headers['x-request-id'])

const question = { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] }

const ask = (body: object, headers: Readonly<Record<string, string>> = { 'x-api-key': key }): Promise<Answer> =>
  owner.post(
    '/v1/messages',
    { ...question, ...body },
    {
      cookie: undefined,
      'anthropic-version': '2023-06-01',
      ...headers,
    },
  )

async function traceOf(id: string | null): Promise<PlatformTrace> {
  const { status, body } = await owner.get(`/api/console/traces/${String(id)}`)
  expect(status).toBe(200)
  return body as unknown as PlatformTrace
}

test('a streamed request that was translated, and tried at two providers', async () => {
  let finish = (): unknown => undefined
  upstream.reply = ({ request }, response) => {
    if (request.url?.startsWith('/first') === true) {
      response.writeHead(500, { 'content-type': 'application/json' }).end(`{"error":{"message":"no ${providerKey}"}}`)
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(stream[0])
    finish = () => response.end(`${stream.slice(1).join('')}data: [DONE]\n\n`)
  }
  const answer = await fetch(`${gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': key },
    body: JSON.stringify({ ...question, stream: true, top_k: 5 }),
  })
  expect(answer.status).toBe(200)
  // The first frame has been traced before the client has its beginning; the second comes at least this long after it.
  await new Promise((resolve) => setTimeout(resolve, 30))
  finish()
  await answer.text()
  const trace = await traceOf(answer.headers.get('x-request-id'))
  expect(trace).toMatchObject({
    finished: true,
    style: 'messages',
    model: 'm',
    conversion: 'messages>chat-completions',
    cut: false,
    client_request: { method: 'POST', path: '/v1/messages', body: expect.stringContaining('"top_k":5') },
    attempts: [
      {
        provider: 'first',
        model: 'first-model',
        request: {
          method: 'POST',
          url: `${upstream.address}/first/v1/chat/completions`,
          body: expect.stringContaining('"model":"first-model"'),
        },
        reply: { status: 500 },
      },
      { provider: 'second', model: 'second-model', reply: { status: 200 } },
    ],
    client_reply: { status: 200 },
    losses: [{ at: '/top_k', action: 'dropped', side: 'request' }],
  })
  const frames = trace.attempts[1]?.reply?.frames ?? []
  expect(frames.map(({ text }) => text)).toEqual([...stream.map((frame) => frame.trimEnd()), 'data: [DONE]'])
  expect(frames[1]?.at_ms).toBeGreaterThanOrEqual((frames[0]?.at_ms ?? 0) + 20)
  const sent = trace.client_reply?.frames.map(({ text }) => text) ?? []
  expect(sent[0]).toMatch(/^event: message_start\ndata: \{/)
  expect(sent.at(-1)).toMatch(/^event: message_stop/)
})

test('no secret is in it', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'upstream=cookie-secret' })
    const choices = [{ index: 0, message: { role: 'assistant', content: `your key is ${providerKey}` }, finish_reason: 'stop' }]
    response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'x', choices }))
  }
  const trace = await traceOf(idOf(await ask({}, { authorization: `Bearer ${key}`, cookie: 'own=cookie-secret' })))
  const text = JSON.stringify(trace)
  for (const secret of [providerKey, key, 'own-secret-1', 'cookie-secret']) expect(text).not.toContain(secret)
  expect(trace.attempts[0]?.request.headers).toContainEqual({ name: 'authorization', value: '***' })
  expect(trace.attempts[0]?.reply?.frames).toHaveLength(1)
})

test('a request that is refused before it reaches a provider', async () => {
  const answer = await ask({ model: 'nothing' })
  expect(await traceOf(idOf(answer))).toMatchObject({
    attempts: [],
    client_reply: { status: 404, frames: [{ text: expect.stringContaining('not_found') }] },
  })
})

test('what the console reads is as the contract says', async () => {
  const holds = (schema: string, value: unknown) => schemasOf('platform').component(schema)(value)?.message
  const answer = await ask({})
  const reads = [
    ['PlatformTrace', `/api/console/traces/${idOf(answer)}`],
    ['PlatformConsoleSession', '/api/console/session'],
    ['PlatformSessionList', '/api/console/sessions'],
    ['PlatformConsoleModelList', '/api/console/models'],
  ] as const
  for (const [schema, path] of reads) expect([path, holds(schema, (await owner.get(path)).body)]).toEqual([path, undefined])
})

test('requests of other tokens have none, and other users do not see one', async () => {
  const answer = await ask({}, { 'x-api-key': token })
  expect((await owner.get(`/api/console/traces/${idOf(answer)}`)).status).toBe(404)
  await owner.post('/api/admin/users', { name: 'bob', role: 'admin' })
  const { body } = await owner.post('/api/admin/users/bob/invite')
  const bob = new ConsoleClient(gateway.address)
  await bob.post('/api/console/set-up', { code: body['code'], password })
  const own = await ask({})
  expect((await bob.get(`/api/console/traces/${idOf(own)}`)).status).toBe(404)
})

test('only the newest twenty are kept, and none after the sign-out', async () => {
  const first = await ask({})
  const answers: Answer[] = []
  for (let count = 0; count < 20; count += 1) answers.push(await ask({}))
  expect((await owner.get(`/api/console/traces/${idOf(first)}`)).status).toBe(404)
  for (const answer of answers) await traceOf(idOf(answer))
})
