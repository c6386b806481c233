import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program, runProgram } from '../program.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'anywire-start-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

describe('the command line', () => {
  test.each([
    ['--version', 0, /^0\.\d+\.\d+\n$/, /^$/],
    ['--help', 0, /Usage\n/, /^$/],
    ['schema', 0, /"title": "anywire.yaml"/, /^$/],
    ['strat', 2, /^$/, /^There is no command "strat"; did you mean start\?\n$/],
    ['--wrong', 2, /^$/, /^Unknown option '--wrong'.*\n$/],
  ])('%s', (word, code, output, error) => {
    const result = runProgram([word], directory)
    expect(result.status).toBe(code)
    expect(result.stdout).toMatch(output)
    expect(result.stderr).toMatch(error)
  })

  test.each([['start'], ['--check-config']])('a bad configuration ends %s with 78, one line and no secret', (word) => {
    writeFileSync(join(directory, 'bad.yaml'), 'database: memory\ntokens: [ { name: a, key: "sk canary" } ]\n')
    const { status, stdout, stderr } = runProgram([word], directory, { ANYWIRE_CONFIG: 'bad.yaml' })
    expect([status, stdout]).toEqual([78, ''])
    expect(stderr).toMatch(/^bad\.yaml:2:27: tokens\[0\]\.key: expected a key without white space in it\n$/)
    expect(stderr).not.toContain('canary')
  })

  test('a good one is said to be good, and nothing is made', () => {
    writeFileSync(join(directory, 'anywire.yaml'), `secret_key: ${'s'.repeat(32)}\n`)
    const { status, stdout } = runProgram(['--check-config'], directory)
    expect([status, stdout]).toEqual([0, `${join(directory, 'anywire.yaml')} is good.\n`])
    expect(readdirSync(directory)).toEqual(['anywire.yaml'])
  })

  test('a port that is taken is said in one line', async () => {
    writeFileSync(join(directory, 'anywire.yaml'), 'database: memory\nproviders: []\n')
    const first = await Program.startIn(directory)
    const { status, stderr } = runProgram(['start'], directory, { ANYWIRE_PORT: new URL(first.address).port })
    await first.end()
    expect(status).toBe(1)
    expect(stderr).toMatch(/^anywire cannot start: .*EADDRINUSE.*; stop what listens there, or name another port with --port\n$/)
  })
})

describe('the first start without a configuration', () => {
  // An address that nobody answers at: something is found, so that the built-in model is not loaded.
  const found = { OPENAI_API_KEY: 'sk-provider-canary', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }

  test('prints a token once that works at once and after a restart, and keeps its hash alone', async () => {
    const first = await Program.startIn(directory, { environment: found })
    const token = /ANYWIRE_TOKEN=(sk-aw-\w{49})$/m.exec(first.output())?.[1] ?? ''
    expect(first.output()).toMatch(new RegExp(`OpenAI +${first.address}/v1 `))
    const list = (address: string) => fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${token}` } })
    expect((await list(first.address)).status).toBe(200)
    expect((await fetch(`${first.address}/v1/models`)).status).toBe(401)
    expect(await first.end()).toBe(0)

    const second = await Program.startIn(directory, { environment: found })
    expect(second.output()).toContain('the one that the first start showed')
    expect(second.output()).not.toContain(token)
    expect((await list(second.address)).status).toBe(200)
    expect(await second.end()).toBe(0)

    const data = join(directory, 'anywire-data')
    for (const name of readdirSync(data)) {
      expect([name, statSync(join(data, name)).mode & 0o777]).toEqual([name, 0o600])
      expect(readFileSync(join(data, name)).includes(token.slice(12))).toBe(false)
    }
    expect(first.output() + second.output()).not.toContain('canary')
  })
})

test('with ANYWIRE_CONFIG every line of the output is a JSON object', async () => {
  writeFileSync(join(directory, 'c.yaml'), 'database: memory\ntokens: [ { name: a, key: sk-case } ]\nproviders: []\n')
  const program = await Program.startIn(directory, { environment: { ANYWIRE_CONFIG: 'c.yaml' } })
  await program.end()
  const lines = program.output().trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line).message)).toContain('listening')
})
