// What becomes of `server.workers` that break, hang or are killed, and what the admin API says of them.
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { until } from './waiting.js'

let folder: string
let upstream: FakeUpstream
let gateway: Program | undefined
/** Ends the streams that wait. */
let finish: (() => void)[] = []
beforeAll(async () => {
  upstream = await new FakeUpstream().start()
  let calls = 0
  upstream.reply = ({ body, request }, response) => {
    if (body.includes('"broken"')) response.writeHead(500).end()
    else if (body.includes('"waits"')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('one'))
      finish.push(() => {
        response.end(`${chunk(' two', 'stop')}data: [DONE]\n\n`)
      })
    } else if (request.url?.includes(':generateContent') === true) {
      const call = () => ({ functionCall: { id: `c${calls++}`, name: 'f', args: {} }, thoughtSignature: 'c2ln' })
      const parts = Array.from({ length: 6000 }, call)
      const candidates = [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }]
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ candidates }))
    } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodReply))
  }
})
beforeEach(() => {
  finish = []
  folder = mkdtempSync(join(tmpdir(), 'anywire-workers-'))
})
afterEach(async () => {
  await gateway?.stop()
  gateway = undefined
  rmSync(folder, { recursive: true })
})
afterAll(() => upstream.stop())

async function start(environment: Readonly<Record<string, string>> = {}): Promise<Program> {
  const provider = 'up'
  const configuration = {
    server: { workers: 2 },
    database: 'memory',
    admin: { key: 'adm-case' },
    tokens: [{ name: 'test', key: token }],
    providers: [
      { name: provider, kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'up-key' },
      { name: 'gemini', kind: 'gemini', base_url: upstream.address, api_key: 'up-key' },
    ],
    models: [
      {
        name: 'm',
        targets: [
          { provider, model: 'broken' },
          { provider, model: 'x' },
        ],
      },
      { name: 'waits', targets: [{ provider, model: 'waits' }] },
      { name: 'proving', targets: [{ provider: 'gemini', model: 'g' }] },
    ],
    breaker: { open_ms: 60_000 },
  }
  writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration))
  gateway = await Program.startIn(folder, { environment: { TMPDIR: folder, ...environment } })
  return gateway
}

/** On a connection of its own. */
async function statusOf(address: string, path: string, body?: object): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, connection: 'close' }
  const reply = await fetch(address + path, body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) })
  await reply.text()
  return reply.status
}

const ask = (address: string, model = 'm'): Promise<number> =>
  statusOf(address, '/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] })

interface WorkersNow {
  readonly replaced: number
  readonly processes: readonly { readonly process: number; readonly serves: boolean; readonly in_flight: number }[]
}

/** `/api/admin/status` says it of the workers. */
async function stateOf({ address }: Program): Promise<WorkersNow> {
  const { workers } = await new AdminClient(address).get('/api/admin/status')
  return workers as WorkersNow
}

async function replacedAll(program: Program, killed: readonly number[]): Promise<void> {
  await until('they are replaced', () => program.workers().length === 2 && !program.workers().some((id) => killed.includes(id)), 60_000)
  await until(
    'the new ones serve',
    async () => (await stateOf(program).catch(() => undefined))?.processes.every(({ serves }) => serves) === true,
    60_000,
  )
}

test('workers that end before they serve end the start', async () => {
  const ending = 'if(process.env.ANYWIRE_WORKER_ENTRANCE!==undefined)process.exit(3)'
  const started = start({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ending)}` })
  await expect(started).rejects.toThrow(/the program ended with 1: .*worker processes end before they serve: exit code 3/s)
  expect(readdirSync(folder)).toEqual(['anywire.yaml'])
}, 30_000)

test('the status shows the workers; a new one goes on from what the gateway knows', async () => {
  const program = await start()
  const before = program.workers()
  expect(await stateOf(program)).toEqual({
    wanted: 2,
    replaced: 0,
    processes: before.map((process) => ({ process, serves: true, in_flight: 0, started_at: expect.any(String) })),
  })
  const brokenCalls = (): number => upstream.calls.filter(({ body }) => body.includes('"broken"')).length
  for (let count = 0; count < 20; count++) expect(await ask(program.address)).toBe(200)
  const calls = brokenCalls()
  expect(calls).toBeGreaterThan(0)
  for (const id of before) process.kill(id, 'SIGKILL')
  await replacedAll(program, before)
  expect((await stateOf(program)).replaced).toBe(2)
  for (let count = 0; count < 20; count++) expect(await ask(program.address)).toBe(200)
  expect(brokenCalls()).toBe(calls)
}, 120_000)

// Worker processes have it in their environment, too.
const providerKey = 'up-key-canary-0123456789'
const crashing = `process.on('SIGUSR2', () => setImmediate(() => { throw new TypeError('no: ' + process.env.PROVIDER_KEY) }))`

test.each([
  ['a failure that nothing catches', 'SIGUSR2', 'exit code 1'],
  ['an abort', 'SIGABRT', 'SIGABRT'],
  ['a segmentation fault', 'SIGSEGV', 'SIGSEGV'],
] as const)(
  '%s in a worker costs only its own requests',
  async (_, signal, reason) => {
    const program = await start({
      PROVIDER_KEY: providerKey,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crashing)}`,
    })
    const streams = Array.from({ length: 12 }, async () => {
      const reply = await fetch(`${program.address}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, connection: 'close' },
        body: JSON.stringify({ model: 'waits', stream: true, messages: [{ role: 'user', content: 'hi' }] }),
      })
      return reply.text().catch(() => 'cut')
    })
    let processes: WorkersNow['processes'] = []
    const known = async (): Promise<boolean> => {
      processes = (await stateOf(program)).processes
      return processes.reduce((sum, { in_flight: running }) => sum + running, 0) === 12
    }
    await until('they run, and the gateway knows where', async () => finish.length === 12 && (await known()), 20_000)
    const [victim] = processes.filter(({ in_flight: running }) => running > 0)
    if (victim === undefined) throw new Error('no worker runs any')
    process.kill(victim.process, signal)
    const errors = () => program.logLines().filter(({ level, message }) => level === 'error' && String(message).includes('process'))
    const replaced = {
      message: 'a worker process has ended and is replaced',
      process: victim.process,
      reason,
      interrupted: victim.in_flight,
    }
    await until('the gateway says so', () => errors().some(({ message }) => message === replaced.message), 20_000)
    for (let count = 0; count < 10; count++) expect(await ask(program.address)).toBe(200)
    for (const end of finish) end()
    const texts = await Promise.all(streams)
    expect(texts.filter((text) => text === 'cut')).toHaveLength(victim.in_flight)
    expect(texts.filter((text) => text.includes('[DONE]'))).toHaveLength(12 - victim.in_flight)
    await replacedAll(program, [victim.process])
    const own = { message: 'the process ends: a failure was not caught', process: victim.process, error: 'TypeError' }
    expect(errors()).toMatchObject(signal === 'SIGUSR2' ? [own, replaced] : [replaced])
    expect(program.output()).not.toContain(providerKey)
  },
  120_000,
)

test('a new worker is told more proofs than one may leave unread, and serves', async () => {
  const program = await start()
  for (let count = 0; count < 2; count++) expect(await ask(program.address, 'proving')).toBe(200)
  const before = program.workers()
  for (const id of before) process.kill(id, 'SIGKILL')
  await replacedAll(program, before)
  for (let count = 0; count < 4; count++) expect(await ask(program.address)).toBe(200)
  expect(program.output()).not.toContain('it did not read')
}, 120_000)

test('a worker that hangs holds nobody up but its own clients, and is replaced', async () => {
  const program = await start()
  const [stuck = 0] = program.workers()
  process.kill(stuck, 'SIGSTOP')
  let answered = 0
  const asked = Array.from({ length: 6 }, async () => {
    const status = await statusOf(program.address, '/readyz').catch(() => 0)
    answered++
    return status
  })
  // It may have been given one connection.
  await until('the others are answered', () => answered >= 5, 5000)
  const startedAt = performance.now()
  await stateOf(program)
  expect(performance.now() - startedAt).toBeLessThan(5000)
  await replacedAll(program, [stuck])
  expect((await Promise.all(asked)).filter((status) => status === 200).length).toBeGreaterThanOrEqual(5)
  expect(program.output()).toContain('it did not answer for 30 s')
}, 150_000)

test('the folder that a killed gateway leaves is removed at the next start', async () => {
  const folders = (): string[] => readdirSync(folder).filter((name) => name.startsWith('anywire-entrance-'))
  await (await start()).stop()
  const [left = ''] = folders()
  expect(folders()).toEqual([left])
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(folder, left), longAgo, longAgo)
  const second = await start()
  expect(folders()).toHaveLength(1)
  expect(folders()).not.toEqual([left])
  await second.end()
  expect(folders()).toEqual([])
}, 120_000)
