// The answer to a wrong token does not depend on how wrong it is, nor does its time.
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor } from './gateway.js'
import { mediansApart } from './medians-apart.js'
import { OneConnection, type Answer } from './one-connection.js'

const right = `sk-aw-${'a1B2c3D4'.repeat(6)}`
const [nearlyRight, quiteWrong] = [`${right.slice(0, -1)}x`, `sk-aw-${'z9Y8x7W6'.repeat(6)}`]

let upstream: FakeUpstream
let gateway: RunningGateway
let connection: OneConnection
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  const tokens = [
    { name: 'ci', key: right },
    { name: 'old', key: 'sk-old', expires_at: '2020-01-01T00:00:00Z' },
  ]
  gateway = await gatewayFor(upstream, { tokens, admin: { key: 'adm-case' } })
  connection = new OneConnection(gateway.address)
})
afterAll(async () => {
  connection.close()
  await gateway.stop()
  await upstream.stop()
})

async function ask(key: string, path = '/v1/models'): Promise<Answer> {
  const { headers: all, body, status } = await connection.ask(path, { headers: { authorization: `Bearer ${key}` } })
  const { 'x-request-id': id = '', date: _date, ...headers } = all
  return { status, headers, body: body.replaceAll(String(id), 'ID') }
}

test.each(['/v1/models', '/api/admin/tokens'])('whatever is wrong with a token, the answer of %s is the same', async (path) => {
  const admin = new AdminClient(gateway.address)
  const revoked = String((await admin.send('POST', '/api/admin/tokens', { name: 'gone' })).body['key'])
  await admin.send('DELETE', '/api/admin/tokens/gone')
  const wrong = [nearlyRight, quiteWrong, right.slice(0, -1), right.toUpperCase(), 'x', revoked, 'sk-old']
  const answers = await Promise.all(wrong.map((key) => ask(key, path)))
  expect(answers[0]?.status).toBe(401)
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('a token that asks about itself is told that it has expired; every other wrong one is not known', async () => {
  const codeOf = async (key: string): Promise<unknown> => JSON.parse((await ask(key, '/api/token')).body).code
  expect(await Promise.all(['sk-old', 'sk-ol', nearlyRight].map(codeOf))).toEqual(['token_expired', 'invalid_api_key', 'invalid_api_key'])
})

test('a token that is nearly right is refused in the same time as one that is quite wrong', async () => {
  const apart = await mediansApart(
    () => ask(nearlyRight),
    () => ask(quiteWrong),
    { timings: 5000, enough: 0.02 },
  )
  expect(apart).toBeLessThan(0.02)
}, 120_000)
