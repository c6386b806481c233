import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, type Program } from '../program.js'
import { AdminClient } from './admin.js'
import { builtGateway } from './built-gateway.js'
import { FakeUpstream, token } from './gateway.js'
import { runCommand, type CommandResult } from './run-command.js'
import { answerWell } from './two-providers.js'

let upstream: FakeUpstream
let gateway: Program
let folder: string

beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  upstream.reply = answerWell
  gateway = await builtGateway(upstream.address, { admin: { key: 'adm-case' } })
  folder = mkdtempSync(join(tmpdir(), 'anywire-commands-'))
})
afterAll(async () => {
  await gateway.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true })
})

function anywire(...words: readonly string[]): Promise<CommandResult> {
  return runCommand([...words, '--url', gateway.address], { folder, environment: { ANYWIRE_ADMIN_KEY: 'adm-case' } })
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return name
}

const ask = (model: string): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  })

const keysSent = (): unknown[] => upstream.calls.map(({ request }) => request.headers.authorization)

test('a provider and a model are made, used at once, changed and deleted', async () => {
  const admin = new AdminClient(gateway.address)
  const created = await anywire(
    ...['provider', 'create', 'own', '--kind', 'openai', '--base-url', `${upstream.address}/v1`],
    ...['--key-file', write('first.key', 'key-one-1234\n'), '--settings', write('own.yaml', 'headers: { x-team: research }\n')],
  )
  expect(created).toEqual({ code: 0, output: '', errors: 'own is created.\n' })
  const provider = await admin.get('/api/admin/providers/own')
  expect(provider).toMatchObject({ managed_by: 'api', api_key: '…1234', headers: { 'x-team': '…' } })
  const made = await anywire('model', 'create', 'team/fast', '--targets', 'own/org/model', '--aliases', 'f1, f2', '--input-price', '2.5')
  expect(made).toEqual({ code: 0, output: '', errors: 'team/fast is created.\n' })
  expect([(await ask('team/fast')).status, (await ask('f2')).status, keysSent()]).toEqual([
    200,
    200,
    ['Bearer key-one-1234', 'Bearer key-one-1234'],
  ])

  const changed = await anywire('model', 'change', 'team/fast', '--output-price', '10usd', '--json')
  expect(JSON.parse(changed.output)).toMatchObject({
    targets: [{ provider: 'own', model: 'org/model' }],
    aliases: ['f1', 'f2'],
    price: { input_per_million_usd: '2.5', output_per_million_usd: '10' },
  })
  expect((await anywire('provider', 'change', 'own', '--key-file', write('second.key', 'key-two-5678'))).code).toBe(0)
  await ask('team/fast')
  expect(keysSent().at(-1)).toBe('Bearer key-two-5678')

  expect(await anywire('provider', 'delete', 'own')).toMatchObject({ code: 1, errors: expect.stringContaining('team/fast') as string })
  expect(JSON.parse((await anywire('model', 'delete', 'team/fast', '--json')).output)).toEqual({ name: 'team/fast', deleted: true })
  expect(await anywire('provider', 'delete', 'own')).toEqual({ code: 0, output: '', errors: 'own is deleted.\n' })
  expect((await ask('team/fast')).status).toBe(404)
})

test.each<[string, readonly string[], number, RegExp]>([
  ['a kind that there is not', ['provider', 'create', 'x', '--kind', 'nothing'], 1, /^provider create failed: .*kind/],
  ['a provider of the file', ['provider', 'change', 'openai', '--base-url', 'http://127.0.0.1:1'], 1, /configuration file/],
  ['a change of nothing', ['provider', 'change', 'openai'], 1, /^provider change failed: /],
  ['a kind that would change', ['provider', 'change', 'openai', '--kind', 'gemini'], 2, /--kind/],
  ['a key file that is not there', ['provider', 'create', 'x', '--kind', 'openai', '--key-file', 'none'], 1, /none cannot be read/],
  ['settings that are no object', ['model', 'create', 'x', '--settings', 'list.yaml'], 1, /list\.yaml has no object/],
  ['settings that are no YAML', ['model', 'create', 'x', '--settings', 'broken.yaml'], 1, /broken\.yaml has no YAML/],
  ['a target without a model', ['model', 'create', 'x', '--targets', 'openai'], 2, /PROVIDER\/MODEL/],
  ['a provider that there is not', ['model', 'create', 'x', '--targets', 'nobody/x'], 1, /nobody/],
  ['a price that is none', ['model', 'create', 'x', '--targets', 'openai/x', '--input-price', 'much'], 1, /input_per_million_usd/],
  ['no name', ['model', 'delete'], 2, /NAME/],
])('%s is refused in one line', async (_, words, code, text) => {
  write('list.yaml', '- 1\n')
  write('broken.yaml', '{ a: [\n')
  const result = await anywire(...words)
  expect([result.code, result.output, result.errors.split('\n').length]).toEqual([code, '', 2])
  expect(result.errors).toMatch(text)
})

test('where no gateway runs they are made in its database, and the key comes from standard input', () => {
  write('anywire.yaml', `server: { port: 0 }\ndatabase: file:own.db\nsecret_key: ${'s'.repeat(32)}\n`)
  const words = ['provider', 'create', 'own', '--kind', 'openai', '--base-url', 'http://127.0.0.1:9/v1', '--key-file', '-']
  expect(runProgram(words, folder, {}, 'key-one-1234\n')).toMatchObject({ status: 0, stderr: 'own is created.\n' })
  expect(runProgram(['model', 'create', 'fast', '--targets', 'own/x'], folder).status).toBe(0)
  expect(runProgram(['provider', 'list', '--csv'], folder).stdout).toContain('\nown,openai,api,http://127.0.0.1:9/v1,…1234,fast,')
  expect(runProgram(['model', 'list', '--csv'], folder).stdout).toContain('\nfast,api,,own/x\n')
})
