// 50 streams at a time through every pair of styles, 5 % left by the client, 5 % cut by the provider, for 30 minutes
// (SOAK_MINUTES); beside them whole replies, refusals, requests with faults, and WebSockets. A frame of a stream comes every SOAK_FRAME_MS
// (20), and SOAK_WORKERS (1) processes answer. Prints a line each minute; the last line counts what is promised: `N passed, N failed`.
import { kinds, token } from '../e2e/gateway.js'
import { sleep } from '../e2e/waiting.js'
import { Program } from '../program.js'
import { Minute, type Visit } from './minute.js'
import { startProvider } from './provider.js'
import { report } from './report.js'
import { plain, stream, talk } from './visits.js'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30)
const workers = Number(process.env['SOAK_WORKERS'] ?? 1)
const frameMs = Number(process.env['SOAK_FRAME_MS'] ?? 20)
const streams = 50
const plainClients = 2
const talks = 4
/** Between two requests of a client that does not stream. */
const plainPauseMs = 200
const MiB = 1024 * 1024

async function main(): Promise<number> {
  const upstream = await startProvider(frameMs)
  const gateway = await Program.start(configuration(upstream.address))
  let current = new Minute()
  let on = true
  const client = (visit: (address: string, number: number) => Promise<Visit>, pauseMs: number): (() => Promise<void>) => {
    let count = 0
    return async () => {
      while (on) {
        current.add(await visit(gateway.address, count++))
        if (pauseMs > 0) await sleep(pauseMs)
      }
    }
  }
  const times = (count: number, one: () => Promise<void>): Promise<void>[] => Array.from({ length: count }, one)
  const clients = [
    ...times(streams, client(stream, 0)),
    ...times(plainClients, client(plain, plainPauseMs)),
    ...times(talks, client(talk, plainPauseMs)),
  ]
  const past: Minute[] = []
  for (let number = 1; number <= minutes; number++) {
    await sleep(60_000)
    const finished = current
    current = new Minute()
    if (!gateway.alive) break
    finished.rssMiB = gateway.memory() / MiB
    finished.descriptors = gateway.descriptors()
    past.push(finished)
    console.log(`minute ${number}: ${finished.text()}`)
  }
  on = false
  const { alive } = gateway
  await Promise.all(clients)
  await gateway.stop()
  await upstream.stop()
  return report(past, alive)
}

function configuration(address: string): object {
  return {
    server: { workers },
    // In a file: what is kept in memory would grow with each request.
    database: 'file:soak.db',
    secret_key: 'a key of at least thirty-two bytes',
    tokens: [{ name: 'soak', key: token, max_concurrent: 200 }],
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: `${address}/${kind}${kind === 'openai' || kind === 'responses' ? '/v1' : ''}`,
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'x' }] })),
    retries: { attempts: 1 },
  }
}

process.exitCode = await main()
process.exit()
