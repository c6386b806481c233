// What a process leaves behind that ends by a fault of its own, or is examined: no secret, and no text of a client.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../program.js'
import { FakeUpstream, token } from './gateway.js'
import { until } from './waiting.js'

const providerKey = 'up-key-canary-0123456789'
const prompt = 'a prompt of a client'

let upstream: FakeUpstream
let gateway: Program | undefined
beforeEach(async () => {
  upstream = await new FakeUpstream().start()
})
afterEach(async () => {
  await gateway?.stop()
  await upstream.stop()
})

/** The built program with these options of Node. */
function startWith(options: string, workers = 1): Promise<Program> {
  return Program.start(
    {
      server: { workers },
      database: 'memory',
      tokens: [{ name: 'test', key: token }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: '${PROVIDER_KEY}' }],
      models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    },
    {
      environment: {
        PROVIDER_KEY: providerKey,
        CLIENT_TOKEN: token,
        CLIENT_PROMPT: prompt,
        NODE_OPTIONS: options,
      },
    },
  )
}

/** The built program, which does this at SIGUSR2. */
const doing = (work: string): Promise<Program> =>
  startWith(`--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${work} })`)}`)

// From the environment: the frames of the stack name this text as their file.
const failure = `(({ CLIENT_TOKEN: token, PROVIDER_KEY: key, CLIENT_PROMPT: prompt }) =>
  Object.assign(new TypeError('no: Bearer ' + token + key + prompt), { headers: { authorization: token }, cause: new Error(key) }))(process.env)`

test.each([
  ['an error that nothing catches', `setImmediate(() => { throw ${failure} })`],
  ['a promise that nothing awaits', `void Promise.reject(${failure})`],
])('%s ends the process with a line that has neither secrets nor texts', async (_, work) => {
  gateway = await doing(work)
  gateway.signal('SIGUSR2')
  expect(await gateway.exited).toBe(1)
  const lines = gateway.logLines().filter(({ level }) => level === 'error')
  expect(lines).toMatchObject([
    { error: 'TypeError', process: expect.any(Number), stack: expect.arrayContaining([expect.stringMatching(/^at /)]) },
  ])
  for (const secret of [token, providerKey, prompt]) expect([secret, gateway.output().includes(secret)]).toEqual([secret, false])
})

test.each([
  ['of the only process, with the threads of the database and of the token counter,', 1, 2],
  ['of a worker, with the thread of the token counter,', 2, 1],
])('a diagnostic report of Node %s has no secret', async (_, workers, threads) => {
  const folder = mkdtempSync(join(tmpdir(), 'anywire-report-'))
  try {
    const program = await startWith(`--report-on-signal --report-directory=${folder}`, workers)
    gateway = program
    // Long enough for the thread that counts.
    const count = await fetch(`${program.address}/v1/messages/count_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ model: 'm-openai', messages: [{ role: 'user', content: `${prompt} `.repeat(200) }] }),
    })
    expect(count.status).toBe(200)
    if (workers === 1) program.signal('SIGUSR2')
    else for (const id of program.workers()) process.kill(id, 'SIGUSR2')
    const written = (): number => program.output().split('Node.js report completed').length - 1
    await until('the reports are written', () => written() === workers, 20_000)
    const reports = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const threadsSeen = reports.map((report) => (JSON.parse(report) as { workers: readonly unknown[] }).workers.length)
    expect(Math.max(...threadsSeen)).toBe(threads)
    for (const secret of [token, providerKey, prompt])
      expect([secret, reports.some((report) => report.includes(secret))]).toEqual([secret, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
