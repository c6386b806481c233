import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, programPath, runProgram } from '../program.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-init-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
// An address that nobody answers at: something is found, so that the built-in model is not loaded.
const found = { OPENAI_API_KEY: 'sk-provider-canary', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }

test('init --yes writes what start serves with, without a secret in the files that are shared', async () => {
  const made = runProgram(['init', '--yes'], folder, found)
  expect([made.status, made.stdout, made.stderr]).toEqual([
    0,
    'anywire.yaml\n.env.example\nanywire.schema.json\n.env\n',
    'Next: anywire start\n',
  ])
  expect(read('anywire.yaml')).toMatch(/^# yaml-language-server: \$schema=\.\/anywire\.schema\.json\n/)
  expect(read('anywire.yaml')).toContain('api_key: "${OPENAI_API_KEY}"')
  expect(read('.env.example')).toContain('OPENAI_API_KEY=\n')
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).map(read).join('')).not.toContain('canary')
  expect(runProgram(['check'], folder, found).status).toBe(0)
  const gateway = await Program.startIn(folder, { environment: found })
  const token = runProgram(['token', 'create', 'ci'], folder, found).stdout.trim()
  const { status } = await fetch(`${gateway.address}/v1/models`, { headers: { authorization: `Bearer ${token}` } })
  await gateway.end()
  expect(status).toBe(200)
})

test('a file that exists is not overwritten without --force, and secrets stay as they are', () => {
  runProgram(['init', '--yes'], folder)
  const secrets = read('.env')
  writeFileSync(join(folder, 'anywire.yaml'), 'mine')
  const { status, stdout, stderr } = runProgram(['init', '--yes'], folder)
  expect([status, stdout, read('anywire.yaml')]).toEqual([1, '', 'mine'])
  expect(stderr).toMatch(/^init failed: .*anywire\.yaml exists already; overwrite it with --force\n$/)
  expect(JSON.parse(runProgram(['init', '--yes', '--force', '--json', '--quiet'], folder).stdout)).toMatchObject({ next: 'anywire start' })
  expect([read('.env'), read('anywire.yaml').startsWith('#')]).toEqual([secrets, true])
})

test.each([
  [
    'openai, anthropic\n9000\nmemory\nhttps://gateway.example/\n',
    0,
    /port: 9000\n {2}public_url: "https:\/\/gateway\.example"[^]*database: "memory"[^]*name: openai[^]*name: anthropic/,
  ],
  ['none\n\npostgres://user:canary@host/name\n', 0, /database: "\$\{DATABASE_URL\}"/],
  ['gemni\n', 2, undefined],
  ['none\n70000\n', 2, undefined],
])('answers %j', (input, code, yaml) => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' }
  const { status, stderr } = spawnSync(process.execPath, [programPath, 'init'], { cwd: folder, env, input, encoding: 'utf8' })
  expect([status, stderr]).toEqual([code, expect.stringContaining(code === 0 ? 'Next: anywire start' : '; ')])
  if (yaml !== undefined) expect(read('anywire.yaml')).toMatch(yaml)
  else expect(readdirSync(folder)).toEqual([])
  expect(
    readdirSync(folder)
      .filter((name) => name !== '.env')
      .map(read)
      .join(''),
  ).not.toContain('canary')
})

test('config show says where each value is from', () => {
  runProgram(['init', '--yes'], folder)
  const { stdout } = runProgram(['config', 'show'], folder)
  expect(stdout).toMatch(/^server\.port +8787 +anywire\.yaml:7:9$/m)
  expect(stdout).toMatch(/^admin\.key +\*{8} +anywire\.yaml:\d+:\d+, ANYWIRE_ADMIN_KEY$/m)
  expect(JSON.parse(runProgram(['config', 'show', '--json'], folder).stdout)).toMatchObject({ file: join(folder, 'anywire.yaml') })
})
