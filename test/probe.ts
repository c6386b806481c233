import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { onReferenceMachine } from './machine.js'

export interface Probed {
  /** Milliseconds, of the reference machine, of the slowest answer. An answer that is missing at the end counts with the time waited. */
  readonly worst: number
  /** Milliseconds, of the reference machine, within which 99 of 100 answers came. */
  readonly p99: number
  readonly count: number
  /** Answers other than 200, and connections that broke. */
  readonly failed: number
}

/**
 * Asks `/healthz`, or another path, every 20 ms from a process of its own, on a connection of its own: what the test does at the same time in its
 * process cannot make an answer look late.
 */
export class Probe {
  private constructor(
    private readonly child: ChildProcess,
    private readonly report: Promise<string>,
  ) {}

  static async start(address: string, path = '/healthz'): Promise<Probe> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, address + path], { stdio: ['pipe', 'pipe', 'inherit'] })
    const lines = createInterface(child.stdout)
    await new Promise((resolve) => lines.once('line', resolve))
    return new Probe(child, new Promise((resolve) => lines.once('line', resolve)))
  }

  async stop(): Promise<Probed> {
    this.child.stdin?.end()
    const probed = JSON.parse(await this.report) as Probed
    return { ...probed, worst: Math.round(onReferenceMachine(probed.worst)), p99: Math.round(onReferenceMachine(probed.p99)) }
  }
}

/** The slowest answer of `/healthz` during `work`, in milliseconds: the best of up to three runs, since the machine may be busy. */
export async function slowestAnswer(address: string, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let run = 0; run < 3 && best > 150; run++) {
    const probe = await Probe.start(address)
    await work()
    const { worst, failed } = await probe.stop()
    if (failed === 0) best = Math.min(best, worst)
  }
  return best
}

const script = `
import { Agent, get } from 'node:http'
const url = process.argv[1]
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const probed = { worst: 0, count: 0, failed: 0 }
const times = []
let askedAt
const ask = () => new Promise((resolve) => {
  askedAt = performance.now()
  get(url, { agent }, (reply) => {
    if (reply.statusCode !== 200) probed.failed++
    reply.resume().on('close', resolve)
  }).on('error', () => { probed.failed++; resolve() })
})
const look = () => {
  const time = performance.now() - askedAt
  times.push(time)
  probed.worst = Math.max(probed.worst, time)
}
process.stdin.resume().on('end', () => {
  look()
  const p99 = times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  console.log(JSON.stringify({ ...probed, worst: Math.round(probed.worst), p99: Math.round(p99) }))
  process.exit()
})
for (let turn = 0; ; turn++) {
  await ask()
  // The first one opens the connection.
  if (turn > 0) look()
  if (turn === 1) console.log('ready')
  probed.count++
  await new Promise((resolve) => setTimeout(resolve, 20))
  askedAt = performance.now()
}
`
