import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const token = 'sk-mocked'

const mostFaults = 5

/** The built gateway in a process of its own, in front of the mock, which speaks every style; a model `m-<kind>` for each. */
export class MockedGateway {
  /** How often it answered with which status, as its log tells. */
  readonly answers = new Map<number, number>()

  /** What it says of its own failures. */
  readonly faults: string[] = []

  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(mock: string): Promise<MockedGateway> {
    const program = process.env['ANYWIRE_PROGRAM'] ?? fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    if (!existsSync(program)) throw new Error(`${program} is missing: build the gateway first (make build)`)
    const folder = mkdtempSync(join(tmpdir(), 'anywire-mocked-'))
    const port = await freePort()
    const file = join(folder, 'anywire.yaml')
    writeFileSync(file, JSON.stringify(configuration(mock)))
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ANYWIRE_CONFIG: file, ANYWIRE_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gateway = new MockedGateway(`http://127.0.0.1:${port}`, child, folder)
    createInterface(child.stdout).on('line', (line) => {
      gateway.#count(line)
    })
    for (let attempt = 0; attempt < 150 && gateway.alive; attempt += 1) {
      const healthy = await fetch(`${gateway.address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (healthy) return gateway
      await pause(100)
    }
    await gateway.stop()
    throw new Error('the gateway did not get ready')
  }

  #count(line: string): void {
    const status = Number(/"status":(\d+)/.exec(line)?.[1] ?? 0)
    if (line.includes('"level":"error"') && this.faults.length < mostFaults) this.faults.push(line)
    if (status > 0) this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }

  get alive(): boolean {
    return this.child.exitCode === null
  }

  async stop(): Promise<void> {
    if (this.alive) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve))
      this.child.kill('SIGTERM')
      await Promise.race([ended, pause(5000, undefined, { ref: false }).then(() => this.child.kill('SIGKILL'))])
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function configuration(mock: string): unknown {
  const providers = [
    { name: 'openai', kind: 'openai', base_url: `${mock}/v1` },
    { name: 'responses', kind: 'openai', base_url: `${mock}/v1`, chat_api: 'responses' },
    { name: 'anthropic', kind: 'anthropic', base_url: mock },
    { name: 'gemini', kind: 'gemini', base_url: mock },
  ].map((provider) => ({ ...provider, api_key: 'any' }))
  return {
    database: 'memory',
    tokens: [{ name: 'mocked', key: token }],
    providers,
    models: providers.map(({ name }) => ({ name: `m-${name}`, targets: [{ provider: name, model: 'up-model' }] })),
    retries: { attempts: 1 },
    breaker: { consecutive_failures: 1000000, open_ms: 1, open_max_ms: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 1000 },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
