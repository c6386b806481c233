import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatMoney, parseMoney } from '../../src/accounting/money.js'
import { Program } from '../program.js'
import { AdminClient } from './admin.js'
import { FakeUpstream, token } from './gateway.js'
import { chunk, goodReply } from './two-providers.js'
import { sleep } from './waiting.js'

interface Settings {
  /** As in the configuration. */
  readonly database: string
  readonly workers: number
  /** How many ask at the same time, without a pause. */
  readonly clients: number
  /** Free, so that each start finds it so; 0: any. */
  readonly port: number
}

/** One round: load, then the kill. */
interface Round {
  /** Ids of replies that were there more than a second before it. */
  readonly seen: readonly string[]
  /** Ids of streams that were open. */
  readonly open: readonly string[]
}

/** A gateway that is killed under load again and again, and starts again each time. */
export class KilledGateway {
  readonly folder = mkdtempSync(join(tmpdir(), 'anywire-kill-'))
  /** Milliseconds until it serves, of each start. */
  readonly starts: number[] = []
  readonly #upstream = new FakeUpstream()
  readonly #seen: string[] = []
  readonly #open: string[] = []
  readonly #keys: string[] = []
  #program: Program | undefined

  constructor(private readonly settings: Settings) {}

  async prepare(): Promise<void> {
    await this.#upstream.start()
    this.#upstream.reply = (call, response) => {
      if (call.body.includes('"stream":true')) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('12345678'))
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ ...goodReply, usage: { prompt_tokens: 3, completion_tokens: 7, total_tokens: 10 } }))
    }
    const price = { input_per_million_usd: '0.7', output_per_million_usd: '1.000000000000000003' }
    const configuration = {
      server: { workers: this.settings.workers },
      database: this.settings.database,
      secret_key: 's'.repeat(32),
      admin: { key: 'adm-case' },
      tokens: [{ name: 'test', key: token, max_concurrent: 1000, budget_usd: '100' }],
      providers: [{ name: 'openai', kind: 'openai', base_url: `${this.#upstream.address}/v1`, api_key: 'k' }],
      models: [{ name: 'm', targets: [{ provider: 'openai', model: 'x' }], price }],
    }
    writeFileSync(join(this.folder, 'anywire.yaml'), JSON.stringify(configuration))
  }

  async stop(): Promise<void> {
    await this.#program?.stop()
    await this.#upstream.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * One start, and that many milliseconds of load until the kill. `whole`: of its workers, too; they end with it otherwise.
   */
  async round(milliseconds: number, whole = false): Promise<void> {
    const { running, admin } = await this.#start()
    await this.#expectNothingHeld(admin)
    for (const [index, key] of this.#keys.slice(-2).entries()) {
      const isNewest = index === this.#keys.slice(-2).length - 1
      expect((await this.#ask(running.address, {}, key)).status).toBe(isNewest ? 200 : 401)
    }
    await this.#changeTokens(admin)
    const { seen, open } = await this.#killUnderLoad(running, milliseconds, whole)
    this.#seen.push(...seen)
    this.#open.push(...open)
  }

  /** No record is lost or doubled, what ran is interrupted, and the sums are those of the records. */
  async expectWholeBooks(): Promise<void> {
    const { admin } = await this.#start()
    const records = await this.#records(admin)
    const byId = new Map(records.map((record) => [record['request_id'], record]))
    expect(this.#seen.length).toBeGreaterThan(20)
    expect(this.#seen.filter((id) => !byId.has(id))).toEqual([])
    expect(byId.size).toBe(records.length)
    for (const id of this.#open)
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
  }

  async #start(): Promise<{ running: Program; admin: AdminClient }> {
    const startedAt = performance.now()
    const environment = {
      ANYWIRE_CONFIG: join(this.folder, 'anywire.yaml'),
      ANYWIRE_PORT: String(this.settings.port),
      // What it leaves there is removed with the folder.
      TMPDIR: this.folder,
    }
    const running = await Program.startIn(this.folder, { environment })
    this.starts.push(performance.now() - startedAt)
    this.#program = running
    return { running, admin: new AdminClient(running.address) }
  }

  async #expectNothingHeld(admin: AdminClient): Promise<void> {
    expect(await admin.get('/api/admin/tokens/test')).toMatchObject({ reserved_usd: '0', in_flight: 0 })
  }

  #ask(address: string, body: object, key = token): Promise<Response> {
    return fetch(`${address}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ model: 'm', max_tokens: 9, messages: [{ role: 'user', content: '12345678' }], ...body }),
    })
  }

  /** Makes a token, and revokes the one before. */
  async #changeTokens(admin: AdminClient): Promise<void> {
    const round = this.#keys.length
    const { status, body } = await admin.send('POST', '/api/admin/tokens', { name: `round-${round}` })
    expect(status).toBe(200)
    if (round > 0) expect((await admin.send('DELETE', `/api/admin/tokens/round-${round - 1}`)).status).toBe(200)
    this.#keys.push(String(body['key']))
  }

  async #killUnderLoad(running: Program, milliseconds: number, whole: boolean): Promise<Round> {
    const { address } = running
    const streams = await Promise.all(Array.from({ length: 3 }, () => this.#ask(address, { stream: true })))
    const load = { on: true }
    const ended: { id: string; at: number }[] = []
    const clients = Array.from({ length: this.settings.clients }, async () => {
      while (load.on) {
        const reply = await this.#ask(address, {})
        await reply.text()
        ended.push({ id: reply.headers.get('x-request-id') ?? '', at: performance.now() })
      }
    })
    await sleep(milliseconds)
    const workers = running.workers()
    expect(workers).toHaveLength(this.settings.workers > 1 ? this.settings.workers : 0)
    if (whole) for (const worker of workers) process.kill(worker, 'SIGKILL')
    running.signal('SIGKILL')
    const killedAt = performance.now()
    await running.ended
    load.on = false
    await Promise.allSettled([...clients, ...streams.map((stream) => stream.text())])
    expect(ended.length).toBeGreaterThan(0)
    return {
      seen: ended.flatMap(({ id, at }) => (at < killedAt - 1000 ? [id] : [])),
      open: streams.map((stream) => stream.headers.get('x-request-id') ?? ''),
    }
  }

  async #records(admin: AdminClient): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const records: Readonly<Record<string, unknown>>[] = []
    for (let next: string | null = ''; next !== null;) {
      const page = await admin.get(`/api/admin/requests?token=test&limit=5000${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`)
      records.push(...(page['data'] as Record<string, unknown>[]))
      next = page['next'] as string | null
    }
    return records
  }
}
