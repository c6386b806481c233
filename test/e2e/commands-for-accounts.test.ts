// Commands about the console's accounts, with and without a running gateway.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, runProgram } from '../program.js'

const password = 'anvil kettle harbour nine'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-accounts-'))
  writeFileSync(
    join(folder, 'anywire.yaml'),
    `server: { port: 0 }\ndatabase: file:gateway.db\nsecret_key: ${'s'.repeat(32)}\nadmin: { key: adm-case }\nproviders: []\n`,
  )
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const codeIn = (link: string): string => /\/console\/set-up\?code=([0-9A-Z-]+)\n$/.exec(link)?.[1] ?? ''

function atConsole(gateway: Program, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', origin: gateway.address }
  return fetch(`${gateway.address}/api/console/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

test('admin invite makes the link of the first account, alone on standard output, while no gateway runs', async () => {
  const made = runProgram(['admin', 'invite'], folder)
  expect([made.status, made.stderr]).toEqual([0, expect.stringMatching(/^For the first account, once, until 20\S+:\n$/)])
  const gateway = await Program.startIn(folder)
  const signedIn = await atConsole(gateway, 'set-up', { code: codeIn(made.stdout), name: 'ada', password })
  const again = runProgram(['admin', 'invite'], folder)
  await gateway.end()
  const later = await Program.startIn(folder)
  await later.end()
  const asksForSetUp = (program: Program): boolean => program.output().includes('the console has no account yet')
  expect([asksForSetUp(gateway), asksForSetUp(later)]).toEqual([true, false])
  // Whoever has the admin key needs no first token.
  expect(gateway.output()).not.toContain('the first token')
  expect(await signedIn.json()).toMatchObject({ state: 'signed_in', user: { name: 'ada', role: 'owner' } })
  expect([again.status, again.stderr]).toEqual([2, 'the console has an account: name the user to invite; anywire admin invite NAME\n'])
})

test('admin invite NAME makes the user; reset-password sets another password', async () => {
  const gateway = await Program.startIn(folder)
  const invited = runProgram(['admin', 'invite', 'bob', '--role', 'admin'], folder)
  expect(invited.stdout).toMatch(new RegExp(`^${gateway.address}/console/set-up\\?code=`))
  const first = await atConsole(gateway, 'set-up', { code: codeIn(invited.stdout), password })
  expect(await first.json()).toMatchObject({ user: { name: 'bob', role: 'admin' } })
  const { code, user } = JSON.parse(runProgram(['admin', 'reset-password', 'bob', '--json'], folder).stdout) as Record<string, unknown>
  expect(user).toBe('bob')
  expect((await atConsole(gateway, 'set-up', { code, password: `${password} more` })).status).toBe(200)
  expect((await atConsole(gateway, 'sign-in', { name: 'bob', password })).status).toBe(401)
  expect(runProgram(['admin', 'reset-password', 'nobody'], folder)).toMatchObject({ status: 1, stdout: '' })
  await gateway.end()
})

test('init --admin-password-file makes the account that owns the gateway', async () => {
  rmSync(join(folder, 'anywire.yaml'))
  writeFileSync(join(folder, 'weak'), 'password1234\n')
  expect(runProgram(['init', '--yes', '--admin-password-file', 'weak'], folder)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^init failed: This password is among those that are tried first/) as string,
  })
  expect(readdirSync(folder)).toEqual(['weak'])
  writeFileSync(join(folder, 'password'), `${password}\n`)
  const made = runProgram(['init', '--yes', '--admin-password-file', 'password', '--admin-name', 'ops'], folder)
  expect([made.status, made.stderr]).toEqual([0, "The console's account is ops.\nNext: anywire start\n"])
  const gateway = await Program.startIn(folder)
  const signedIn = await atConsole(gateway, 'sign-in', { name: 'ops', password })
  await gateway.end()
  expect(await signedIn.json()).toMatchObject({ state: 'signed_in', user: { name: 'ops', role: 'owner' } })
})

test('a first account of a database in memory is made at the start of its gateway', () => {
  writeFileSync(join(folder, 'anywire.yaml'), 'database: memory\nproviders: []\n')
  const { status, stderr } = runProgram(['admin', 'invite'], folder)
  expect([status, stderr]).toEqual([
    1,
    "admin invite failed: a database in memory is the gateway's alone; the start of the gateway shows the link\n",
  ])
})
