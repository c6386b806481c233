import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { answerWell, chunk, goodReply } from './two-providers.js'
import { until } from './waiting.js'

const canary = 'sk-canary-of-a-provider-3f9a'

let folder: string
let upstream: FakeUpstream
let gateway: Program
let admin: AdminClient

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-provisioning-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    const key = call.request.headers.authorization
    if (key !== `Bearer ${canary}`) response.writeHead(401).end('{"error":{"message":"Incorrect API key provided"}}')
    else if (call.request.url?.endsWith('/models') === true)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"a"},{"id":"b"}]}')
    else answerWell(call, response)
  }
  await start()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

function write(changes: object = {}): void {
  const configuration = {
    database: 'file:./data/anywire.db',
    secret_key: 's'.repeat(32),
    admin: { key: 'adm-case' },
    tokens: [{ name: 'test', key: token }],
    providers: [],
    retries: { attempts: 1 },
    ...changes,
  }
  writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration, undefined, 2))
}

async function start(changes: object = {}): Promise<void> {
  write(changes)
  gateway = await Program.startIn(folder, { environment: { ANYWIRE_CONFIG: join(folder, 'anywire.yaml') } })
  admin = new AdminClient(gateway.address)
}

const newProvider = () => ({ name: 'own', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: canary })
const newModel = { name: 'vendor/fast', targets: [{ provider: 'own', model: 'a' }] }

const ask = (model = 'vendor/fast', more: object = {}): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], ...more }),
  })

test('a gateway without providers is set up by the API alone, without a restart, and remembers after kill -9', async () => {
  expect((await ask()).status).toBe(404)
  const made = await admin.send('POST', '/api/admin/providers', newProvider())
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({
      name: 'own',
      kind: 'openai',
      managed_by: 'api',
      place: null,
      api_key: '…3f9a',
      base_url: `${upstream.address}/v1`,
    }),
  ])
  expect((await admin.send('POST', '/api/admin/models', newModel)).body).toMatchObject({
    aliases: [],
    targets: [{ provider: 'own', model: 'a', weight: null, price: null, breaker: 'closed' }],
  })
  expect(await (await ask()).json()).toMatchObject({ choices: goodReply.choices })
  expect((await admin.send('POST', '/api/admin/providers/own/test')).body).toMatchObject({
    asked: 'models',
    reachable: true,
    key_valid: true,
    models: 2,
    problem: null,
  })
  const shown = await admin.get('/api/admin/providers/own')
  expect(shown).toMatchObject({ models: ['vendor/fast'], health: { breaker: 'closed', last_success_at: expect.any(String) as string } })
  await gateway.stop()
  await start()
  expect((await ask()).status).toBe(200)
  expect(await admin.get('/api/admin/models/vendor/fast')).toMatchObject({ name: 'vendor/fast', managed_by: 'api' })
  expect((await admin.send('DELETE', '/api/admin/providers/own')).status).toBe(409)
  expect((await admin.send('DELETE', '/api/admin/models/vendor/fast')).status).toBe(200)
  expect((await ask()).status).toBe(404)
  expect((await admin.send('DELETE', '/api/admin/providers/own')).status).toBe(200)
  expect((await admin.send('GET', '/api/admin/providers/own')).status).toBe(404)
})

test('the key is in no reply, no log line and no byte of the database', async () => {
  const replies: unknown[] = []
  const keep = async (reply: Promise<{ body: unknown }>): Promise<void> => {
    replies.push((await reply).body)
  }
  const secrets = { api_key: canary, headers: { 'x-canary': 'canary-of-a-header-71' }, proxy: 'http://u:canary-of-a-proxy@127.0.0.1:9' }
  await keep(admin.send('POST', '/api/admin/providers', { ...newProvider(), ...secrets, base_url: 'http://127.0.0.1:9/v1' }))
  await keep(admin.send('POST', '/api/admin/models', newModel))
  await keep(admin.send('POST', '/api/admin/providers/own/test'))
  await ask()
  await keep(
    admin.send('PATCH', '/api/admin/providers/own', { api_key: `${canary}-other`, headers: { 'x-other': 'canary-of-another-92' } }),
  )
  await keep(admin.send('PATCH', '/api/admin/providers/own', { api_key: `white space ${canary}` }))
  for (const path of ['providers', 'providers/own', 'audit', 'models', 'prices', 'status'])
    await keep(admin.send('GET', `/api/admin/${path}`))
  await keep(admin.send('DELETE', '/api/admin/models/vendor/fast'))
  await keep(admin.send('DELETE', '/api/admin/providers/own'))
  await keep(admin.send('GET', '/api/admin/audit'))
  expect(JSON.stringify(replies)).toContain('…3f9a')
  expect(JSON.stringify(replies)).not.toMatch(/canary-of/)
  expect(gateway.output()).not.toMatch(/canary-of/)
  await gateway.stop()
  const bytes = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name)).toString('latin1'))
  expect(bytes.join('')).toContain('audit_log')
  expect(bytes.join('')).not.toMatch(/canary-of/)
})

test('what the admin API is sent and answers is not kept with the bodies of requests', async () => {
  await gateway.end()
  await start({ accounting: { bodies: { keep: true } }, tokens: [{ name: 'root', key: 'sk-root', scopes: ['admin', 'inference'] }] })
  const root = new AdminClient(gateway.address, 'sk-root')
  expect((await root.send('POST', '/api/admin/providers', { ...newProvider(), chat_api: 'none' })).status).toBe(400)
  const made = await root.send('POST', '/api/admin/tokens', { name: 'ci' })
  // A kept body is written a moment after its request: this one is written after those.
  await fetch(`${gateway.address}/v1/models`, { headers: { authorization: 'Bearer sk-root' } })
  await gateway.end()
  const bytes = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name)).toString('latin1'))
  expect(bytes.join('')).toContain('request_bodies')
  expect(bytes.join('')).not.toMatch(/canary-of/)
  expect(bytes.join('')).not.toContain(String(made.body['key']))
})

test('a wrong key is found, and another one works at once; streams that run go on', async () => {
  await admin.send('POST', '/api/admin/providers', { ...newProvider(), api_key: 'sk-wrong-key-of-a-test' })
  await admin.send('POST', '/api/admin/models', newModel)
  expect((await admin.send('POST', '/api/admin/providers/own/test')).body).toMatchObject({
    reachable: true,
    key_valid: false,
    models: null,
    problem: 'the key was refused',
  })
  expect((await ask()).status).toBe(502)
  expect(await admin.get('/api/admin/providers/own')).toMatchObject({
    health: { last_success_at: null, last_failure: expect.stringMatching(/^upstream_auth, status 401: ./) as string },
  })
  expect((await admin.send('PATCH', '/api/admin/providers/own', { api_key: canary })).status).toBe(200)
  let finish: () => void = () => undefined
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('one'))
    finish = () => response.end(`${chunk(' two', 'stop')}data: [DONE]\n\n`)
  }
  const running = await ask('vendor/fast', { stream: true })
  const second = await new FakeUpstream().start()
  second.reply = answerWell
  try {
    const moved = await admin.send('PATCH', '/api/admin/providers/own', { base_url: `${second.address}/v1`, timeouts: { reply_ms: 5000 } })
    expect(moved.body).toMatchObject({ base_url: `${second.address}/v1`, api_key: '…3f9a', timeouts: { reply_ms: 5000 } })
    expect((await ask()).status).toBe(200)
    expect(second.calls.map(({ request }) => request.headers.authorization)).toEqual([`Bearer ${canary}`])
    finish()
    expect(await running.text()).toMatch(/ two[\s\S]*\[DONE\]/)
    await admin.send('PATCH', '/api/admin/providers/own', { timeouts: null, api_key: null })
    expect(await admin.get('/api/admin/providers/own')).toMatchObject({ api_key: null, base_url: `${second.address}/v1` })
  } finally {
    await second.stop()
  }
  expect((await admin.send('POST', '/api/admin/providers/own/test')).body).toMatchObject({
    reachable: false,
    key_valid: null,
    problem: 'no connection',
  })
})

test.each(['a;b', 'a%2Fb', 'a/../b', '/a', 'models/a', 'a\\\\b'])(
  'a model cannot be named %s: its address would not lead to it',
  async (name) => {
    await admin.send('POST', '/api/admin/providers', newProvider())
    expect(await admin.send('POST', '/api/admin/models', { ...newModel, name })).toMatchObject({ status: 400, body: { param: '/name' } })
  },
)

test('numbers of many digits and members without a value', async () => {
  await admin.send('POST', '/api/admin/providers', newProvider())
  const target = { provider: 'own', model: 'a', weight: 0.30000000000000004, price: null }
  const made = await admin.send('POST', '/api/admin/models', { ...newModel, targets: [target], timeouts: { reply_ms: 5000 } })
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({ targets: [{ ...target, breaker: 'closed' }], timeouts: { reply_ms: 5000 } }),
  ])
})

test('what is wrong is a 400 that names the member, as in the file', async () => {
  const post = async (list: string, body: object) => {
    const { status, body: problem } = await admin.send('POST', `/api/admin/${list}`, body)
    return [status, problem['param'], problem['detail']]
  }
  expect(await post('providers', { name: 'p', kind: 'opena' })).toEqual([400, '/kind', expect.stringContaining('did you mean openai')])
  expect(await post('providers', { name: 'p', kind: 'openai', api_kee: 'x' })).toEqual([
    400,
    '/api_kee',
    expect.stringContaining('api_key'),
  ])
  expect(await post('providers', { name: 'p', kind: 'openai-compatible' })).toEqual([400, '/base_url', expect.any(String)])
  expect(await post('providers', { name: 'p', kind: 'openai', timeouts: { reply_ms: 0 } })).toEqual([
    400,
    '/timeouts/reply_ms',
    expect.any(String),
  ])
  expect(await post('providers', { name: 'p', kind: 'openai', api_key: '${OPENAI_API_KEY}' })).toEqual([
    400,
    '/api_key',
    expect.any(String),
  ])
  expect(await post('providers', { name: 'p', kind: 'openai', forward_headers: ['cookie'] })).toEqual([
    400,
    '/forward_headers/0',
    expect.any(String),
  ])
  expect(await post('providers', { name: 'p', kind: 'openai', ca_file: '/nowhere' })).toEqual([400, '/ca_file', expect.any(String)])
  expect(await post('providers', { name: 'p', kind: 'local' })).toEqual([400, '/kind', expect.any(String)])
  expect(await post('providers', { name: 'p q', kind: 'openai' })).toEqual([400, '/name', expect.any(String)])
  await admin.send('POST', '/api/admin/providers', newProvider())
  expect(await post('providers', newProvider())).toEqual([409, '/name', expect.any(String)])
  const masked = await admin.send('PATCH', '/api/admin/providers/own', { api_key: '…3f9a' })
  expect([masked.status, masked.body['param']]).toEqual([400, '/api_key'])
  expect((await admin.send('PATCH', '/api/admin/providers/own', { kind: 'anthropic' })).body['param']).toBe('/kind')
  const target = { provider: 'own', model: 'a' }
  expect(await post('models', { name: 'm', targets: [] })).toEqual([400, '/targets', expect.any(String)])
  expect(await post('models', { name: 'm', targets: [{ provider: 'owl', model: 'a' }] })).toEqual([
    400,
    '/targets/0/provider',
    expect.stringContaining('did you mean own'),
  ])
  expect(await post('models', { name: 'a-*-*', targets: [target] })).toEqual([400, '/name', expect.any(String)])
  expect(await post('models', { name: 'm', targets: [target], price: { inputt: '1' } })).toEqual([400, '/price/inputt', expect.any(String)])
  expect(await post('models', { name: 'm', targets: [target], price: { request_usd: '-1' } })).toEqual([
    400,
    '/price/request_usd',
    expect.any(String),
  ])
  await admin.send('POST', '/api/admin/models', { name: 'm', aliases: ['n'], targets: [target] })
  expect(await post('models', { name: 'n', targets: [target] })).toEqual([409, '/name', expect.any(String)])
  expect(await post('models', { name: 'o', aliases: ['m'], targets: [target] })).toEqual([400, '/aliases/0', expect.any(String)])
})

test("what the file names is the file's: read-only here, and before what was made here", async () => {
  await admin.send('POST', '/api/admin/providers', newProvider())
  await admin.send('POST', '/api/admin/models', newModel)
  const ofFile = { providers: [{ ...newProvider(), api_key: 'sk-of-the-file-0000' }], models: [{ ...newModel, aliases: ['short'] }] }
  write(ofFile)
  gateway.signal('SIGHUP')
  await until('the file counts', async () => (await admin.get('/api/admin/providers/own'))['managed_by'] === 'file')
  expect((await ask()).status).toBe(502)
  const place = expect.stringMatching(/^anywire\.yaml:\d+:\d+$/) as string
  expect(await admin.get('/api/admin/providers/own')).toMatchObject({ place, version: null, api_key: '…0000' })
  for (const [method, path, body] of [
    ['PATCH', 'providers/own', { api_key: 'x' }],
    ['DELETE', 'providers/own', undefined],
    ['POST', 'providers', newProvider()],
    ['PATCH', 'models/vendor/fast', { price: null }],
    ['DELETE', 'models/vendor/fast', undefined],
    ['POST', 'models', { ...newModel, name: 'short' }],
  ] as const)
    expect([path, await admin.send(method, `/api/admin/${path}`, body)]).toMatchObject([
      path,
      { status: 409, body: { code: 'managed_by_file', detail: expect.stringMatching(/anywire\.yaml:\d+:\d+/) as string } },
    ])
  expect((await admin.get('/api/admin/status'))['shadowed']).toEqual([
    { object: 'provider', name: 'own', place },
    { object: 'model', name: 'vendor/fast', place },
  ])
  await gateway.end()
  await start(ofFile)
  expect(gateway.logLines().filter(({ message }) => String(message).includes('the configuration file has its name'))).toMatchObject([
    { name: 'own' },
    { name: 'vendor/fast' },
  ])
  write()
  gateway.signal('SIGHUP')
  await until('the file is without them', async () => (await admin.get('/api/admin/providers/own'))['managed_by'] === 'api')
  expect((await ask()).status).toBe(200)
  const log = (await admin.get('/api/admin/audit?actor=anywire.yaml'))['data'] as Record<string, unknown>[]
  expect(log.map(({ action, object, name }) => `${String(action)} ${String(object)} ${String(name)}`).sort()).toEqual([
    'create model vendor/fast',
    'create provider own',
    'delete model vendor/fast',
    'delete provider own',
  ])
  expect(log[0]).toMatchObject({ actor: { kind: 'file', name: 'anywire.yaml' }, request_id: null, address: null })
  expect(JSON.stringify(log)).not.toContain('of-the-file')
})

test('what was found without a file is shown as such, read-only, and counts beside what is made here', async () => {
  await gateway.end()
  write({ providers: undefined })
  const environment = {
    ANYWIRE_CONFIG: join(folder, 'anywire.yaml'),
    ANTHROPIC_API_KEY: 'sk-of-the-environment-1234',
    ANTHROPIC_BASE_URL: upstream.address,
  }
  gateway = await Program.startIn(folder, { environment })
  admin = new AdminClient(gateway.address)
  expect(await admin.get('/api/admin/providers/anthropic')).toMatchObject({
    managed_by: 'environment',
    place: null,
    version: null,
    api_key: '…1234',
  })
  expect(await admin.send('DELETE', '/api/admin/providers/anthropic')).toMatchObject({
    status: 409,
    body: { code: 'managed_by_environment' },
  })
  await admin.send('POST', '/api/admin/providers', newProvider())
  await admin.send('POST', '/api/admin/models', newModel)
  expect((await ask()).status).toBe(200)
})

test('versions and the audit log of providers and models', async () => {
  const made = await admin.send('POST', '/api/admin/providers', newProvider())
  const etag = made.headers.get('etag') ?? ''
  const patch = (body: object): Promise<Response> =>
    fetch(`${gateway.address}/api/admin/providers/own`, {
      method: 'PATCH',
      headers: { authorization: 'Bearer adm-case', 'content-type': 'application/json', 'if-match': etag },
      body: JSON.stringify(body),
    })
  const both = await Promise.all([patch({ api_key: 'sk-first-of-two-aaaa' }), patch({ api_key: 'sk-second-of-two-bbbb' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412])
  await admin.send('POST', '/api/admin/models', { ...newModel, price: { input_per_million_usd: '1', output_per_million_usd: '2' } })
  await admin.send('PATCH', '/api/admin/models/vendor/fast', { price: { output_per_million_usd: '3.5' } })
  expect(await admin.get('/api/admin/models/vendor/fast')).toMatchObject({
    price: { input_per_million_usd: '1', output_per_million_usd: '3.5' },
  })
  const log = (await admin.get('/api/admin/audit?limit=3'))['data'] as Record<string, unknown>[]
  expect(log[0]).toMatchObject({
    action: 'change',
    object: 'model',
    name: 'vendor/fast',
    changes: [{ member: '/price/output_per_million_usd', before: '2', after: '3.5' }],
  })
  expect(log[2]).toMatchObject({
    object: 'provider',
    changes: [{ member: '/api_key', before: '…3f9a', after: expect.stringMatching(/^…(aaaa|bbbb)$/) as string }],
  })
})

test('the prices that count, and where they are from', async () => {
  await gateway.stop()
  await start({
    providers: [
      { name: 'filed', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: canary },
      { name: 'anthropic', kind: 'anthropic' },
    ],
    models: [
      { name: 'a', targets: [{ provider: 'filed', model: 'x' }], price: { request_usd: 0.5 } },
      { name: 'b', targets: [{ provider: 'anthropic', model: 'claude-sonnet-4-5' }] },
    ],
  })
  await admin.send('POST', '/api/admin/providers', newProvider())
  const targets = [
    { provider: 'own', model: 'x', price: { request_usd: '2' } },
    { provider: 'filed', model: 'gpt-of-nobody' },
  ]
  await admin.send('POST', '/api/admin/models', { name: 'c', targets })
  expect((await admin.get('/api/admin/prices'))['data']).toEqual([
    { model: 'a', provider: 'filed', upstream_model: 'x', source: 'file', price: { request_usd: '0.5' } },
    {
      model: 'b',
      provider: 'anthropic',
      upstream_model: 'claude-sonnet-4-5',
      source: 'catalogue',
      price: expect.objectContaining({ input_per_million_usd: '3', output_per_million_usd: '15' }) as object,
    },
    { model: 'c', provider: 'own', upstream_model: 'x', source: 'api', price: { request_usd: '2' } },
    { model: 'c', provider: 'filed', upstream_model: 'gpt-of-nobody', source: 'none', price: null },
  ])
})

test('a start with another file says what was added, changed or is gone, without secrets', async () => {
  const token = (name: string, key: string, more: object = {}) => ({ name, key, ...more })
  await gateway.end()
  await start({ tokens: [token('stays', 'sk-stays-canary-of'), token('changes', 'sk-changes'), token('goes', 'sk-goes')] })
  expect((await admin.get('/api/admin/audit?actor=anywire.yaml&object=token&action=delete'))['data']).toEqual([
    expect.objectContaining({ action: 'delete', object: 'token', name: 'test', changes: [] }),
  ])
  await gateway.end()
  await start({ tokens: [token('comes', 'sk-comes'), token('changes', 'sk-changed'), token('stays', 'sk-stays-canary-of')] })
  const line = gateway.logLines().find(({ message }) => message === 'the configuration file has changed since the last start')
  expect(line).toMatchObject({
    tokens: { added: ['comes'], changed: ['changes'], removed: ['goes'] },
    providers: { added: [], changed: [], removed: [] },
  })
  await gateway.end()
  await start({ tokens: [token('comes', 'sk-comes'), token('changes', 'sk-changed'), token('stays', 'sk-stays-canary-of')] })
  expect(gateway.output()).not.toContain('since the last start')
  const bytes = readdirSync(join(folder, 'data')).map((name) => readFileSync(join(folder, 'data', name)).toString('latin1'))
  expect(bytes.join('')).not.toMatch(/canary-of/)
})
