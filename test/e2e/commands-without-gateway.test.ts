// Commands in a folder of their own, where no gateway runs, or one that only its mark leads to.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, runProgram } from '../program.js'
import { AdminClient } from './admin.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-commands-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const configuration = `server: { port: 0 }
database: file:gateway.db
secret_key: ${'s'.repeat(32)}
admin: { key: adm-case }
providers: []
`

test('a token is made in the database of the configuration; the gateway that starts then knows it', async () => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration)
  const made = runProgram(['token', 'create', 'ci', '--budget', '5'], folder)
  expect([made.status, made.stderr]).toEqual([0, 'The key of the token ci, shown this once:\n'])
  expect(runProgram(['token', 'list', '--csv'], folder).stdout).toMatch(/^name,.*\nci,.*,5,/)
  const gateway = await Program.startIn(folder)
  const { status } = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: `Bearer ${made.stdout.trim()}` } })
  const { data } = await new AdminClient(gateway.address).get('/api/admin/audit?object=token')
  await gateway.end()
  expect(status).toBe(200)
  expect(data).toMatchObject([{ action: 'create', name: 'ci', actor: { kind: 'command', name: 'token create' } }])
})

test('a gateway on any port is found by the mark beside its database, which goes when it ends', async () => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration)
  const gateway = await Program.startIn(folder)
  const made = runProgram(['token', 'create', 'ci'], folder)
  const { status } = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: `Bearer ${made.stdout.trim()}` } })
  expect([made.status, status]).toEqual([0, 200])
  await gateway.end()
  expect(existsSync(join(folder, 'gateway.db.gateway'))).toBe(false)
})

test('the mark of a gateway that was killed keeps nobody out', async () => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration)
  await (await Program.startIn(folder)).stop()
  expect(existsSync(join(folder, 'gateway.db.gateway'))).toBe(true)
  expect(runProgram(['user', 'create', 'ada'], folder).status).toBe(0)
})

test.each([
  ['of this machine that hangs', hostname()],
  ['of another machine, or container', 'elsewhere'],
])('a gateway %s keeps commands from its database', (_, host) => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration.replace('port: 0', 'port: 1'))
  writeFileSync(join(folder, 'gateway.db.gateway'), JSON.stringify({ process: process.pid, host, address: 'http://127.0.0.1:1' }))
  const { status, stderr } = runProgram(['token', 'create', 'ci'], folder)
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/has the database and does not answer at .*; wait, stop it, .* remove .*gateway\.db\.gateway\n$/),
  ])
  expect(existsSync(join(folder, 'gateway.db'))).toBe(false)
})

test('a database in memory is the gateway’s alone', () => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration.replace('file:gateway.db', 'memory').replace('port: 0', 'port: 1'))
  const { status, stdout, stderr } = runProgram(['token', 'list'], folder)
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^token list failed: no gateway answers at http:\/\/127\.0\.0\.1:1, .*; start it, or name it with --url\n$/)
})

test('a database under another secret_key is refused', () => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration)
  runProgram(['token', 'create', 'ci'], folder)
  writeFileSync(join(folder, 'anywire.yaml'), configuration.replace('sss', 'ttt'))
  const { status, stderr } = runProgram(['token', 'list'], folder)
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^secret_key: expected the key under which the database was created/)])
})

test('a configuration of LiteLLM becomes ours: it is good, it serves, and its secrets are in .env alone', async () => {
  writeFileSync(
    join(folder, 'config.yaml'),
    `model_list:
  - { model_name: fast, litellm_params: { model: openai/gpt-x, api_key: sk-canary, api_base: "http://127.0.0.1:1/v1", rpm: 5 } }
general_settings: { master_key: sk-canary-master }
`,
  )
  const done = runProgram(['import', 'litellm', 'config.yaml', '--output', 'anywire.yaml'], folder)
  expect([done.status, done.stdout]).toEqual([0, ''])
  expect(done.stderr).toMatch(
    /^model_list\[0\]\.litellm_params\.rpm: left out: .*\n[^]*\nNext: anywire check --live --config anywire\.yaml\n$/,
  )
  expect(done.stderr + readFileSync(join(folder, 'anywire.yaml'), 'utf8')).not.toContain('canary')
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  const gateway = await Program.startIn(folder)
  const reply = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: 'Bearer sk-canary-master' } })
  await gateway.end()
  expect(await reply.json()).toMatchObject({ data: [{ id: 'fast' }] })
  expect(runProgram(['import', 'litellm', 'config.yaml', '--output', 'anywire.yaml'], folder)).toMatchObject({
    status: 1,
    stderr: 'import litellm failed: anywire.yaml exists already; overwrite it with --force, or name another file\n',
  })
})

test('channels and tokens of new-api, from its database and from JSON', () => {
  const database = new DatabaseSync(join(folder, 'one-api.db'))
  database.exec(`create table channels (id integer, type integer, status integer, key text, name text, models text, base_url text);
    insert into channels values (1, 1, 1, 'sk-canary', 'main', 'gpt-x', 'http://127.0.0.1:1');
    create table tokens (id integer, key text, status integer, name text, expired_time integer, remain_quota integer, unlimited_quota integer, deleted_at text);
    insert into tokens values (1, 'canary', 1, 'ci', -1, 500000, 0, null), (2, 'canary2', 1, 'deleted', -1, 0, 1, '2026-01-01')`)
  database.close()
  expect(runProgram(['import', 'new-api', 'one-api.db', '--output', 'anywire.yaml', '--quiet'], folder)).toMatchObject({
    status: 0,
    stderr: '',
  })
  expect(runProgram(['check'], folder).status).toBe(0)
  expect(readFileSync(join(folder, 'anywire.yaml'), 'utf8')).toMatch(
    /tokens:\n {2}- name: ci\n[^]*budget_usd: "1\.000000"[^]*base_url: http:\/\/127\.0\.0\.1:1\/v1\n/,
  )
  const channel = { id: 1, type: 14, status: 1, key: 'sk-canary', name: 'claude', models: 'claude-x' }
  writeFileSync(join(folder, 'channels.json'), JSON.stringify({ success: true, data: { items: [channel], total: 1 } }))
  const { stdout } = runProgram(['import', 'new-api', 'channels.json', '--json'], folder)
  expect(JSON.parse(stdout)).toMatchObject({
    configuration: { models: [{ name: 'claude-x' }] },
    variables: ['CLAUDE_KEY', 'ANYWIRE_SECRET_KEY'],
    notes: [],
  })
  expect(stdout).not.toContain('canary')
})

test.each([
  ['litellm', 'nothing.yaml', /there is no file nothing\.yaml/],
  ['new-api', 'anywire.yaml', /neither a list of channels as JSON nor an SQLite database/],
])('import %s %s', (from, file, message) => {
  writeFileSync(join(folder, 'anywire.yaml'), configuration)
  const { status, stdout, stderr } = runProgram(['import', from, file], folder)
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringMatching(message)])
})
