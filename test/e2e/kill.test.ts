import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Program } from '../program.js'
import { formatMoney, parseMoney } from '../../src/accounting/money.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { sleep } from './waiting.js'

let folder: string
let upstream: FakeUpstream
let program: Program | undefined

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'anywire-kill-'))
  upstream = await new FakeUpstream().start()
  upstream.reply = (call, response) => {
    if (call.body.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('12345678'))
    else
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ ...goodReply, usage: { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 } }))
  }
  writeFileSync(
    join(folder, 'anywire.yaml'),
    JSON.stringify({
      database: 'file:./data/anywire.db',
      secret_key: 's'.repeat(32),
      admin: { key: 'adm-case' },
      tokens: [{ name: 'test', key: token, max_concurrent: 1000, budget_usd: '100' }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${upstream.address}/v1`, api_key: 'k' }],
      models: [
        {
          name: 'm',
          targets: [{ provider: 'openai', model: 'x' }],
          price: { input_per_million_usd: '0.7', output_per_million_usd: '1.000000000000000003' },
        },
      ],
    }),
  )
})
afterEach(async () => {
  await program?.stop()
  await upstream.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Milliseconds until it serves, of each start. */
const starts: number[] = []

async function start(): Promise<{ running: Program; admin: AdminClient }> {
  const startedAt = performance.now()
  const running = await Program.startIn(folder, { environment: { ANYWIRE_CONFIG: join(folder, 'anywire.yaml') } })
  starts.push(performance.now() - startedAt)
  program = running
  return { running, admin: new AdminClient(running.address) }
}

function ask(address: string, body: object, key = token): Promise<Response> {
  return fetch(`${address}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: '12345678' }], ...body }),
  })
}

const rounds = 20

/** After how many milliseconds of load a round ends: no two alike, from 600 to 1,550. */
const killAfter = (round: number): number => 600 + ((round * 7) % rounds) * 50

/** One round: load, then the kill. */
interface Round {
  /** Ids of replies that were there more than a second before it. */
  readonly seen: readonly string[]
  /** Ids of streams that were open. */
  readonly open: readonly string[]
}

async function killUnderLoad(running: Program, milliseconds: number): Promise<Round> {
  const streams = await Promise.all(Array.from({ length: 3 }, () => ask(running.address, { stream: true })))
  const load = { on: true }
  const ended: { id: string; at: number }[] = []
  const clients = Array.from({ length: 8 }, async () => {
    while (load.on) {
      const reply = await ask(running.address, {})
      await reply.text()
      ended.push({ id: reply.headers.get('x-request-id') ?? '', at: performance.now() })
    }
  })
  await sleep(milliseconds)
  running.signal('SIGKILL')
  const killedAt = performance.now()
  await running.exited
  load.on = false
  await Promise.allSettled([...clients, ...streams.map((stream) => stream.text())])
  expect(ended.length).toBeGreaterThan(0)
  return {
    seen: ended.flatMap(({ id, at }) => (at < killedAt - 1000 ? [id] : [])),
    open: streams.map((stream) => stream.headers.get('x-request-id') ?? ''),
  }
}

function expectSound(): void {
  const database = new DatabaseSync(join(folder, 'data', 'anywire.db'))
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
}

/** Makes a token, and revokes the one before. */
async function changeTokens(admin: AdminClient, round: number): Promise<string> {
  const { status, body } = await admin.send('POST', '/api/admin/tokens', { name: `round-${round}` })
  expect(status).toBe(200)
  if (round > 0) expect((await admin.send('DELETE', `/api/admin/tokens/round-${round - 1}`)).status).toBe(200)
  return String(body['key'])
}

test('kill -9 under load, twenty times: no record older than a second is lost or doubled, nothing stays reserved, tokens stay as they were', async () => {
  const seen: string[] = []
  const open: string[] = []
  const keys: string[] = []
  for (let round = 0; round < rounds; round++) {
    const { running, admin } = await start()
    expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ reserved_usd: '0', in_flight: 0 })
    for (const [index, key] of keys.slice(-2).entries()) {
      const isNewest = index === keys.slice(-2).length - 1
      expect((await ask(running.address, {}, key)).status).toBe(isNewest ? 200 : 401)
    }
    keys.push(await changeTokens(admin, round))
    const ended = await killUnderLoad(running, killAfter(round))
    seen.push(...ended.seen)
    open.push(...ended.open)
    expectSound()
  }
  const { admin } = await start()
  const records: Readonly<Record<string, unknown>>[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await admin.get(`/api/admin/requests?token=test&limit=5000${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`)
    records.push(...(page['data'] as Record<string, unknown>[]))
    next = page['next'] as string | null
  }
  const byId = new Map(records.map((record) => [record['request_id'], record]))
  expect(seen.length).toBeGreaterThan(50)
  expect(seen.filter((id) => !byId.has(id))).toEqual([])
  expect(byId.size).toBe(records.length)
  for (const id of open)
    expect(byId.get(id)).toMatchObject({
      outcome: 'interrupted',
      usage_source: 'estimated',
      input_tokens: 2,
      output_tokens: 2,
      provider: 'openai',
    })
  const sum = records.reduce((total, record) => total + parseMoney(String(record['cost_usd'])), 0n)
  expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ spent_usd: formatMoney(sum), reserved_usd: '0', in_flight: 0 })
  const { data } = await admin.get('/api/admin/usage?token=test')
  expect(data).toMatchObject([{ requests: records.length, cost_usd: formatMoney(sum) }])
  // Promised are 3 seconds; a busy machine may be late once.
  expect(starts.sort((one, other) => one - other).at(-2)).toBeLessThan(3000)
}, 240_000)
