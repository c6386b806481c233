import { randomBytes } from 'node:crypto'
import { makeInvite } from '../../src/access/accounts/invites.js'
import { startGateway, type RunningGateway } from '../../src/server/start.js'
import { openStore, type Store } from '../../src/store/store.js'
import { configurationFrom } from './configuration.js'
import { ConsoleClient } from './console-client.js'
import { FakeUpstream, token } from './gateway.js'
import { mediansApart } from './medians-apart.js'
import { until } from './waiting.js'

const password = 'four words of a sentence'
const secretKey = 'x'.repeat(43)
let now = Date.now()
let store: Store
let upstream: FakeUpstream
let gateway: RunningGateway
let owner: ConsoleClient

const minutes = (count: number): number => count * 60_000
const client = (localAddress?: string): ConsoleClient => new ConsoleClient(gateway.address, localAddress)
const firstCode = async (): Promise<string> => (await makeInvite({ kept: store.invites, secretKey, now, randomBytes })).code

async function signedIn(name = 'ada', secret = password): Promise<ConsoleClient> {
  const browser = client()
  expect((await browser.post('/api/console/sign-in', { name, password: secret })).status).toBe(200)
  return browser
}

/** A user with a password, by an invitation. */
async function member(name: string): Promise<ConsoleClient> {
  await owner.post('/api/admin/users', { name })
  const { body } = await owner.post(`/api/admin/users/${name}/invite`)
  const browser = client()
  expect((await browser.post('/api/console/set-up', { code: body['code'], password })).status).toBe(200)
  return browser
}

beforeEach(async () => {
  now = Date.now()
  upstream = await new FakeUpstream().start()
  const configuration = configurationFrom({
    server: { port: 0 },
    database: 'memory',
    secret_key: secretKey,
    tokens: [{ name: 'test', key: token }],
    providers: [{ name: 'up', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' }],
    models: [
      ...['m-one', 'm-two'].map((name) => ({
        name,
        targets: [{ provider: 'up', model: 'x' }],
        price: { input_per_million_usd: '1', output_per_million_usd: '1' },
      })),
      { name: 'any-*', targets: [{ provider: 'up', model: '*' }] },
    ],
    retries: { attempts: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 500 },
  })
  store = await openStore(configuration.database)
  gateway = await startGateway(configuration, { store, documents: new Map(), logOutput: { write: () => true }, now: () => now })
  owner = client()
  expect((await owner.post('/api/console/set-up', { code: await firstCode(), name: 'ada', password })).status).toBe(200)
})

afterEach(async () => {
  await gateway.stop()
  await store.close()
  await upstream.stop()
})

describe('the first account', () => {
  test('needs the code of the start, once, and owns the gateway', async () => {
    expect((await owner.get('/api/console/session')).body).toMatchObject({
      state: 'signed_in',
      user: { name: 'ada', role: 'owner' },
      base_address: gateway.address,
    })
    expect((await owner.get('/api/admin/users')).status).toBe(200)
    expect((await client().get('/api/console/session')).body).toEqual({ state: 'signed_out', base_address: gateway.address })
  })

  test('is the only one that such a code makes', async () => {
    const late = await client().post('/api/console/set-up', { code: await firstCode(), name: 'eve', password })
    expect(late).toMatchObject({ status: 400, body: { param: '/code', code: 'invalid_code' } })
  })

  test('before it nobody is signed in, and the console says so', async () => {
    await store.passwords.set('nobody', 'x')
    await store.database.deleteFrom('passwords').execute()
    expect((await client().get('/api/console/session')).body['state']).toBe('set_up_needed')
    expect(await client().post('/api/console/sign-in', { name: 'admin', password: 'admin' })).toMatchObject({
      status: 403,
      body: { code: 'set_up_needed' },
    })
  })
})

describe('a code', () => {
  test('works for 30 minutes, once, whatever its case, and tells for whom it is', async () => {
    await owner.post('/api/admin/users', { name: 'bob' })
    const { body } = await owner.post('/api/admin/users/bob/invite')
    const code = String(body['code'])
    expect(body['link']).toBe(`${gateway.address}/console/set-up?code=${code}`)
    expect((await client().post('/api/console/invite', { code })).body).toMatchObject({ purpose: 'invitation', user: 'bob' })
    expect((await client().post('/api/console/set-up', { code, password: 'short' })).body['param']).toBe('/password')
    expect((await client().post('/api/console/set-up', { code: code.toLowerCase().replaceAll('-', ''), password })).status).toBe(200)
    expect((await client().post('/api/console/set-up', { code, password })).status).toBe(400)
    const again = String((await owner.post('/api/admin/users/bob/invite')).body['code'])
    expect((await client().post('/api/console/invite', { code: again })).body).toMatchObject({ purpose: 'reset' })
    now += minutes(30)
    expect((await client().post('/api/console/set-up', { code: again, password })).status).toBe(400)
  })

  test('is guessed slowly', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect((await client().post('/api/console/set-up', { code: `AAAA-BBB${guess}`, name: 'eve', password })).status).toBe(400)
    const sixth = await client().post('/api/console/invite', { code: 'AAAA-BBB9' })
    expect(sixth).toMatchObject({ status: 429, headers: { 'retry-after': '60' } })
  })
})

describe('a sign-in', () => {
  test('has the same answer for an unknown user, for one without a password and for a wrong password, after the same time', async () => {
    await owner.post('/api/admin/users', { name: 'invited' })
    let attempts = 0
    const ask = async (name: string): Promise<object> => {
      attempts += 1
      // Each address has few attempts, so that none waits.
      const browser = client(`127.0.1.${attempts % 250}`)
      const { status, body } = await browser.post('/api/console/sign-in', { name, password: 'not the password' })
      expect(status).toBe(401)
      const { request_id: _id, ...rest } = body
      return rest
    }
    const answers = [await ask('ada'), await ask('nobody'), await ask('invited')]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    for (const without of ['nobody', 'invited']) {
      const apart = await mediansApart(
        () => ask('ada'),
        () => ask(without),
        { timings: 15, enough: 0.05 },
      )
      expect(apart).toBeLessThan(0.05)
    }
  }, 120_000)

  test('is throttled by user and address', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect((await client().post('/api/console/sign-in', { name: 'ada', password: 'wrong' })).status).toBe(401)
    const refused = await client().post('/api/console/sign-in', { name: 'ada', password })
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' }, body: { code: 'rate_limit_exceeded' } })
    expect((await client('127.0.0.2').post('/api/console/sign-in', { name: 'ada', password })).status).toBe(200)
    expect((await client().post('/api/console/sign-in', { name: 'bob', password })).status).toBe(401)
    now += minutes(1)
    expect((await client().post('/api/console/sign-in', { name: 'ada', password })).status).toBe(200)
  })

  test('sets a cookie that scripts cannot read, and renews it', async () => {
    const browser = client()
    const first = await browser.post('/api/console/sign-in', { name: 'ada', password })
    expect(first.headers['set-cookie']).toEqual([expect.stringMatching(/^anywire_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)])
    const before = browser.cookie
    await browser.post('/api/console/sign-in', { name: 'ada', password })
    expect(browser.cookie).not.toBe(before)
    expect((await client().get('/api/console/sessions', { cookie: before })).status).toBe(401)
    const secured = await client().post(
      '/api/console/sign-in',
      { name: 'ada', password },
      {
        'x-forwarded-proto': 'https',
        origin: gateway.address.replace('http:', 'https:'),
      },
    )
    expect(secured.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-anywire_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  test('takes the e-mail address as a name', async () => {
    await owner.send('PATCH', '/api/admin/users/ada', { email: 'ada@example.org' })
    await signedIn('Ada@example.org')
  })
})

describe('a session', () => {
  test('ends after an hour without use', async () => {
    now += minutes(59)
    expect((await owner.get('/api/console/sessions')).status).toBe(200)
    now += minutes(59)
    expect((await owner.get('/api/console/sessions')).status).toBe(200)
    now += minutes(60)
    expect((await owner.get('/api/console/sessions')).status).toBe(401)
  })

  test('ends after twelve hours with use', async () => {
    for (let half = 0; half < 23; half += 1) {
      now += minutes(30)
      expect((await owner.get('/api/console/sessions')).status).toBe(200)
    }
    now += minutes(30)
    expect((await owner.get('/api/console/sessions')).status).toBe(401)
  })

  test('ends at sign-out, one by one and everywhere', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    const { data } = (await one.get('/api/console/sessions')).body as { data: { id: string; current: boolean }[] }
    expect(data.filter(({ current }) => current)).toHaveLength(1)
    expect(data).toHaveLength(3)
    const out = await one.post('/api/console/sign-out')
    expect(out).toMatchObject({ status: 200, body: { ended: 1 } })
    expect(out.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')])
    const own = data.find(({ current }) => !current)?.id ?? ''
    expect((await other.send('DELETE', `/api/console/sessions/${own}`)).status).toBe(200)
    expect((await other.send('DELETE', '/api/console/sessions/ses_none')).status).toBe(404)
    const last = await signedIn()
    expect((await last.post('/api/console/sign-out-everywhere')).body['ended']).toBeGreaterThan(0)
    for (const ended of [one, other, owner, last]) expect((await ended.get('/api/console/sessions')).status).toBe(401)
  })

  test('is gone when the password changes, which needs the one before', async () => {
    const other = await signedIn()
    const asked = { current_password: 'wrong', new_password: 'another four words here' }
    expect((await owner.post('/api/console/password', asked)).body['param']).toBe('/current_password')
    expect((await owner.post('/api/console/password', { ...asked, current_password: password })).status).toBe(200)
    expect((await owner.get('/api/console/sessions')).status).toBe(200)
    expect((await other.get('/api/console/sessions')).status).toBe(401)
    expect((await client().post('/api/console/sign-in', { name: 'ada', password })).status).toBe(401)
  })

  test('and its password and codes are stored by their hashes only', async () => {
    const code = await firstCode()
    const tables = ['passwords', 'sessions', 'invites', 'users', 'audit_log'] as const
    const rows = await Promise.all(tables.map((table) => store.database.selectFrom(table).selectAll().execute()))
    const text = JSON.stringify(rows)
    expect(text).toContain('scrypt$')
    for (const secret of [password, code, code.replaceAll('-', ''), owner.cookie?.split('=')[1] ?? '?', owner.csrfToken ?? '?'])
      expect(text).not.toContain(secret)
  })
})

describe('requests of other sites', () => {
  const change = (headers: Readonly<Record<string, string | undefined>>, body: unknown = {}) =>
    owner.post('/api/console/sign-out-everywhere', body, headers)

  test.each([
    ['without an origin', { origin: undefined }, 403],
    ['of another site', { origin: 'https://evil.test' }, 403],
    ['of a site whose name begins alike', { origin: 'http://localhost.evil.test' }, 403],
    ['of an opaque origin', { origin: 'null' }, 403],
    ['of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['of another scheme', { origin: 'https://127.0.0.1' }, 403],
    ['that the browser says are of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['that the browser says are of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['without the token', { 'x-anywire-csrf': undefined }, 403],
    ['with another token', { 'x-anywire-csrf': 'x'.repeat(43) }, 403],
    ['as text', { 'content-type': 'text/plain' }, 415],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as a form with files', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['without a type', { 'content-type': undefined }, 415],
  ])('%s are refused', async (_what, headers, status) => {
    expect((await change(headers)).status).toBe(status)
    const elsewhere = await owner.post('/api/admin/users', { name: 'eve' }, headers)
    expect(elsewhere.status).toBe(status)
    expect((await owner.get('/api/console/sessions')).status).toBe(200)
  })

  test.each([
    [{ origin: 'https://evil.test' }, 403],
    [{ origin: undefined }, 403],
    [{ 'content-type': 'text/plain' }, 415],
  ])('no other site signs somebody in: %j', async (headers, status) => {
    expect((await client().post('/api/console/sign-in', { name: 'ada', password }, headers)).status).toBe(status)
  })

  test('have nothing converted', async () => {
    const body = { what: 'reply', from: 'messages', to: 'messages', body: {} }
    expect((await owner.post('/api/convert', body, { origin: 'https://evil.test' })).status).toBe(403)
    expect((await owner.post('/api/convert', body)).status).toBe(200)
  })

  test('the right ones are not', async () => {
    expect((await change({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('a host that is not this gateway gets 421', async () => {
    expect((await owner.get('/api/console/session', { host: 'evil.test' })).status).toBe(421)
    expect((await owner.get('/api/admin/users', { host: 'localhost.evil.test' })).status).toBe(421)
  })
})

describe('a cookie', () => {
  test.each(['/v1/models', '/v1/responses/x', '/v1beta/models', '/api/token', '/metrics'])('does not count at %s', async (path) => {
    expect((await owner.get(path)).status).toBe(401)
  })

  test('does not count for a chat', async () => {
    const body = { model: 'm-one', messages: [{ role: 'user', content: 'Hello' }] }
    expect((await owner.post('/v1/chat/completions', body)).status).toBe(401)
    expect(upstream.calls).toHaveLength(0)
  })

  test('is not needed beside a token, and a token does not count at the console', async () => {
    expect((await client().get('/api/console/sessions', { authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await owner.get('/v1/models', { authorization: `Bearer ${token}` })).status).toBe(200)
  })

  test('that nobody gave is nobody', async () => {
    for (const cookie of ['anywire_session=', `anywire_session=${'x'.repeat(43)}`, 'anywire_session=%00', `__Host-${owner.cookie}`])
      expect((await client().get('/api/console/session', { cookie })).body['state']).toBe('signed_out')
  })
})

describe('members', () => {
  test('read what is their own, and change nothing', async () => {
    const bob = await member('bob')
    await owner.post('/api/admin/tokens', { name: 'of-bob', user: 'bob', models: ['m-one'] })
    await owner.post('/api/admin/tokens', { name: 'of-ada', user: 'ada' })
    expect((await bob.get('/api/admin/tokens')).body['data']).toEqual([expect.objectContaining({ name: 'of-bob' })])
    expect((await bob.get('/api/admin/tokens/of-bob')).status).toBe(200)
    expect((await bob.get('/api/admin/tokens/of-ada')).status).toBe(404)
    for (const path of ['/api/admin/usage?by=model', '/api/admin/requests']) expect((await bob.get(path)).status).toBe(200)
    for (const path of ['/api/admin/users', '/api/admin/teams', '/api/admin/status', '/api/admin/nothing'])
      expect((await bob.get(path)).status).toBe(403)
    expect((await bob.post('/api/admin/tokens', { name: 'more' })).status).toBe(403)
    expect((await bob.send('DELETE', '/api/admin/tokens/of-bob')).status).toBe(403)
  })

  test('see and use the models of their tokens in the playground, and none without a token', async () => {
    const bob = await member('bob')
    expect((await bob.get('/api/console/models')).body['data']).toEqual([])
    await owner.post('/api/admin/tokens', { name: 'of-bob', user: 'bob', models: ['m-one'] })
    expect((await bob.get('/api/console/models')).body['data']).toEqual([expect.objectContaining({ name: 'm-one' })])
  })

  test('are signed out when they are deleted', async () => {
    const bob = await member('bob')
    const key = String((await bob.post('/api/console/playground-token')).body['key'])
    expect((await client().get('/v1/models', { authorization: `Bearer ${key}` })).status).toBe(200)
    await owner.send('DELETE', '/api/admin/users/bob')
    expect((await bob.get('/api/console/sessions')).status).toBe(401)
    expect((await client().get('/v1/models', { authorization: `Bearer ${key}` })).status).toBe(401)
  })
})

test('models without an entry are listed with their targets', async () => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"any-model","object":"model"}]}')
  }
  expect((await owner.get('/api/console/models')).body['data']).toContainEqual(
    expect.objectContaining({ name: 'any-model', targets: [expect.objectContaining({ provider: 'up', model: 'any-model' })] }),
  )
})

test('context and what requests may have are shown as the configuration says, the context else as the catalogue knows it', async () => {
  const make = (name: string, models: readonly string[], more: object = {}) =>
    owner.post('/api/admin/models', { name, targets: models.map((model) => ({ provider: 'up', model })), ...more })
  await make('known', ['gpt-4o', 'gpt-4.1'])
  await make('half-known', ['gpt-4o', 'nobody-knows'])
  await make('named', ['nobody-knows'], { context_window: 5000, modalities: ['text', 'image'] })
  const { data } = (await owner.get('/api/console/models')).body
  expect(data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'known', context_window: 128_000, modalities: null }),
      expect.objectContaining({ name: 'half-known', context_window: null, modalities: null }),
      expect.objectContaining({ name: 'named', context_window: 5000, modalities: ['text', 'image'] }),
    ]),
  )
  expect((await owner.get('/api/admin/models/named')).body).toMatchObject({ context_window: 5000, modalities: ['text', 'image'] })
  expect((await owner.send('PATCH', '/api/admin/models/named', { modalities: ['smell'] })).status).toBe(400)
})

describe('the token of the playground', () => {
  const chat = async (key: unknown, model = 'm-one'): Promise<number> => {
    const body = { model, messages: [{ role: 'user', content: 'Hello' }] }
    return (await client().post('/v1/chat/completions', body, { authorization: `Bearer ${String(key)}` })).status
  }

  beforeEach(() => {
    upstream.reply = (_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const message = { role: 'assistant', content: 'Hi' }
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
      response.end(
        JSON.stringify({
          id: 'x',
          object: 'chat.completion',
          created: 1,
          model: 'x',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage,
        }),
      )
    }
  })

  test('works at the model endpoints for a quarter of an hour, and is in no list', async () => {
    const { body } = await owner.post('/api/console/playground-token')
    expect(await chat(body['key'])).toBe(200)
    expect((await owner.get('/api/admin/tokens')).body['data']).toEqual([expect.objectContaining({ name: 'test' })])
    now += minutes(15)
    expect(await chat(body['key'])).toBe(401)
  })

  test('ends with its session', async () => {
    const key = (await owner.post('/api/console/playground-token')).body['key']
    await owner.post('/api/console/sign-out')
    expect(await chat(key)).toBe(401)
  })

  test('is replaced by the next one, within a minute', async () => {
    const first = (await owner.post('/api/console/playground-token')).body['key']
    const second = (await owner.post('/api/console/playground-token')).body['key']
    expect(await chat(first)).toBe(200)
    now += minutes(1)
    expect([await chat(first), await chat(second)]).toEqual([401, 200])
  })

  test('is counted for its user', async () => {
    const key = (await owner.post('/api/console/playground-token')).body['key']
    expect(await chat(key)).toBe(200)
    let data: unknown[] = []
    await until('it is recorded', async () => {
      data = (await owner.get('/api/admin/requests?owner=ada')).body['data'] as unknown[]
      return data.length > 0
    })
    expect(data).toEqual([expect.objectContaining({ owner: 'ada', token: 'playground of ada', model: 'm-one' })])
  })

  test('is limited by the budget of its user', async () => {
    await owner.send('PATCH', '/api/admin/users/ada', { budget_usd: '0' })
    const key = (await owner.post('/api/console/playground-token')).body['key']
    expect(await chat(key)).toBe(429)
  })
})
