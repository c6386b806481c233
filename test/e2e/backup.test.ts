import { execFile } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Program, programPath, runProgram } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { goodReply } from './two-providers.js'
import { until } from './waiting.js'

let folder: string
let upstream: FakeUpstream
let program: Program
let admin: AdminClient

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-backup-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ...goodReply, usage: { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 } }))
  writeFileSync(
    join(folder, 'anywire.yaml'),
    JSON.stringify({
      database: 'file:./data/anywire.db',
      secret_key: 's'.repeat(32),
      admin: { key: 'adm-case' },
      tokens: [{ name: 'test', key: token, max_concurrent: 1000 }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k' }],
      models: [
        {
          name: 'm',
          targets: [{ provider: 'openai', model: 'gpt-x' }],
          price: { input_per_million_usd: '1', output_per_million_usd: '1' },
        },
      ],
    }),
  )
  await start()
})
afterEach(async () => {
  await program.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  program = await Program.startIn(folder, { environment: { ANYWIRE_CONFIG: join(folder, 'anywire.yaml') } })
  admin = new AdminClient(program.address)
}

const ask = (key = token, model = 'm'): Promise<Response> =>
  fetch(`${program.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  })

test('a backup that was made under load is a whole database', async () => {
  const key = String((await admin.send('POST', '/api/admin/tokens', { name: 'made' })).body['key'])
  for (let count = 0; count < 20; count++) await ask()
  await until('twenty records', async () => (await admin.records()).length === 20)
  const load = { on: true }
  const clients = Array.from({ length: 4 }, async () => {
    while (load.on) await (await ask()).text()
  })
  // Not `runProgram`, which would hold up the clients.
  const made = await promisify(execFile)(process.execPath, [programPath, 'backup', 'copy.db'], { cwd: folder })
  load.on = false
  await Promise.all(clients)
  expect(made.stdout).toContain('copy.db is a backup of')
  expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600)
  expect(runProgram(['backup', 'copy.db'], folder)).toMatchObject({ status: 1, stderr: expect.stringContaining('exists already') })

  // As the documentation says: the copy in the place of the database, without what lay beside that.
  await program.stop()
  rmSync(join(folder, 'data'), { recursive: true })
  mkdirSync(join(folder, 'data'))
  copyFileSync(join(folder, 'copy.db'), join(folder, 'data', 'anywire.db'))
  await start()
  expect((await admin.records()).length).toBeGreaterThanOrEqual(20)
  expect((await ask(key)).status).toBe(200)
})

test('a backup that fails leaves no file behind', async () => {
  await program.stop()
  for (const name of readdirSync(join(folder, 'data'))) writeFileSync(join(folder, 'data', name), 'no database')
  const failed = runProgram(['backup', 'copy.db'], folder)
  expect([failed.status, existsSync(join(folder, 'copy.db'))]).toEqual([1, false])
})

test("a provider's export is held against the books while the gateway runs", async () => {
  for (let count = 0; count < 3; count++) await ask()
  await until('three records', async () => (await admin.records()).length === 3)
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  const exported = (requests: number, model = 'gpt-x-2026-01-01') =>
    `start_time,num_model_requests,model,input_tokens,input_cached_tokens,output_tokens\n${midnight},${requests},${model},9,0,21\n`
  writeFileSync(join(folder, 'export.csv'), exported(3))
  expect(runProgram(['reconcile', 'export.csv', '--provider', 'openai'], folder)).toMatchObject({
    status: 0,
    stdout: '1 line, 0 differ\n',
  })
  writeFileSync(join(folder, 'export.csv'), exported(5))
  const differs = runProgram(['reconcile', 'export.csv', '--provider', 'openai'], folder)
  expect([differs.status, differs.stdout]).toEqual([1, expect.stringContaining('The provider counts 2 requests more')])
  const asJson = runProgram(['reconcile', 'export.csv', '--provider', 'openai', '--json'], folder)
  expect(JSON.parse(asJson.stdout)).toMatchObject([
    { model: 'gpt-x', differs: true, provider: { requests: 5 }, books: { requests: 3, cost_usd: '0.00003' } },
  ])
  expect(runProgram(['reconcile', 'export.csv', '--provider', 'other'], folder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no provider "other"; name one of openai'),
  })
})

test('reconcile knows the providers of the database, and those that are gone', async () => {
  const settings = { name: 'stored', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k' }
  await admin.send('POST', '/api/admin/providers', settings)
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  writeFileSync(
    join(folder, 'export.csv'),
    `start_time,num_model_requests,model,input_tokens,input_cached_tokens,output_tokens\n${midnight},1,gpt-x,3,0,7\n`,
  )
  const reconcile = () => runProgram(['reconcile', 'export.csv', '--provider', 'stored'], folder)
  expect(reconcile().stdout).toMatch(/ {2}books {5}nothing\n[^]*1 line, 1 differs\n$/)
  await admin.send('POST', '/api/admin/models', { name: 'n', targets: [{ provider: 'stored', model: 'gpt-x' }] })
  await ask(token, 'n')
  await until('a record', async () => (await admin.records()).length === 1)
  expect(reconcile()).toMatchObject({ status: 0, stdout: '1 line, 0 differ\n' })
  await admin.send('DELETE', '/api/admin/models/n')
  await admin.send('DELETE', '/api/admin/providers/stored')
  expect(reconcile()).toMatchObject({ status: 0, stdout: '1 line, 0 differ\n' })
})
