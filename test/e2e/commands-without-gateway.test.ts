// Commands in a folder of their own, where no gateway runs, or one that only its mark leads to.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  expect([status, stderr]).toEqual([78, expect.stringMatching(/^secret_key: expected the key under which the database was made/)])
})
