// Every nasty provider and client at once against the built program, with healthy clients beside them.
import { Probe } from '../probe.js'
import { Program } from '../program.js'
import { question } from '../e2e/client-styles.js'
import { kinds, token } from '../e2e/gateway.js'
import { sleep, until } from '../e2e/waiting.js'
import { drawFrom } from '../fuzz/client-draws.js'
import { ask } from './ask.js'
import { GoodProvider } from './good-provider.js'
import { HealthyClients } from './healthy-clients.js'
import { tokens } from './hostile-clients.js'
import { HostileSide } from './hostile.js'

const healthyAtOnce = 8
const MiB = 1024 * 1024
/** The most that a burst of hostile requests may take for a moment. */
const mostGrownMiB = 320
const mostPerMinute = 60
const affordable = 50
const hostileSlots = 40
const expectedSlots = `${hostileSlots} × 200, 1 × 429`

export interface Check {
  readonly text: string
  readonly holds: boolean
  /** The first few things that are wrong. */
  readonly found: readonly string[]
}

export interface ChaosOptions {
  readonly seed: number
  readonly seconds: number
  /** The most that the p99 of health checks may be above that of a gateway without work. */
  readonly mostDelayMs: number
  /** Gets a line now and then. */
  readonly tell: (line: string) => void
}

/** Runs it for this long. The same seed gives each client the same draws; what meets what depends on the time. */
export async function runChaos(options: ChaosOptions): Promise<readonly Check[]> {
  const started: { stop(): unknown }[] = []
  const stopping = <Side extends { stop(): unknown }>(side: Side): Side => {
    started.push(side)
    return side
  }
  try {
    const good = stopping(await new GoodProvider().start())
    const hostile = stopping(await HostileSide.start(options.seed, options.seconds))
    const settings = configuration(good.upstream.address, hostile.address)
    const gateway = stopping(await Program.start(settings))
    // A twin that nobody visits: what holds up both is the machine.
    const twin = stopping(await Program.start(settings))
    return await observe({ good, hostile, gateway, twin }, options)
  } finally {
    await Promise.all(started.map((side) => side.stop()))
  }
}

interface Sides {
  readonly good: GoodProvider
  readonly hostile: HostileSide
  readonly gateway: Program
  readonly twin: Program
}

async function observe(
  { good, hostile, gateway, twin }: Sides,
  { seed, seconds, mostDelayMs, tell }: ChaosOptions,
): Promise<readonly Check[]> {
  const healthy = new HealthyClients(gateway.address)
  await healthy.learn()
  const descriptors = gateway.descriptors()
  const memory = gateway.memory()
  const probe = await Probe.start(gateway.address)
  const control = await Probe.start(twin.address)
  const startedAt = performance.now()
  const goesOn = (): boolean => gateway.alive && performance.now() - startedAt < seconds * 1000
  let highest = memory
  const watch = setInterval(() => {
    if (gateway.alive) highest = Math.max(highest, gateway.memory())
  }, 100)
  const report = setInterval(() => {
    tell(
      `${Math.round((performance.now() - startedAt) / 1000)} s: ${healthy.count} healthy replies, ${healthy.faults.length} faults, ` +
        `${Math.round(gateway.memory() / MiB)} MiB, ${gateway.descriptors()} descriptors`,
    )
  }, 30_000)
  const [hostileReport] = await Promise.all([
    hostile.visit(gateway.address),
    ...Array.from({ length: healthyAtOnce }, (_, number) => healthy.work(drawFrom(seed + number), goesOn)),
  ]).finally(() => {
    clearInterval(watch)
    clearInterval(report)
  })
  const minutes = (performance.now() - startedAt) / 60_000
  const probed = await probe.stop()
  const { p99: ownP99 } = await control.stop()
  await good.upstream.closeIdleConnections()
  const closed = await soon(() => gateway.descriptors() <= descriptors + 10)
  const left = gateway.descriptors()
  const slots = await freeSlots(gateway.address, good)
  gateway.signal('SIGTERM')
  await Promise.race([gateway.exited, sleep(10_000)])
  const lines = gateway.logLines()
  const unexpected = lines.filter(({ level, stack }) => level === 'error' || stack !== undefined).map((line) => JSON.stringify(line))
  const draining = lines.find(({ message }) => message === 'draining')
  const grown = Math.round((highest - memory) / MiB)
  const sorted = healthy.times.toSorted((a, b) => a - b)
  tell(`healthy replies: ${healthy.count}, p99 ${sorted[Math.floor(sorted.length * 0.99)]?.toFixed(0)} ms`)
  tell(
    `statuses of hostile clients: ${Object.entries(hostileReport.statuses)
      .map(([name, count]) => `${name} × ${count}`)
      .sort()
      .join(', ')}`,
  )
  return [
    check(`${healthy.count} replies to healthy clients are exact`, healthy.count > 0, healthy.faults),
    check('hostile clients see what the promises say', true, hostileReport.faults),
    check('the log has no unexpected failure', true, unexpected),
    check(
      `/healthz answered ${probed.count} times, p99 ${probed.p99} ms (a gateway without work: ${ownP99}; ${mostDelayMs} more at most), worst ${probed.worst} ms`,
      probed.failed === 0 && probed.p99 - ownP99 <= mostDelayMs,
    ),
    check(`memory grows by ${grown} MiB at most (${mostGrownMiB})`, grown <= mostGrownMiB),
    check(`descriptors at the end: ${left}, at the beginning: ${descriptors} (10 more at most)`, closed),
    check(`all ${hostileSlots} slots of the hostile token are free, one more is refused: ${slots}`, slots === expectedSlots),
    check(`no request is left: ${JSON.stringify(draining)}`, draining?.['in_flight'] === 0),
    check(
      `the token of ${mostPerMinute} requests a minute reached the provider ${good.count('minute')} times in ${minutes.toFixed(2)} minutes`,
      good.count('minute') <= mostPerMinute * (1 + minutes) + 1,
    ),
    check(
      `the budget for ${affordable} requests paid for ${good.count('poor')}`,
      good.count('poor') === affordable || good.count('poor') === 0,
    ),
  ]
}

function check(text: string, holds: boolean, faults: readonly string[] = []): Check {
  return { text, holds: holds && faults.length === 0, found: faults.slice(0, 5).map((fault) => fault.slice(0, 2000)) }
}

async function soon(holds: () => boolean): Promise<boolean> {
  return until('it holds', holds, 8000).then(
    () => true,
    () => false,
  )
}

/** Takes all slots of the hostile token and one more, and says how they were answered. */
async function freeSlots(address: string, good: GoodProvider): Promise<string> {
  const { path, headers, body } = question('chat-completions', 'held', false)
  const asked = { path, headers: { ...headers, authorization: `Bearer ${tokens.nasty}` }, body }
  const take = async (): Promise<number> => (await ask(address, asked, AbortSignal.timeout(30_000))).status
  const all = Array.from({ length: hostileSlots }, take)
  await soon(() => good.held.length === hostileSlots)
  const oneMore = await take()
  for (const reply of good.held) reply()
  const statuses = [...(await Promise.all(all)), oneMore]
  return [200, 429].map((status) => `${statuses.filter((given) => given === status).length} × ${status}`).join(', ')
}

const basePath = (kind: string): string => `/${kind}${kind === 'openai' || kind === 'responses' ? '/v1' : ''}`

function configuration(good: string, bad: string): object {
  const provider = (name: string, address: string, kind: string): object => ({
    name,
    kind: kind === 'responses' ? 'openai' : kind,
    base_url: address + basePath(kind),
    api_key: 'up-key',
    ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    // The machine may be busy; only the hostile provider has to be quick.
    ...(address === good
      ? { timeouts: { connect_ms: 30_000, first_byte_ms: 30_000, reply_ms: 30_000, stream_idle_ms: 30_000, stream_total_ms: 60_000 } }
      : {}),
  })
  const own = (name: string): object => ({ name: `m-${name}`, targets: [{ provider: 'openai', model: name }] })
  return {
    database: 'memory',
    admin: { key: 'adm-case' },
    tokens: [
      { name: 'healthy', key: token, max_concurrent: 100 },
      // The fuzz draws of clients use the healthy token too; what they do to its limits may not hurt.
      { name: 'nasty', key: tokens.nasty, max_concurrent: hostileSlots },
      { name: 'few', key: tokens.few, max_concurrent: 3 },
      { name: 'minute', key: tokens.minute, requests_per_minute: mostPerMinute, max_concurrent: 100 },
      { name: 'poor', key: tokens.poor, budget_usd: String(affordable * 7), max_concurrent: 100 },
    ],
    providers: kinds.flatMap((kind) => [provider(kind, good, kind), provider(`bad-${kind}`, bad, kind)]),
    models: [
      ...kinds.flatMap((kind) => [
        { name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }] },
        { name: `m-bad-${kind}`, targets: [{ provider: `bad-${kind}`, model: 'up-model' }] },
        { name: `m-mixed-${kind}`, targets: [`bad-${kind}`, kind].map((name) => ({ provider: name, model: 'up-model' })) },
      ]),
      ...['minute', 'held', 'endless'].map(own),
      // Each reply costs 7 dollars, which is also the most that it can cost.
      { ...own('poor'), max_output_tokens: 7, price: { input_per_million_usd: '0', output_per_million_usd: '1000000' } },
    ],
    limits: { upstream_body_bytes: 4_000_000, sse_frame_bytes: 1_000_000 },
    timeouts: {
      header_ms: 10_000,
      body_idle_ms: 10_000,
      first_byte_ms: 3000,
      reply_ms: 8000,
      stream_idle_ms: 3000,
      content_idle_ms: 5000,
      stream_total_ms: 15_000,
      client_stall_ms: 1500,
      drain_delay_ms: 1,
      drain_ms: 5000,
    },
    retries: { attempts: 2, max_wait_ms: 1000 },
  }
}
