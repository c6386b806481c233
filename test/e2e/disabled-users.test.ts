import { randomBytes } from 'node:crypto'
import { makeInvite } from '../../src/access/accounts/invites.js'
import { startGateway, type RunningGateway } from '../../src/server/start.js'
import { openStore, type Store } from '../../src/store/store.js'
import { AdminClient } from './admin.js'
import { configurationFrom } from './configuration.js'
import { ConsoleClient, type Answer } from './console-client.js'
import { FakeUpstream } from './gateway.js'
import { answerWell } from './two-providers.js'
import { until } from './waiting.js'

const password = 'four words of a sentence'
const secretKey = 'x'.repeat(43)
let store: Store
let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient

beforeEach(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  const configuration = configurationFrom({
    server: { port: 0 },
    database: 'memory',
    secret_key: secretKey,
    admin: { key: 'adm-case' },
    tokens: [{ name: 'of-file', key: 'sk-of-file', user: 'bob' }],
    providers: [{ name: 'up', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' }],
    models: [{ name: 'm-one', targets: [{ provider: 'up', model: 'x' }] }],
    timeouts: { drain_delay_ms: 1, drain_ms: 500 },
  })
  store = await openStore(configuration.database)
  gateway = await startGateway(configuration, { store, documents: new Map(), logOutput: { write: () => true } })
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await store.close()
  await upstream.stop()
})

async function ask(key: string): Promise<number> {
  const reply = await fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-one', messages: [{ role: 'user', content: 'hi' }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

const change = (name: string, body: object) => admin.send('PATCH', `/api/admin/users/${name}`, body)

/** A browser at which a user with a password is signed in. */
async function browserOf(code: unknown, name?: string): Promise<ConsoleClient> {
  const browser = new ConsoleClient(gateway.address)
  expect(await browser.post('/api/console/set-up', { code, password, ...(name === undefined ? {} : { name }) })).toMatchObject({
    status: 200,
  })
  return browser
}

const ownerSignedIn = async (): Promise<ConsoleClient> =>
  browserOf((await makeInvite({ kept: store.invites, secretKey, now: Date.now(), randomBytes })).code, 'ada')

async function bobSignedIn(): Promise<ConsoleClient> {
  return browserOf((await admin.send('POST', '/api/admin/users/bob/invite', {})).body['code'])
}

const signIn = (name: string, secret = password): Promise<Answer> =>
  new ConsoleClient(gateway.address).post('/api/console/sign-in', { name, password: secret })

test('the tokens of a user who is disabled stop at once under load, those of the file too, and work again when it is enabled', async () => {
  const key = String((await admin.send('POST', '/api/admin/tokens', { name: 'ci', user: 'bob' })).body['key'])
  const seen: { readonly at: number; readonly status: number }[] = []
  let running = true
  const load = Array.from({ length: 8 }, async (_, index) => {
    while (running) {
      const at = performance.now()
      seen.push({ at, status: await ask(index % 2 === 0 ? key : 'sk-of-file') })
    }
  })
  await until('each of them is answered', () => seen.length >= 16, 10_000)
  expect(await change('bob', { disabled: true })).toMatchObject({ status: 200, body: { disabled: true, tokens: ['ci', 'of-file'] } })
  const disabledAt = performance.now()
  await until('each of them is answered again', () => seen.filter(({ at }) => at > disabledAt).length >= 16, 10_000)
  running = false
  await Promise.all(load)
  const statuses = (after: boolean) => [...new Set(seen.filter(({ at }) => at > disabledAt === after).map(({ status }) => status))]
  expect(statuses(false)).toContain(200)
  expect(statuses(true)).toEqual([401])
  await change('bob', { disabled: false })
  expect([await ask(key), await ask('sk-of-file')]).toEqual([200, 200])
})

test('the sessions of a user who is disabled end, with the key of its playground, and it cannot sign in', async () => {
  await ownerSignedIn()
  const browser = await bobSignedIn()
  const key = String((await browser.post('/api/console/playground-token')).body['key'])
  expect(await ask(key)).toBe(200)
  const code = (await admin.send('POST', '/api/admin/users/bob/invite', {})).body['code']
  await change('bob', { disabled: true })
  expect((await browser.get('/api/console/sessions')).status).toBe(401)
  expect((await browser.get('/api/admin/tokens')).status).toBe(401)
  expect(await ask(key)).toBe(401)
  const [right, wrong] = [await signIn('bob'), await signIn('bob', 'another password')]
  expect(right).toMatchObject({ status: 401, body: { code: 'wrong_credentials', detail: wrong.body['detail'] } })
  expect((await new ConsoleClient(gateway.address).post('/api/console/set-up', { code, password })).status).toBe(400)
  expect(await admin.send('POST', '/api/admin/users/bob/invite', {})).toMatchObject({ status: 409, body: { code: 'user_disabled' } })
  await change('bob', { disabled: false })
  expect((await browser.get('/api/console/sessions')).status).toBe(401)
  expect((await signIn('bob')).status).toBe(200)
})

test.each<[string, (owner: ConsoleClient) => Promise<Answer>]>([
  ['disabled', (owner) => owner.send('PATCH', '/api/admin/users/ada', { disabled: true })],
  ['made a member', (owner) => owner.send('PATCH', '/api/admin/users/ada', { role: 'member' })],
  ['deleted', (owner) => owner.send('DELETE', '/api/admin/users/ada')],
])('the last owner is not %s while no other owner can sign in', async (_, take) => {
  const owner = await ownerSignedIn()
  await change('bob', { role: 'owner', disabled: true })
  expect(await take(owner)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  expect((await owner.get('/api/console/sessions')).status).toBe(200)
  await change('bob', { disabled: false })
  expect((await take(owner)).status).toBe(200)
})

test('the audit log has who disabled whom, and when', async () => {
  await change('bob', { disabled: true })
  const { data } = await admin.get('/api/admin/audit?object=user&name=bob&action=change')
  expect(data).toMatchObject([{ actor: { kind: 'admin_key' }, changes: [{ member: '/disabled', before: false, after: true }] }])
  expect(await change('bob', { disabled: 'yes' })).toMatchObject({ status: 400, body: { param: '/disabled' } })
})
