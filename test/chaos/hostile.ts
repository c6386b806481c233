import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface HostileReport {
  readonly faults: readonly string[]
  /** How often each token heard each status. */
  readonly statuses: Readonly<Record<string, number>>
}

/** The process of the hostile clients and their provider. */
export class HostileSide {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly lines: Interface,
  ) {}

  static async start(seed: number, seconds: number): Promise<HostileSide> {
    const script = fileURLToPath(new URL('./hostile-side.ts', import.meta.url))
    const child = spawn(process.execPath, ['--import', 'tsx', script, String(seed), String(seconds)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface(child.stdout)
    return new HostileSide(await nextLine(lines, child), child, lines)
  }

  /** Lets the clients loose on this gateway; resolves when the process has ended. */
  async visit(gateway: string): Promise<HostileReport> {
    const report = nextLine(this.lines, this.child)
    this.child.stdin?.write(`${gateway}\n`)
    return JSON.parse(await report) as HostileReport
  }

  /** Where it has not ended by itself. */
  stop(): void {
    this.child.kill('SIGKILL')
  }
}

function nextLine(lines: Interface, child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    child.once('close', (code) => {
      reject(new Error(`the hostile side ended with ${code}`))
    })
  })
}
