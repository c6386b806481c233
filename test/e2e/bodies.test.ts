import { WebSocket } from 'ws'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, token } from './gateway.js'
import { schemasOf } from '../contract/documents.js'
import { chunk, goodEnd, goodReply } from './two-providers.js'
import { until } from './waiting.js'

let upstream: FakeUpstream
let gateway: RunningGateway | undefined

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    if (call.body.includes('"stream":true'))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk('Good day') + goodEnd)
    else
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          ...goodReply,
          choices: [{ index: 0, message: { role: 'assistant', content: 'Grüße' }, finish_reason: 'stop' }],
        }),
      )
  }
})
afterEach(async () => {
  await gateway?.stop()
  await upstream.stop()
})

async function ask(bodies: object, body: object): Promise<Readonly<Record<string, unknown>>> {
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, accounting: { bodies } })
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: 'm-openai', ...body }),
  })
  await reply.text()
  const admin = new AdminClient(gateway.address)
  await admin.recordsWhen(1)
  const path = `/api/admin/requests/${reply.headers.get('x-request-id') ?? ''}`
  if ('keep' in bodies) await until('the body is kept', async () => (await admin.get(path))['request_body'] !== null)
  return admin.get(path)
}

const hello = { messages: [{ role: 'user', content: 'Hello' }] }

test('nothing is kept unless the configuration says so', async () => {
  expect(await ask({}, hello)).toMatchObject({ token: 'test', status: 200, request_body: null, reply_body: null, trace: null })
})

test('what was sent and answered', async () => {
  const found = await ask({ keep: true }, hello)
  expect(found['request_body']).toBe(JSON.stringify({ model: 'm-openai', ...hello }))
  expect(found['reply_body']).toContain('Grüße')
})

test('a stream', async () => {
  expect((await ask({ keep: true }, { ...hello, stream: true }))['reply_body']).toMatch(/^data: .*Good day[\s\S]*data: \[DONE\]/)
})

test('what the provider got and sent, translated, without secrets', async () => {
  const question = { model: 'm-openai', max_tokens: 10, top_k: 5, stream: true, ...hello }
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, accounting: { bodies: { keep: true } } })
  const reply = await fetch(`${gateway.address}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': token, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify(question),
  })
  await reply.text()
  const admin = new AdminClient(gateway.address)
  const path = `/api/admin/requests/${reply.headers.get('x-request-id') ?? ''}`
  await until('it is kept', async () => (await admin.send('GET', path)).body['trace'] != null)
  const { trace } = await admin.get(path)
  expect(schemasOf('platform').component('PlatformTrace')(trace)?.message).toBeUndefined()
  expect(trace).toMatchObject({
    finished: true,
    conversion: 'messages>chat-completions',
    client_request: { path: '/v1/messages', body: JSON.stringify(question) },
    attempts: [
      {
        model: 'up-model',
        request: { body: expect.stringContaining('"max_completion_tokens"') },
        reply: { status: 200, frames: expect.arrayContaining([{ at_ms: expect.any(Number), text: 'data: [DONE]' }]) },
      },
    ],
    client_reply: { status: 200, frames: expect.arrayContaining([expect.objectContaining({ text: expect.stringContaining('Good day') })]) },
    losses: [{ at: '/top_k', action: 'dropped', side: 'request' }],
  })
  expect(JSON.stringify(trace)).not.toContain(token)
})

test('each body of a trace is shortened', async () => {
  const { trace } = await ask({ keep: true, max_bytes: 100 }, { messages: [{ role: 'user', content: 'x'.repeat(1000) }] })
  expect(trace).toMatchObject({ cut: true, attempts: [{ request: { body: expect.stringMatching(/^.{100}$/) } }] })
})

test('a refusal', async () => {
  expect((await ask({ keep: true }, { messages: 5 }))['reply_body']).toContain('invalid_request_error')
})

test('their beginning, without secrets', async () => {
  const secret = 'sk-abcdefghijklmnopqrstuvwxyz0123456789'
  const found = await ask({ keep: true, max_bytes: 200 }, { messages: [{ role: 'user', content: `${secret} ${'x'.repeat(1000)}` }] })
  expect(String(found['request_body'])).toHaveLength(200 - secret.length + 12 + 1)
  expect(found['request_body']).toContain('"sk-abcdefghi… xxx')
})

test('an unknown request is none', async () => {
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' } })
  expect(await new AdminClient(gateway.address).send('GET', '/api/admin/requests/req_none')).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
})

test('a message of a WebSocket and its events', async () => {
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, accounting: { bodies: { keep: true } } })
  const socket = new WebSocket(`${gateway.address.replace('http', 'ws')}/v1/responses`, { headers: { authorization: `Bearer ${token}` } })
  const received: string[] = []
  socket.on('message', (data: Buffer) => received.push(data.toString()))
  await new Promise((resolve) => socket.once('open', resolve))
  socket.send(JSON.stringify({ type: 'response.create', model: 'm-openai', input: 'Hello over a socket' }))
  await until('it is answered', () => received.some((text) => text.includes('response.completed')))
  socket.terminate()
  const admin = new AdminClient(gateway.address)
  const [record] = await admin.recordsWhen(1)
  const path = `/api/admin/requests/${String(record?.['request_id'])}`
  await until('the body is kept', async () => (await admin.get(path))['request_body'] !== null)
  const found = await admin.get(path)
  expect(found['request_body']).toContain('Hello over a socket')
  expect(found['reply_body']).toContain('Good day')
})
