import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { goodReply } from './two-providers.js'
import { until } from './waiting.js'

let folder: string
let upstream: FakeUpstream
let program: Program
let admin: AdminClient
const agent = new Agent({ keepAlive: true, maxSockets: 20 })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-trouble-'))
  mkdirSync(join(folder, 'data'))
  upstream = await new FakeUpstream().start()
  upstream.reply = (_call, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(goodReply))
})
afterEach(async () => {
  await program.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  writeFileSync(
    join(folder, 'anywire.yaml'),
    JSON.stringify({
      database: 'file:./data/anywire.db',
      secret_key: 's'.repeat(32),
      admin: { key: 'adm-case' },
      tokens: [{ name: 'test', key: token, max_concurrent: 1000 }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k' }],
      models: [{ name: 'm', targets: [{ provider: 'openai', model: 'x' }] }],
    }),
  )
  program = await Program.startIn(folder, { environment: { ANYWIRE_CONFIG: join(folder, 'anywire.yaml') } })
  admin = new AdminClient(program.address)
}

/** The status, and the header `retry-after`. */
function send(path: string, key = token, body?: object): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const sent = request(program.address + path, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume().once('end', () => {
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
      })
    })
    sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body))
  })
}

const ask = (key?: string) => send('/v1/chat/completions', key, { model: 'm', messages: [{ role: 'user', content: 'Hi' }] })

async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const found = new Set<number>()
  let left = count
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (left-- > 0) found.add((await ask()).status)
    }),
  )
  return [...found].sort()
}

const says = (message: string): boolean => program.logLines().some((line) => String(line['message']).startsWith(message))

/** A second process would hold it in the same way. */
function hold(): () => void {
  const other = new DatabaseSync(join(folder, 'data', 'anywire.db'))
  other.exec('pragma busy_timeout = 5000; begin exclusive')
  return () => {
    other.exec('rollback')
    other.close()
  }
}

test('a file that another process holds: known tokens are served, others are refused, nothing waits, records come later', async () => {
  await start()
  const release = hold()
  expect(await statuses(200, ask)).toEqual([200])
  expect((await ask('sk-wrong')).status).toBe(401)
  // The thread of the database waits for the lock meanwhile.
  await until(
    'it is said',
    async () => {
      const askedAt = performance.now()
      expect((await send('/healthz')).status).toBe(200)
      expect(performance.now() - askedAt).toBeLessThan(500)
      return says('records of requests cannot be stored now')
    },
    5000,
  )
  expect((await send('/readyz')).status).toBe(200)
  release()
  await until('all records are stored', async () => (await admin.records()).length === 200, 5000)
  await until('it is said', () => says('records of requests are stored again'))
})

test('when ten thousand records wait, further requests are refused until the database is back', async () => {
  await start()
  const release = hold()
  expect(await statuses(10_000, () => send('/v1/models'))).toEqual([200])
  expect(await send('/v1/models')).toEqual({ status: 503, retryAfter: '5' })
  expect([(await send('/v1/models', 'sk-wrong')).status, (await send('/readyz')).status]).toEqual([401, 503])
  release()
  await until('requests are served again', async () => (await send('/v1/models')).status === 200)
  expect((await send('/readyz')).status).toBe(200)
}, 60_000)

const mountable = process.getuid?.() === 0 && tryMount()
if (!mountable) console.warn('no file system can be mounted here: the full disk is not tested')

function tryMount(): boolean {
  const place = mkdtempSync(join(tmpdir(), 'anywire-mount-'))
  const mounted = mount(place)
  if (mounted) spawnSync('umount', [place])
  rmSync(place, { recursive: true, force: true })
  return mounted
}

function mount(place: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', place]).status === 0
}

if (mountable)
  test('a full disk: known tokens are served, and the records are stored when there is room', async () => {
    const data = join(folder, 'data')
    mount(data)
    try {
      await start()
      expect((await ask()).status).toBe(200)
      await until('the record is stored', async () => (await admin.records()).length === 1)
      const { bavail, bsize } = statfsSync(data)
      writeFileSync(join(data, 'filler'), Buffer.alloc(bavail * bsize))
      expect(await statuses(300, ask)).toEqual([200])
      expect((await ask('sk-wrong')).status).toBe(401)
      await until('it is said', () => says('records of requests cannot be stored now'))
      rmSync(join(data, 'filler'))
      await until('all records are stored', async () => (await admin.records()).length === 301)
      await program.stop()
      const database = new DatabaseSync(join(data, 'anywire.db'))
      expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
      database.close()
    } finally {
      await program.stop()
      spawnSync('umount', [data])
    }
  })
