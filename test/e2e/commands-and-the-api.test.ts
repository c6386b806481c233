// What each command asks the admin API, held against a server that writes it down.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, type CommandResult } from './run-command.js'

type Asked = readonly [method: string, path: string, body?: unknown]

let server: Server
let asked: Asked[]
let keys: (string | undefined)[]
let answer: (path: string) => object
let folder: string
const address = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

beforeAll(async () => {
  server = createServer((request, response) => void reply(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  folder = mkdtempSync(join(tmpdir(), 'anywire-api-'))
})
beforeEach(() => {
  asked = []
  keys = []
  answer = () => ({ data: [], next: null, key: 'sk-aw-made', code: 'CODE', user: 'ada', expires_at: 'soon' })
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '' } = request
  // It is busy: whoever asks whether a gateway is here waits, and is right to take it for one.
  if (url === '/healthz') return
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  asked.push(text === '' ? [method, url] : [method, url, JSON.parse(text)])
  keys.push(request.headers.authorization)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(url)))
}

const anywire = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand([...words, '--url', `${address()}/`], { folder, environment: { ANYWIRE_ADMIN_KEY: 'adm-case', ANYWIRE_TOKEN: 'sk-case' } })

const budgets = { budget_usd: '20.50', budget_per_month_usd: '5' }
const withBudgets = ['--budget', '20.50 USD', '--monthly-budget', '5usd']
const prices = { price: { input_per_million_usd: '2', output_per_million_usd: '8' } }
const targets = [
  { provider: 'a', model: 'x' },
  { provider: 'b', model: 'org/y' },
]

test.each<[string, readonly string[], Asked]>([
  [
    'token create',
    [
      ...['ci bot', '--expires', '2030-01-01', '--models', 'm-*, x', '--styles', 'messages,embeddings', '--scopes', 'inference,read'],
      ...[...withBudgets, '--rpm', '60', '--tpm', '1000', '--user', 'ada', '--team', 'research'],
    ],
    [
      'POST',
      '/api/admin/tokens',
      {
        ...{ name: 'ci bot', expires_at: '2030-01-01T00:00:00.000Z', models: ['m-*', 'x'], styles: ['messages', 'embeddings'] },
        ...{ scopes: ['inference', 'read'], ...budgets, requests_per_minute: 60, tokens_per_minute: 1000, user: 'ada', team: 'research' },
      },
    ],
  ],
  ['token create', ['plain', '--budget', 'none'], ['POST', '/api/admin/tokens', { name: 'plain' }]],
  [
    'token change',
    ['a/b', '--rpm', '120', '--tpm', 'none', '--expires', 'none', '--monthly-budget', '7'],
    [
      'PATCH',
      '/api/admin/tokens/a%2Fb',
      { expires_at: null, requests_per_minute: 120, tokens_per_minute: null, budget_per_month_usd: '7' },
    ],
  ],
  ['token list', [], ['GET', '/api/admin/tokens?limit=1000']],
  ['token rotate', ['a/b'], ['POST', '/api/admin/tokens/a%2Fb/rotate', { grace_seconds: 0 }]],
  ['token rotate', ['ci', '--grace', '15m'], ['POST', '/api/admin/tokens/ci/rotate', { grace_seconds: 900 }]],
  ['token revoke', ['a b'], ['DELETE', '/api/admin/tokens/a%20b']],
  [
    'user create',
    ['ada', '--team', 'research', '--email', 'ada@example.com', '--role', 'admin', ...withBudgets],
    ['POST', '/api/admin/users', { name: 'ada', team: 'research', email: 'ada@example.com', role: 'admin', ...budgets }],
  ],
  [
    'user change',
    ['ada', '--team', 'none', '--role', 'member', '--budget', '30'],
    ['PATCH', '/api/admin/users/ada', { team: null, role: 'member', budget_usd: '30' }],
  ],
  ['user list', [], ['GET', '/api/admin/users?limit=1000']],
  ['user top-up', ['ada', '2.5usd'], ['POST', '/api/admin/users/ada/top-up', { amount_usd: '2.5' }]],
  ['user disable', ['a/b'], ['PATCH', '/api/admin/users/a%2Fb', { disabled: true }]],
  ['user enable', ['ada'], ['PATCH', '/api/admin/users/ada', { disabled: false }]],
  ['user delete', ['ada'], ['DELETE', '/api/admin/users/ada']],
  ['team create', ['research', ...withBudgets], ['POST', '/api/admin/teams', { name: 'research', ...budgets }]],
  ['team change', ['research', '--budget', 'none'], ['PATCH', '/api/admin/teams/research', { budget_usd: null }]],
  ['team list', [], ['GET', '/api/admin/teams?limit=1000']],
  ['team top-up', ['research', '7'], ['POST', '/api/admin/teams/research/top-up', { amount_usd: '7' }]],
  ['team delete', ['research'], ['DELETE', '/api/admin/teams/research']],
  ['provider list', [], ['GET', '/api/admin/providers?limit=1000']],
  [
    'provider create',
    ['own', '--kind', 'openai', '--base-url', 'http://a/v1', '--key-file', 'own.key', '--settings', 'own.yaml'],
    ['POST', '/api/admin/providers', { name: 'own', kind: 'openai', base_url: 'http://a/v1', api_key: 'sk-own', headers: { 'x-a': 'b' } }],
  ],
  ['provider change', ['own', '--base-url', 'http://b/v1'], ['PATCH', '/api/admin/providers/own', { base_url: 'http://b/v1' }]],
  ['provider delete', ['own'], ['DELETE', '/api/admin/providers/own']],
  ['provider test', ['a/b'], ['POST', '/api/admin/providers/a%2Fb/test']],
  ['model list', [], ['GET', '/api/admin/models?limit=1000']],
  [
    'model create',
    ['fast', '--targets', 'a/x, b/org/y', '--aliases', 'f, g', '--input-price', '2', '--output-price', '8usd'],
    ['POST', '/api/admin/models', { name: 'fast', targets, aliases: ['f', 'g'], ...prices }],
  ],
  ['model change', ['fast', '--aliases', 'h'], ['PATCH', '/api/admin/models/fast', { aliases: ['h'] }]],
  ['model delete', ['team/fast'], ['DELETE', '/api/admin/models/team%2Ffast']],
  ['audit list', [], ['GET', '/api/admin/audit?limit=100']],
  ['requests', [], ['GET', '/api/admin/requests?limit=100']],
  ['admin reset-password', ['a b'], ['POST', '/api/admin/users/a%20b/invite', {}]],
])('%s %j', async (command, words, expected) => {
  writeFileSync(join(folder, 'own.key'), 'sk-own\n')
  writeFileSync(join(folder, 'own.yaml'), 'kind: gemini\nheaders: { x-a: b }\n')
  const { code, errors } = await anywire(...command.split(' '), ...words)
  // A provider that is not said to answer is one that does not.
  expect([code, errors.includes('failed')]).toEqual([command === 'provider test' ? 1 : 0, false])
  expect(asked).toEqual([expected])
  expect(keys).toEqual(['Bearer adm-case'])
})

test('models are asked for with a token', async () => {
  expect((await anywire('models')).code).toBe(0)
  expect([asked, keys]).toEqual([[['GET', '/v1/models']], ['Bearer sk-case']])
})

test('--token goes before the key of the environment', async () => {
  await anywire('user', 'list', '--token', 'adm-other')
  await anywire('models', '--token', 'sk-other')
  expect(keys).toEqual(['Bearer adm-other', 'Bearer sk-other'])
})

test('usage since a time, by what is named', async () => {
  const before = Date.now()
  expect((await anywire('usage', '--since', '2h', '--by', 'token, model', '--csv')).output).toMatch(/^token,model,requests,failed,/)
  expect((await anywire('usage', '--csv')).output).toMatch(/^model,requests,/)
  const [first, second] = asked.map(([, path]) => new URL(path, address()).searchParams)
  expect([first?.get('by'), second?.get('by'), first?.get('limit')]).toEqual(['token,model', 'model', '1000'])
  const hoursAgo = [first, second].map((query) => Math.round((before - Date.parse(query?.get('from') ?? '')) / 360_000) / 10)
  expect(hoursAgo).toEqual([2, 7 * 24])
})

test('lists are read to their end, page by page', async () => {
  answer = (path) => (path.includes('after=') ? { data: [{ name: 'bob' }], next: null } : { data: [{ name: 'ada' }], next: 'a page/&' })
  const { output } = await anywire('user', 'list', '--json')
  expect(JSON.parse(output)).toEqual({ data: [{ name: 'ada' }, { name: 'bob' }] })
  expect(asked.map(([, path]) => path)).toEqual(['/api/admin/users?limit=1000', '/api/admin/users?limit=1000&after=a+page%2F%26'])
})

test('a user who is there is invited, and not made again', async () => {
  answer = (path) =>
    path.startsWith('/api/admin/users?') ? { data: [{ name: 'ada' }] } : { user: 'ada', code: 'CODE', expires_at: 'soon' }
  const invited = await anywire('admin', 'invite', 'ada', '--role', 'admin')
  expect([invited.code, invited.output]).toEqual([0, `${address()}/console/set-up?code=CODE\n`])
  expect(asked.map(([method, path]) => [method, path])).toEqual([
    ['GET', '/api/admin/users?limit=1000'],
    ['POST', '/api/admin/users/ada/invite'],
  ])
  asked = []
  await anywire('admin', 'invite', 'bob', '--role', 'admin', '--email', 'bob@example.com', '--team', 'research')
  expect(asked[1]).toEqual(['POST', '/api/admin/users', { name: 'bob', role: 'admin', email: 'bob@example.com', team: 'research' }])
})

test('requests --failed has the newest of every way to fail, the newest last', async () => {
  const at = (minute: number): string => `2030-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`
  answer = (path) => {
    const outcome = new URL(path, address()).searchParams.get('outcome')
    const data = [{ request_id: outcome, outcome, started_at: at(outcome === 'timeout' ? 9 : 3), model: 'evil\u001b[2J' }]
    return { data: outcome === 'timeout' || outcome === 'rejected' ? data : [], next: null }
  }
  const { output } = await anywire('requests', '--failed')
  expect(output.split('\n').slice(1, 3)).toEqual([
    expect.stringMatching(new RegExp(`^${at(3)} +rejected +evil\ufffd\\[2J`)) as string,
    expect.stringMatching(new RegExp(`^${at(9)} +timeout`)) as string,
  ])
  expect(new Set(asked.map(([, path]) => new URL(path, address()).searchParams.get('outcome')))).toEqual(
    new Set(['client_error', 'rejected', 'upstream_error', 'truncated', 'timeout', 'client_aborted', 'interrupted']),
  )
})

test('a gateway that is too busy to say that it is there has its database for itself', async () => {
  const { port } = new URL(address())
  writeFileSync(
    join(folder, 'anywire.yaml'),
    `server: { port: ${port} }\ndatabase: file:busy.db\nsecret_key: ${'s'.repeat(32)}\nadmin: { key: adm-file }\nproviders: []\n`,
  )
  const { code } = await runCommand(['user', 'list'], { folder })
  rmSync(join(folder, 'anywire.yaml'))
  expect([code, asked, keys]).toEqual([0, [['GET', '/api/admin/users?limit=1000']], ['Bearer adm-file']])
  expect(existsSync(join(folder, 'busy.db'))).toBe(false)
})

test.each([
  ['another server', {}, 'not as an anywire gateway does'],
  ['the words of the gateway', { detail: 'There is no user of this name.' }, 'There is no user of this name.'],
  ['the words of a model endpoint', { error: { message: 'Wrong token.' } }, 'Wrong token.'],
])('a refusal: %s', async (_, body, text) => {
  const refusing = createServer((_request, response) => {
    const isObject = Object.keys(body).length > 0
    response.writeHead(404).end(isObject ? JSON.stringify(body) : '<html>')
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { code, errors } = await runCommand(
    ['user', 'delete', 'x', '--token', 'k', '--url', `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`],
    { folder },
  )
  refusing.closeAllConnections()
  await new Promise((resolve) => refusing.close(resolve))
  expect([code, errors]).toEqual([1, expect.stringContaining(text)])
  expect(errors.split('\n')).toHaveLength(2)
})

test.each([
  [['models', 'extra'], /^models takes no "extra"; see anywire models --help$/m],
  [['model', 'create', 'x', '--targets', '/x'], /PROVIDER\/MODEL/],
  [['model', 'create', 'x', '--targets', 'a/'], /PROVIDER\/MODEL/],
  [['token', 'create', 'x', '--rpm', '1.5'], /--rpm takes a whole number, not "1\.5"/],
  [['token', 'create', 'x', '--expires', 'someday'], /--expires takes a time such as 30d or 2030-01-01, not "someday"/],
  [['token', 'rotate', 'x', '--grace', '1y'], /expected a time such as 15m, 2h or 30d, not "1y"/],
] as const)('%j is wrong usage, and nothing is asked', async (words, text) => {
  const { code, output, errors } = await anywire(...words)
  expect([code, output, errors]).toEqual([2, '', expect.stringMatching(text)])
  expect(asked).toEqual([])
})
