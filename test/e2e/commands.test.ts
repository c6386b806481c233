import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { programPath, type Program } from '../program.js'
import { AdminClient } from './admin.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { runCommand, type CommandResult } from './run-command.js'
import { answerWell, chunk } from './two-providers.js'

let upstream: FakeUpstream
let gateway: Program

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await builtGateway(upstream.address, { admin: { key: 'adm-case' } })
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
})

/** Runs a command for the running gateway, in a folder without a configuration. */
function anywire(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  address = gateway.address,
): Promise<CommandResult> {
  return runCommand([...words, '--url', address], { environment: { ANYWIRE_ADMIN_KEY: 'adm-case', ANYWIRE_TOKEN: token, ...environment } })
}

const ask = (key: string): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: 'hi' }] }),
  })

test('a token is made, shown, given another key and revoked; its key stands alone on standard output', async () => {
  const made = await anywire(['token', 'create', 'ci', '--expires', '30d', '--models', 'm-openai', '--budget', '20usd', '--rpm', '60'])
  expect([made.code, made.output]).toEqual([0, expect.stringMatching(/^sk-aw-\S+\n$/)])
  const key = made.output.trim()
  expect((await ask(key)).status).toBe(200)
  expect(await new AdminClient(gateway.address).get('/api/admin/tokens/ci')).toMatchObject({
    budget_usd: '20',
    requests_per_minute: 60,
    models: ['m-openai'],
    expires_at: expect.stringMatching(/^20\d\d-/) as string,
  })
  const listed = await anywire(['token', 'list'])
  expect(listed.output).toMatch(/^name +user +team +spent_usd +budget_usd .*\nci .* 20 .*\ntest /m)
  const rotated = await anywire(['token', 'rotate', 'ci', '--json'])
  const other = (JSON.parse(rotated.output) as { key: string }).key
  expect([(await ask(key)).status, (await ask(other)).status]).toEqual([401, 200])
  expect(await anywire(['token', 'revoke', 'ci'])).toMatchObject({ code: 0, output: '' })
  expect((await ask(other)).status).toBe(401)
})

test('one request, and what the books have of it', async () => {
  const tried = await anywire(['try', 'm-openai', 'hello'])
  expect(tried).toMatchObject({ code: 0, errors: expect.stringMatching(/^\d+ ms/) as string })
  expect((await anywire(['models'])).output).toContain('m-openai')
  await new AdminClient(gateway.address).recordsWhen(1)
  expect((await anywire(['requests'])).output).toMatch(/^started_at .*\n[\s\S]* test +chat-completions +m-openai +openai /)
  const [header, ...rows] = (await anywire(['usage', '--since', '1d', '--by', 'token', '--csv'])).output.trimEnd().split('\n')
  expect(header).toBe('token,requests,failed,input_tokens,output_tokens,first_byte_p50_ms,first_byte_p95_ms,cost_usd')
  expect(rows.some((row) => /^test,\d+,0,\d+,\d+,\d*,\d*,\d/.test(row))).toBe(true)
})

test.each<[string, readonly string[], Readonly<Record<string, string>>, number, RegExp]>([
  ['a name that is taken', ['token', 'create', 'test'], {}, 1, /^token create failed: .*test/],
  ['a wrong key', ['token', 'list'], { ANYWIRE_ADMIN_KEY: 'wrong' }, 1, /^token list failed: /],
  ['no key', ['token', 'list'], { ANYWIRE_ADMIN_KEY: '' }, 1, /admin\.key/],
  ['an unknown model', ['try', 'm-none', 'hello'], {}, 1, /m-none/],
  ['no name', ['token', 'create'], {}, 2, /NAME/],
  ['a duration that is none', ['usage', '--since', 'soon'], {}, 2, /7d|30d/],
  ['a word that is none', ['token', 'make', 'x'], {}, 2, /create, change, list, rotate or revoke/],
])('%s is refused in one line', async (_, words, environment, code, text) => {
  const result = await anywire(words, environment)
  expect([result.code, result.output, result.errors.split('\n').length]).toEqual([code, '', 2])
  expect(result.errors).toMatch(text)
})

test.each<[string, readonly string[], RegExp]>([
  ['an option of another command', ['token', 'list', '--rpm', '3'], /^token list takes no --rpm N; see anywire token list --help$/m],
  ['an unknown option', ['models', '--jsn'], /^Unknown option '--jsn'; did you mean --json\?$/m],
  ['a verb that is nearly one', ['token', 'crate', 'x'], /not "crate"; did you mean create\?$/m],
])('%s', async (_, words, text) => {
  const result = await anywire(words)
  expect([result.code, result.output]).toEqual([2, ''])
  expect(result.errors).toMatch(text)
})

test.each(['chat-completions', 'messages', 'responses', 'generate-content'])(
  'one request in the style %s, as one document',
  async (style) => {
    const { code, output } = await anywire(['try', 'm-openai', 'hello', '--style', style, '--json'])
    expect([code, JSON.parse(output)]).toEqual([
      0,
      {
        ...{ model: 'm-openai', style, text: expect.stringMatching(/./) as string },
        ...{ duration_ms: expect.any(Number) as number, first_text_ms: expect.any(Number) as number, usage: expect.any(Object) as object },
      },
    ])
  },
)

test.each([[], ['--json']])('a stream that breaks is a failure, in one line: %j', async (...more) => {
  upstream.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('Half of'), () => response.destroy())
  }
  const { code, output, errors } = await anywire(['try', 'm-openai', 'hello', ...more])
  upstream.reply = answerWell
  expect([code, output, errors.split('\n').length]).toEqual([1, more.length === 0 ? 'Half of\n' : '', 2])
  expect(errors).toMatch(/^try failed: ./)
})

test('users and teams are made, shown, topped up and deleted', async () => {
  expect(await anywire(['team', 'create', 'research', '--budget', '5'])).toMatchObject({
    code: 0,
    output: '',
    errors: 'research is created.\n',
  })
  expect(await anywire(['team', 'top-up', 'research', '2.5', '--quiet'])).toMatchObject({ code: 0, output: '', errors: '' })
  expect((await anywire(['user', 'create', 'ada', '--team', 'research', '--monthly-budget', '50'])).code).toBe(0)
  expect((await anywire(['user', 'list'])).output).toMatch(/^name +role .*\nada +member +research .* 50\n$/)
  expect(await anywire(['user', 'disable', 'ada'])).toMatchObject({ code: 0, output: '', errors: 'ada is disabled.\n' })
  expect((await anywire(['user', 'list', '--csv'])).output).toContain('\nada,member,research,,yes,')
  expect(JSON.parse((await anywire(['user', 'enable', 'ada', '--json'])).output)).toMatchObject({ name: 'ada', disabled: false })
  expect(await anywire(['user', 'disable', 'nobody'])).toMatchObject({ code: 1, output: '' })
  expect((await anywire(['team', 'list', '--csv'])).output).toBe('name,spent_usd,budget_usd,budget_per_month_usd\nresearch,0,7.5,\n')
  expect(await anywire(['team', 'delete', 'research'])).toMatchObject({ code: 1, errors: expect.stringContaining('research') as string })
  expect(JSON.parse((await anywire(['user', 'delete', 'ada', '--json'])).output)).toMatchObject({ name: 'ada', deleted: true })
  expect((await anywire(['team', 'delete', 'research'])).code).toBe(0)
})

test('providers, models and changes of the gateway', async () => {
  expect((await anywire(['provider', 'list'])).output).toMatch(
    /^name +kind +managed_by .*\nopenai +openai +file +http:\/\/127\.0\.0\.1:\d+\/v1 +… +m-openai/,
  )
  expect((await anywire(['model', 'list', '--csv'])).output).toBe('name,managed_by,aliases,targets\nm-openai,file,,openai/x\n')
  expect(await anywire(['provider', 'test', 'nobody'])).toMatchObject({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^provider test failed: /) as string,
  })
  const tested = JSON.parse((await anywire(['provider', 'test', 'openai', '--json'])).output) as object
  expect(tested).toMatchObject({ reachable: true, duration_ms: expect.any(Number) as number })
  await anywire(['user', 'create', 'eve'])
  expect((await anywire(['audit', 'list'])).output).toMatch(/^at +actor +action .*\n\S+ +admin_key admin +create +user +eve/)
})

test('requests --follow goes on with those that come', async () => {
  const words = [programPath, 'requests', '--follow', '--json', '--url', gateway.address]
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env['PATH'], ANYWIRE_ADMIN_KEY: 'adm-case' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const seen = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (lines.length === 1) void anywire(['try', 'm-openai', 'hello', '--style', 'responses'])
      if (line.includes('"style":"responses"') && lines.length > 1) resolve()
    })
  })
  await seen
  child.kill()
  expect(new Set(lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id)).size).toBe(lines.length)
})

test('requests --follow shows a request that ends after many which began later', async () => {
  const began = (second: number): object => ({
    request_id: `req_${second}`,
    started_at: new Date(second * 1000).toISOString(),
    outcome: 'ok',
  })
  const later = Array.from({ length: 150 }, (_, index) => began(1150 - index))
  let asked = 0
  const fake = createServer((incoming, response) => {
    const limit = Number(new URL(incoming.url ?? '', 'http://gateway').searchParams.get('limit'))
    const data = (asked++ === 0 ? later : [...later, began(1)]).slice(0, limit)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data, next: null }))
  }).listen(0)
  await once(fake, 'listening')
  const words = [programPath, 'requests', '--follow', '--json', '--url', `http://127.0.0.1:${(fake.address() as AddressInfo).port}`]
  const child = spawn(process.execPath, words, {
    env: { PATH: process.env['PATH'], ANYWIRE_ADMIN_KEY: 'adm-case' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  await new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      if (line.includes('"req_1"')) resolve()
    })
  })
  child.kill()
  fake.closeAllConnections()
  fake.close()
  expect(lines).toHaveLength(101)
})

test('another gateway by its address and key, whatever the configuration in the folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-commands-'))
  writeFileSync(join(folder, 'anywire.yaml'), 'providers: [{ name: a, kind: openai, api_key: "${NOT_SET_HERE}" }]\n')
  for (const words of [['user', 'list'], ['models']]) {
    const environment = { ANYWIRE_ADMIN_KEY: 'adm-case', ANYWIRE_TOKEN: token }
    const listed = await runCommand([...words, '--url', gateway.address], { folder, environment })
    expect([words, listed.code, listed.errors]).toEqual([words, 0, ''])
  }
  rmSync(folder, { recursive: true })
})

test('no gateway there', async () => {
  const result = await anywire(['models'], {}, 'http://127.0.0.1:1')
  expect([result.code, result.errors]).toEqual([1, expect.stringMatching(/^models failed: no gateway answers at http:\/\/127\.0\.0\.1:1 /)])
})
