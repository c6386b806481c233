import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream } from './gateway.js'
import { answerWell, goodReply } from './two-providers.js'
import { until } from './waiting.js'

let folder: string
let first: FakeUpstream
let second: FakeUpstream
let gateway: Program
let admin: AdminClient

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-reload-'))
  first = await new FakeUpstream().start()
  second = await new FakeUpstream().start()
  first.reply = second.reply = answerWell
  write()
  gateway = await Program.startIn(folder)
  admin = new AdminClient(gateway.address)
})
afterEach(async () => {
  await gateway.stop()
  await first.stop()
  await second.stop()
  rmSync(folder, { recursive: true })
})

function write(changes: object = {}): void {
  const configuration = {
    database: 'memory',
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'stays', key: 'sk-stays' },
      { name: 'goes', key: 'sk-goes' },
    ],
    providers: [
      { name: 'first', kind: 'openai', base_url: `${first.address}/v1`, api_key: 'up-key-first' },
      { name: 'second', kind: 'openai', base_url: `${second.address}/v1`, api_key: 'up-key-second' },
    ],
    models: [{ name: 'm', targets: [{ provider: 'first', model: 'a' }] }],
    ...changes,
  }
  writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration, undefined, 2))
}

const ask = (key: string, more: object = {}): Promise<Response> =>
  fetch(`${gateway.address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...more }),
  })

const wasRead = (times: number) => () =>
  gateway.logLines().filter(({ message }) => String(message).startsWith('the configuration was')).length >= times

const stateOf = async () => (await admin.get('/api/admin/status'))['configuration']

test('SIGHUP: tokens, providers and models of the file count at once; streams that run go on', async () => {
  let finish: () => void = () => undefined
  first.reply = (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const chunk = (delta: object, reason: string | null) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'a', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`
    response.write(chunk({ role: 'assistant', content: 'one' }, null))
    finish = () => response.end(`${chunk({ content: ' two' }, 'stop')}data: [DONE]\n\n`)
  }
  const running = await ask('sk-goes', { stream: true })
  expect(running.status).toBe(200)
  write({
    tokens: [
      { name: 'stays', key: 'sk-stays', models: ['m'] },
      { name: 'comes', key: 'sk-comes' },
    ],
    models: [{ name: 'm', targets: [{ provider: 'second', model: 'b' }] }],
  })
  gateway.signal('SIGHUP')
  await until('the file was read again', wasRead(1))
  const [stays, goes, comes] = await Promise.all(['sk-stays', 'sk-goes', 'sk-comes'].map((key) => ask(key)))
  expect([stays?.status, goes?.status, comes?.status]).toEqual([200, 401, 200])
  expect(await stays?.json()).toMatchObject({ choices: goodReply.choices })
  expect([first.calls.length, second.calls.length]).toEqual([1, 2])
  finish()
  expect(await running.text()).toMatch(/ two[\s\S]*\[DONE\]/)
  expect(gateway.logLines().find(({ message }) => message === 'the configuration was read again')).toMatchObject({
    tokens: { added: ['comes'], changed: ['stays'], removed: ['goes'] },
    providers: { added: [], changed: [], removed: [] },
    models: { added: [], changed: ['m'], removed: [] },
  })
})

test('a changed file is read without a signal; one with a fault changes nothing, and the log and the admin API say why', async () => {
  write({ models: [{ name: 'm', targets: [{ provider: 'third', model: 'a' }] }] })
  await until('the fault was found', wasRead(1))
  expect(await stateOf()).toMatchObject({
    error: expect.stringMatching(/^anywire\.yaml:\d+:\d+: models\[0\]\.targets\[0\]\.provider: /) as string,
  })
  expect((await ask('sk-goes')).status).toBe(200)
  write({ tokens: [{ name: 'stays', key: 'sk-stays' }], limits: { in_flight: 7, header_bytes: 9000 }, server: { workers: 2 } })
  await until('the file was read again', async () => (await ask('sk-goes')).status === 401)
  expect(await stateOf()).toEqual({
    file: join(folder, 'anywire.yaml'),
    loaded_at: expect.any(String) as string,
    at_next_start: ['server.workers', 'limits.header_bytes'],
  })
})

test('a token of the file goes before an issued one of the same name, which works again without it', async () => {
  const { body } = await admin.send('POST', '/api/admin/tokens', { name: 'late' })
  const issued = String(body['key'])
  expect((await ask(issued)).status).toBe(200)
  write({ tokens: [{ name: 'late', key: 'sk-late' }] })
  gateway.signal('SIGHUP')
  await until('the file was read again', async () => (await ask('sk-late')).status === 200)
  expect((await ask(issued)).status).toBe(401)
  expect((await admin.send('DELETE', '/api/admin/tokens/late')).status).toBe(409)
  write()
  gateway.signal('SIGHUP')
  await until('the file was read again', async () => (await ask('sk-late')).status === 401)
  expect((await ask(issued)).status).toBe(200)
})
