import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupNames } from '../../src/contract-test/groups.js'
import { chatDialects } from '../../src/exchange/dialect-name.js'
import { FakeUpstream } from './gateway.js'
import { runCommand } from './run-command.js'

let upstream: FakeUpstream
let folder: string

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = ({ request }, response) => {
    if (request.headers.authorization !== 'Bearer up-key') response.writeHead(401).end('{}')
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"x"},{"id":"y"}]}')
  }
  folder = mkdtempSync(join(tmpdir(), 'anywire-checks-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await upstream.stop()
})

const good = { name: 'good', kind: 'openai', api_key: 'up-key' }
const refused = { name: 'refused', kind: 'openai', api_key: 'canary' }
const withoutList = { name: 'without-list', kind: 'azure-openai', api_key: 'canary' }
const away = { name: 'away', kind: 'openai', api_key: 'canary', base_url: 'http://127.0.0.1:1/v1' }

/** Runs a command with these providers, the upstream's address where they have none. */
function withProviders(words: readonly string[], providers: readonly object[], environment: Readonly<Record<string, string>> = {}) {
  const configuration = {
    server: { port: 0 },
    database: 'memory',
    providers: providers.map((provider) => ({ base_url: `${upstream.address}/v1`, ...provider })),
    models: [{ name: 'm', targets: [{ provider: 'without-list', model: 'x' }] }].filter(() => providers.includes(withoutList)),
  }
  writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration))
  return runCommand(words, { folder, environment: { NO_COLOR: '1', ...environment } })
}

test('check --live asks every provider', async () => {
  const all = await withProviders(['check', '--live', '--quiet'], [good, refused, away, withoutList])
  expect([all.code, all.errors]).toEqual([1, ''])
  expect(all.output).toMatch(/^provider +kind +reachable +key valid +models +ms +problem$/m)
  expect(all.output).toMatch(/^good +openai +yes +yes +2 +\d+$/m)
  expect(all.output).toMatch(/^refused +openai +yes +no +\d+ +the key was refused$/m)
  expect(all.output).toMatch(/^away +openai +no +\? +\d+ +no connection$/m)
  // One token of a model, where there is no list.
  expect(all.output).toMatch(/^without-list +azure-openai +yes +no +\d+ +the key was refused$/m)
  const one = await withProviders(['check', '--live', '--json'], [good])
  expect([one.code, JSON.parse(one.output)]).toEqual([
    0,
    {
      file: join(folder, 'anywire.yaml'),
      good: true,
      warnings: [],
      providers: [
        {
          name: 'good',
          kind: 'openai',
          reachable: true,
          key_valid: true,
          models: 2,
          duration_ms: expect.any(Number) as number,
          problem: null,
        },
      ],
    },
  ])
  expect(one.errors).toBe('Asking 1 provider …\n')
})

test('check without --live asks nobody', async () => {
  const before = upstream.calls.length
  expect(await withProviders(['check', '--json'], [good])).toMatchObject({
    code: 0,
    output: expect.not.stringContaining('providers') as string,
  })
  expect(upstream.calls).toHaveLength(before)
})

test('doctor', async () => {
  const well = await withProviders(['doctor'], [good])
  expect(well.output).toMatch(/^ok +node +\d+/)
  expect(well.output).toMatch(/^warn +database +in memory: .*\n {6}Fix: set database: file:PATH$/m)
  expect(well.output).toMatch(/^ok +provider good +2 models, \d+ ms$/m)
  expect(well.output).toMatch(/^ok +clock +as that of good$/m)
  expect([well.code, well.errors]).toEqual([0, ''])
  const ill = await withProviders(['doctor', '--json'], [refused], { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: 'nowhere' })
  const { good: isGood, findings } = JSON.parse(ill.output) as {
    good: boolean
    findings: readonly { state: string; about: string; fix?: string }[]
  }
  expect([ill.code, isGood]).toEqual([1, false])
  for (const [about, state] of [
    ['provider refused', 'fail'],
    ['certificates', 'fail'],
    ['proxy', 'warn'],
  ] as const)
    expect(findings).toContainEqual(expect.objectContaining({ about, state, fix: expect.stringMatching(/./) as string }))
  expect(well.output + ill.output).not.toContain('canary')
})

test('doctor says what keeps the gateway from its port or its database', async () => {
  const own = mkdtempSync(join(tmpdir(), 'anywire-ill-'))
  const { port } = new URL(upstream.address)
  writeFileSync(join(own, 'garbage.db'), 'this is no database, and long enough to be read as one'.repeat(100), { mode: 0o600 })
  const ill = async (database: string) => {
    const configuration = { server: { port: Number(port) }, database, secret_key: 's'.repeat(32), providers: [] }
    writeFileSync(join(own, 'anywire.yaml'), JSON.stringify(configuration), { mode: 0o600 })
    const { code, output } = await runCommand(['doctor'], { folder: own, environment: { NO_COLOR: '1' } })
    expect(code).toBe(1)
    return output
  }
  const output = await ill('file:garbage.db')
  expect(output).toMatch(
    /^fail +port +127\.0\.0\.1:\d+ cannot be taken \(EADDRINUSE\)\n {6}Fix: stop what listens there, or set server\.port$/m,
  )
  expect(output).toMatch(/^fail +database +\S+garbage\.db cannot be used \(.*not a database.*\)\n {6}Fix: /m)
  expect(await ill('postgres://ada:canary@127.0.0.1:1/x')).toMatch(/^fail +database +PostgreSQL cannot be used \(ECONNREFUSED\)$/m)
  const will = await ill('file:data/new.db')
  expect(will).toMatch(/^ok +database +\S+data\/new\.db will be created$/m)
  expect([existsSync(join(own, 'data')), will.includes('canary')]).toEqual([false, false])
  rmSync(own, { recursive: true })
})

test('doctor warns of files with secrets that others can read', async () => {
  const own = mkdtempSync(join(tmpdir(), "anywire's secrets-"))
  const finding = async (configuration: string) => {
    writeFileSync(join(own, 'anywire.yaml'), `${configuration}\nserver: { port: 0 }\nproviders: []\n`)
    chmodSync(join(own, 'anywire.yaml'), 0o644)
    const { output } = await runCommand(['doctor', '--json'], { folder: own, environment: { NAME: 'k'.repeat(32) } })
    const { findings } = JSON.parse(output) as { findings: readonly { about: string; state: string; fix?: string }[] }
    const { state, fix } = findings.find(({ about }) => about === 'secrets') ?? {}
    return [state, fix?.replaceAll(`${own.replace("'", String.raw`'\''`)}/`, '')]
  }
  const inFile = `database: file:a.db\nsecret_key: ${'s'.repeat(32)}`
  const inVariable = 'database: file:a.db\nsecret_key: "${NAME}"'
  expect(await finding(inVariable)).toEqual(['ok', undefined])
  expect(await finding(inFile)).toEqual(['warn', "chmod 600 'anywire.yaml'"])
  for (const name of ['.env', 'a.db']) writeFileSync(join(own, name), '', { mode: 0o640 })
  expect(await finding(inVariable)).toEqual(['warn', "chmod 600 '.env' 'a.db'"])
  for (const name of ['.env', 'a.db']) chmodSync(join(own, name), 0o600)
  expect(await finding(inVariable)).toEqual(['ok', undefined])
  rmSync(own, { recursive: true })
})

test('doctor with a bad configuration says what is wrong, and what else it has seen', async () => {
  const { code, output } = await withProviders(['doctor'], [{ ...good, kind: 'opnai' }])
  expect(code).toBe(1)
  expect(output).toMatch(/^ok +memory/m)
  expect(output).toMatch(/^fail +configuration +anywire\.yaml:1:\d+: providers\[0\]\.kind: /m)
})

describe('contract-test', () => {
  const run = (url: string, ...more: readonly string[]) => runCommand(['contract-test', url, '--token', 'up-key', ...more], { folder })
  const chat = ['--style', 'chat-completions']

  test('a server that cannot be reached is told from one that fails', async () => {
    const { code, output, errors } = await run('http://127.0.0.1:1')
    expect([code, output, errors]).toEqual([2, '', expect.stringContaining('cannot be reached')])
    expect((await run(upstream.address, ...chat)).code).toBe(1)
  })

  test('writes a report for CI servers', async () => {
    const { code, output } = await run(upstream.address, ...chat, '--format', 'junit', '--output', 'report.xml')
    expect([code, output]).toEqual([1, expect.stringMatching(/^asked with the model x\n\d+ passed, \d+ failed\n$/)])
    const report = readFileSync(join(folder, 'report.xml'), 'utf8')
    expect(report).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="contract-test [^"]+" tests="\d+" failures="\d+"/)
    expect(report).toMatch(
      /<testcase classname="chat-completions" name="a reply" time="[\d.]+">\n *<failure message="at [^"]+: expected [^"]+">POST \//,
    )
    expect(report).not.toContain('up-key')
  })

  test('writes one JSON document', async () => {
    const { code, output } = await run(upstream.address, ...chat, '--json')
    expect([code, JSON.parse(output)]).toEqual([1, expect.objectContaining({ model: 'x', absent: [] })])
  })

  test.each([
    ['--format', 'html'],
    ['--json', '--format', 'junit'],
    ['--style', 'chats'],
  ])('%s %s is wrong usage', async (...more) => {
    expect((await run(upstream.address, ...more)).code).toBe(2)
  })
})

test.each(['curl', 'python', 'node'])('snippet in %s, for the address of the configuration', async (language) => {
  writeFileSync(join(folder, 'public.yaml'), 'server: { public_url: "https://gateway.example/ai" }\ndatabase: memory\n')
  const words = ['snippet', 'fast', "it's", '--style', 'messages', '--lang', language, '--stream', '--config', 'public.yaml']
  const { code, output } = await runCommand(words, { folder })
  expect(code).toBe(0)
  expect(output).toContain('https://gateway.example/ai')
  expect(output).toContain('ANYWIRE_TOKEN')
  expect(JSON.parse((await runCommand([...words, '--json'], { folder })).output)).toEqual({ style: 'messages', language, code: output })
})

test.each([
  ['anywire token c', 'create change'],
  ['anywire doc', 'doctor'],
  ['anywire token create --exp', '--expires'],
  ['anywire usage --si', '--since'],
  ['anywire check --li', '--live'],
])('bash completes %j with %s', async (line, word) => {
  const { output: script } = await runCommand(['completion', 'bash'])
  const words = line.split(' ')
  const text = `${script}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _anywire; echo "\${COMPREPLY[@]}"`
  expect(execFileSync('bash', ['--norc', '-c', text], { encoding: 'utf8' }).trim()).toBe(word)
})

test.each([
  ['snippet', 'fast', '--lang', 'cobol'],
  ['snippet', 'fast', '--style', 'chat'],
  ['completion', 'powershell'],
  ['contract-test', 'http://127.0.0.1:1'],
  ['reconcile', 'x.csv'],
  ['mock', '--port', 'x'],
])('%j is wrong usage', async (...words) => {
  const { code, output, errors } = await runCommand(words, { folder })
  expect([code, output, errors.split('\n').length]).toEqual([2, '', 2])
})

test('every command has its help with an example, and so has every group', async () => {
  const { output: general } = await runCommand(['--help'])
  const names = [...general.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z-]+)?)(?: \[?[A-Z]+\]?)* {2,}/gm)].map(([, name = '']) => name)
  expect(names).toEqual(expect.arrayContaining(['start', 'token create', 'doctor', 'completion']))
  const groups = new Set(names.filter((name) => name.includes(' ')).map((name) => name.split(' ')[0] ?? ''))
  for (const name of [...names, ...groups]) {
    const { code, output, errors } = await runCommand([...name.split(' '), '--help'])
    expect([name, code, errors]).toEqual([name, 0, ''])
    expect(output).toMatch(new RegExp(`^anywire ${name}[^]*\\nExample\\n  [^\\n]*anywire`))
  }
}, 60_000)

test('the help of a command names all that its --style takes', async () => {
  const named = async (command: string) => / --style STYLE +(.*)/.exec((await runCommand([command, '--help'])).output)?.[1]?.split(', ')
  expect(await named('try')).toEqual(chatDialects)
  expect(await named('contract-test')).toEqual(groupNames)
  expect(await named('mock')).toEqual(expect.arrayContaining([...chatDialects, 'media']))
  const { errors } = await runCommand(['mock', '--style', 'chats'])
  expect(await named('mock')).toEqual(/the styles are (.*)/.exec(errors)?.[1]?.split(', '))
})

describe('convert', () => {
  const convert = (body: object, ...more: readonly string[]) => {
    writeFileSync(join(folder, 'request.json'), JSON.stringify(body))
    return runCommand(['convert', 'request.json', '--from', 'messages', '--to', 'openai', ...more], { folder })
  }
  const request = { model: 'fast', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }], top_k: 5 }

  test('shows the request on standard output, and on standard error where it goes and what is lost', async () => {
    const { code, output, errors } = await convert(request)
    expect([code, JSON.parse(output)]).toEqual([
      0,
      expect.objectContaining({ model: 'fast', messages: [{ role: 'user', content: 'Hello' }] }),
    ])
    expect(errors).toContain('POST /chat/completions')
    expect(errors).toContain('/top_k dropped')
  })

  test('names what the contract refuses', async () => {
    const { code, errors } = await convert({ ...request, messages: 5 })
    expect([code, errors]).toEqual([1, expect.stringContaining('/body/messages')])
  })

  test('does not know every subject', async () => {
    expect((await convert(request, '--what', 'song')).code).toBe(2)
  })
})
