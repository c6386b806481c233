import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningGateway } from '../../src/server/start.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, gatewayFor, kinds } from './gateway.js'
import { errorOf, goodReply } from './two-providers.js'

// 8 bytes of text: at most 4 tokens read; at most 10 written: 4 × 1 + 10 × 100 = 1004 millionths of a dollar.
const price = { input_per_million_usd: '1', output_per_million_usd: '100' }
const models = kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }], price, max_output_tokens: 10 }))

let upstream: FakeUpstream
let gateway: RunningGateway
let admin: AdminClient
let folder: string

async function startGateway(): Promise<void> {
  const database = `file:${join(folder, 'anywire.db')}`
  gateway = await gatewayFor(upstream, { admin: { key: 'adm-case' }, models, database, secret_key: 's'.repeat(32), tokens: [] })
  admin = new AdminClient(gateway.address)
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-people-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => {
    const usage = { prompt_tokens: 4, completion_tokens: 10, total_tokens: 14 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...goodReply, usage }))
  }
  await startGateway()
})
afterEach(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

const ask = (key: string): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', max_tokens: 10, messages: [{ role: 'user', content: '12345678' }] }),
  })

async function done(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> {
  const reply = await admin.send(method, `/api/admin/${path}`, body)
  expect({ path, status: reply.status, body: reply.body }).toMatchObject({ status: 200 })
  return reply.body
}

const make = async (token: object): Promise<string> => String((await done('POST', 'tokens', token))['key'])

test('users and teams are made, read, changed and deleted', async () => {
  await done('POST', 'teams', { name: 'research', budget_per_month_usd: '500' })
  expect(await done('POST', 'users', { name: 'ada', email: 'ada@example.com', team: 'research', budget_usd: '1.50' })).toEqual({
    name: 'ada',
    email: 'ada@example.com',
    role: 'member',
    version: expect.stringMatching(/^[0-9a-f]{12}-1$/),
    team: 'research',
    disabled: false,
    budget_usd: '1.5',
    budget_per_day_usd: null,
    budget_per_week_usd: null,
    budget_per_month_usd: null,
    created_at: expect.stringMatching(/^\d{4}-/),
    tokens: [],
    spent_usd: '0',
    reserved_usd: '0',
    budgets: [{ of: 'user', name: 'ada', period: 'total', limit_usd: '1.5', spent_usd: '0', began_at: null, resets_at: null }],
  })
  await make({ name: 'ci', user: 'ada' })
  expect(await done('GET', 'teams/research')).toMatchObject({ users: ['ada'], tokens: ['ci'], budget_per_month_usd: '500' })
  expect(await done('GET', 'tokens/ci')).toMatchObject({
    user: 'ada',
    team: 'research',
    budgets: [
      { of: 'user', name: 'ada', period: 'total' },
      { of: 'team', name: 'research', period: 'month', limit_usd: '500' },
    ],
  })
  expect((await admin.send('DELETE', '/api/admin/teams/research')).status).toBe(409)
  expect(await done('PATCH', 'users/ada', { team: null, email: null, role: 'admin' })).toMatchObject({
    team: null,
    email: null,
    role: 'admin',
  })
  expect(await done('GET', 'tokens/ci')).toMatchObject({ team: null })
  expect(await done('DELETE', 'teams/research')).toEqual({ name: 'research', deleted: true })
  expect(await done('DELETE', 'users/ada')).toEqual({ name: 'ada', deleted: true, revoked_tokens: ['ci'] })
  for (const path of ['users/ada', 'teams/research', 'tokens/ci']) expect((await admin.send('GET', `/api/admin/${path}`)).status).toBe(404)
})

test.each<[string, string, object, object]>([
  ['a team that there is not', 'users', { name: 'x', team: 'nobody' }, { status: 400, param: '/team' }],
  ['a user that there is not', 'tokens', { name: 'x', user: 'nobody' }, { status: 400, param: '/user' }],
  ['a role that there is not', 'users', { name: 'x', role: 'root' }, { status: 400, param: '/role' }],
  ['a misspelled budget', 'teams', { name: 'x', budget: '1' }, { status: 400, param: '/budget' }],
  ['an address that is none', 'users', { name: 'x', email: 'x' }, { status: 400, param: '/email' }],
  ['a name that is taken', 'users', { name: 'ada' }, { status: 409, param: '/name' }],
  ['the admin API for a member', 'tokens', { name: 'x', user: 'ada', scopes: ['inference', 'admin'] }, { status: 400, param: '/scopes/1' }],
])('%s is refused', async (_name, path, body, problem) => {
  await done('POST', 'users', { name: 'ada' })
  expect((await admin.send('POST', `/api/admin/${path}`, body)).body).toMatchObject(problem)
})

test.each(['users', 'teams', 'tokens', 'providers'])('a name that no address can have is none: %s', async (kind) => {
  for (const name of ['.', '..'])
    expect(
      await admin.send('POST', `/api/admin/${kind}`, { name, ...(kind === 'providers' ? { kind: 'openai', api_key: 'k' } : {}) }),
    ).toMatchObject({
      status: 400,
      body: { param: '/name' },
    })
})

test('a team with a token of its own is not deleted; an admin’s token does not become that of a member', async () => {
  await done('POST', 'teams', { name: 'research' })
  await done('POST', 'users', { name: 'ada' })
  await make({ name: 'boss', team: 'research', scopes: ['inference', 'admin'] })
  expect(await admin.send('DELETE', '/api/admin/teams/research')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('0 users and 1 tokens') as string },
  })
  expect(await admin.send('PATCH', '/api/admin/tokens/boss', { user: 'ada' })).toMatchObject({ status: 400, body: { param: '/scopes/1' } })
  await done('PATCH', 'tokens/boss', { user: 'ada', scopes: null, team: null })
  await done('DELETE', 'teams/research')
})

test('the budget of a user holds for all its tokens, that of a team for all its users; what was spent outlives a restart', async () => {
  await done('POST', 'teams', { name: 'research', budget_per_week_usd: '0.003012' })
  await done('POST', 'users', { name: 'ada', team: 'research', budget_per_day_usd: '0.002008' })
  const [one, two, three] = [
    await make({ name: 'one', user: 'ada' }),
    await make({ name: 'two', user: 'ada' }),
    await make({ name: 'three', team: 'research' }),
  ]
  expect([(await ask(one)).status, (await ask(two)).status]).toEqual([200, 200])
  const refused = await ask(one)
  expect([refused.status, (await errorOf(refused)).message]).toEqual([
    429,
    expect.stringContaining('The budget of the user "ada" for this day is 0.002008 USD'),
  ])
  expect([(await ask(three)).status, (await errorOf(await ask(three))).message]).toEqual([
    200,
    expect.stringContaining('team "research" for this week'),
  ])
  await gateway.stop()
  await startGateway()
  expect([(await ask(two)).status, (await ask(three)).status]).toEqual([429, 429])
  expect(await done('GET', 'teams/research')).toMatchObject({ spent_usd: '0.003012', reserved_usd: '0' })
  await done('PATCH', 'teams/research', { budget_per_week_usd: null })
  expect([(await ask(two)).status, (await ask(three)).status]).toEqual([429, 200])
  const [record] = await admin.recordsWhen(1, 'three')
  expect(record).toBeDefined()
})

test.each([
  ['teams', { team: 'research' }],
  ['users', { user: 'research' }],
] as const)('a budget of %s that is new, another one or none counts for the next request of each token', async (list, whose) => {
  const path = `${list}/research`
  await done('POST', list, { name: 'research' })
  const [one, two] = [await make({ name: 'one', ...whose }), await make({ name: 'two', ...whose })]
  expect((await ask(one)).status).toBe(200)
  await done('PATCH', path, { budget_usd: '0.002007' })
  expect((await ask(one)).status).toBe(429)
  await done('PATCH', path, { budget_usd: '0.002008' })
  // The first request of this token comes after the change.
  expect([(await ask(two)).status, (await ask(one)).status]).toEqual([200, 429])
  await done('PATCH', path, { budget_usd: null })
  expect([(await ask(one)).status, (await ask(two)).status]).toEqual([200, 200])
})

test('top-ups add to the budget in all, in one step each', async () => {
  const key = await make({ name: 'ci', budget_usd: '0.001003' })
  expect((await ask(key)).status).toBe(429)
  await Promise.all(Array.from({ length: 5 }, () => done('POST', 'tokens/ci/top-up', { amount_usd: '0.0000002' })))
  expect([(await ask(key)).status, (await ask(key)).status]).toEqual([200, 429])
  expect(await done('GET', 'tokens/ci')).toMatchObject({ budget_usd: '0.001004', spent_usd: '0.001004' })
  await done('POST', 'users', { name: 'ada', budget_usd: '1' })
  expect(await done('POST', 'users/ada/top-up', { amount_usd: '0.5' })).toMatchObject({ budget_usd: '1.5' })
  await done('POST', 'teams', { name: 'research' })
  const nothing = await admin.send('POST', '/api/admin/teams/research/top-up', { amount_usd: '1' })
  expect([nothing.status, nothing.body['param']]).toEqual([409, '/amount_usd'])
})

test('a user who is a member now has no token that opens the admin API', async () => {
  await done('POST', 'users', { name: 'ada', role: 'admin' })
  const key = await make({ name: 'ci', user: 'ada', scopes: ['admin', 'inference'] })
  const own = new AdminClient(gateway.address, key)
  expect((await own.send('GET', '/api/admin/users')).status).toBe(200)
  await done('PATCH', 'users/ada', { role: 'member' })
  expect([(await own.send('GET', '/api/admin/users')).status, (await ask(key)).status]).toEqual([401, 200])
})

test('tokens of one user share what they have stored; a token that leaves does not', async () => {
  await done('POST', 'users', { name: 'ada' })
  const [one, two] = [await make({ name: 'one', user: 'ada' }), await make({ name: 'two', user: 'ada' })]
  const created = await fetch(`${gateway.address}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${one}` },
    body: JSON.stringify({ model: 'm-openai', input: 'hi' }),
  })
  const { id } = (await created.json()) as { id: string }
  const read = async (key: string) =>
    (await fetch(`${gateway.address}/v1/responses/${id}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect([await read(one), await read(two)]).toEqual([200, 200])
  await done('PATCH', 'tokens/two', { user: null })
  expect([await read(one), await read(two)]).toEqual([200, 404])
})
