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

async function start(): Promise<{ running: Program; admin: AdminClient }> {
  const startedAt = performance.now()
  const running = await Program.startIn(folder, { environment: { ANYWIRE_CONFIG: join(folder, 'anywire.yaml') } })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
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

test('kill -9 under load, three times: no record older than a second is lost, what ran is interrupted, sums are exact, tokens stay', async () => {
  const seen: string[] = []
  const open: string[] = []
  const keys: string[] = []
  for (let round = 0; round < 3; round++) {
    const { running, admin } = await start()
    for (const key of keys.splice(0)) expect((await ask(running.address, {}, key)).status).toBe(200)
    const streams = await Promise.all(Array.from({ length: 5 }, () => ask(running.address, { stream: true })))
    for (const stream of streams) open.push(stream.headers.get('x-request-id') ?? '')
    keys.push(String((await admin.send('POST', '/api/admin/tokens', { name: `round-${round}` })).body['key']))
    const load = { on: true }
    const ended: { id: string; at: number }[] = []
    const clients = Array.from({ length: 8 }, async () => {
      while (load.on) {
        const reply = await ask(running.address, {})
        await reply.text()
        ended.push({ id: reply.headers.get('x-request-id') ?? '', at: performance.now() })
      }
    })
    await sleep(1500)
    running.signal('SIGKILL')
    const killedAt = performance.now()
    await running.exited
    load.on = false
    await Promise.allSettled([...clients, ...streams.map((stream) => stream.text())])
    expect(ended.length).toBeGreaterThan(100)
    for (const { id, at } of ended) if (at < killedAt - 1000) seen.push(id)
    const database = new DatabaseSync(join(folder, 'data', 'anywire.db'))
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  }
  const { admin } = await start()
  const records: Readonly<Record<string, unknown>>[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await admin.get(`/api/admin/requests?token=test&limit=5000${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`)
    records.push(...(page['data'] as Record<string, unknown>[]))
    next = page['next'] as string | null
  }
  const byId = new Map(records.map((record) => [record['request_id'], record]))
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
}, 60_000)
