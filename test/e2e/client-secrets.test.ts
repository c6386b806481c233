import { connected, key, realtimeGateway, refused, RealtimeUpstream, type LoggedGateway } from './realtime-fixture.js'
import type { Json } from './wire.js'

let upstream: RealtimeUpstream
let gateway: LoggedGateway
let now = Date.now()

beforeAll(async () => {
  upstream = await new RealtimeUpstream().start()
  gateway = await realtimeGateway(upstream.address, { admin: { key: 'adm-key' } }, { now: () => now })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

async function post(path: string, body: object, token = key, method = 'POST'): Promise<{ status: number; body: Json }> {
  const reply = await fetch(gateway.address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await reply.text()
  return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
}
const secretFor = async (body: object = {}, token?: string): Promise<string> =>
  (await post('/v1/realtime/client_secrets', body, token)).body.value
const offering = (secret: string, path = '/v1/realtime?model=voice') => ({
  path,
  headers: { origin: 'https://page.example' },
  protocols: ['realtime', `openai-insecure-api-key.${secret}`],
})

test('a secret opens a session from a browser, for its model alone', async () => {
  const { body } = await post('/v1/realtime/client_secrets', { session: { type: 'realtime', model: 'voice' } })
  expect(body).toMatchObject({
    value: expect.stringMatching(/^ek_/),
    expires_at: Math.floor(now / 1000) + 600,
    session: { type: 'realtime', model: 'voice' },
  })
  const client = await connected(gateway.address, offering(body.value))
  client.socket.terminate()
  expect((await refused(gateway.address, offering(body.value, '/v1/realtime?model=xai-voice'))).body.error.code).toBe('model_not_found')
})

test('it opens nothing else', async () => {
  const secret = await secretFor()
  for (const path of ['/v1/chat/completions', '/v1/realtime/client_secrets']) expect((await post(path, {}, secret)).status).toBe(401)
  expect((await refused(gateway.address, offering(secret, '/v1/responses'))).status).toBe(401)
})

test('it ends at its time', async () => {
  const secret = await secretFor({ expires_after: { anchor: 'created_at', seconds: 10 } })
  now += 9000
  ;(await connected(gateway.address, offering(secret))).socket.terminate()
  now += 2000
  expect((await refused(gateway.address, offering(secret))).status).toBe(401)
})

test('it ends with the token that made it', async () => {
  const { body: made } = await post('/api/admin/tokens', { name: 'short' }, 'adm-key')
  const secret = await secretFor({}, made.key)
  ;(await connected(gateway.address, offering(secret))).socket.terminate()
  await post('/api/admin/tokens/short', {}, 'adm-key', 'DELETE')
  expect((await refused(gateway.address, offering(secret))).status).toBe(401)
})

test.each<[string, object, string | undefined]>([
  ['settings of the session', { session: { type: 'realtime', instructions: 'Be kind.' } }, 'session.instructions'],
  ['a model that the token may not use', { session: { model: 'nothing' } }, 'model'],
  ['a life of a day', { expires_after: { seconds: 86_400 } }, 'expires_after.seconds'],
])('%s: refused', async (_, body, param) => {
  const reply = await post('/v1/realtime/client_secrets', body)
  expect([Math.floor(reply.status / 100), reply.body.error.param]).toEqual([4, param])
})
