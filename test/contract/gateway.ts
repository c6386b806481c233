import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The token that the configuration gives to the tests. */
export const token = 'sk-contract'

/** The built gateway in a process of its own, in front of the given upstreams; a model `m-<kind>` for each. */
export class Gateway {
  private constructor(
    readonly address: string,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(upstream: string): Promise<Gateway> {
    const program = process.env['ANYWIRE_PROGRAM'] ?? fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    if (!existsSync(program)) throw new Error(`${program} is missing: build the gateway first (make build)`)
    const folder = mkdtempSync(join(tmpdir(), 'anywire-contract-'))
    const port = await freePort()
    writeFileSync(join(folder, 'anywire.yaml'), JSON.stringify(configuration(upstream)))
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ANYWIRE_CONFIG: join(folder, 'anywire.yaml'), ANYWIRE_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)))
    const gateway = new Gateway(`http://127.0.0.1:${port}`, child, folder)
    for (let attempt = 0; attempt < 150; attempt += 1) {
      if (child.exitCode !== null) throw new Error(`the gateway ended at its start:\n${log}`)
      const healthy = await fetch(`${gateway.address}/healthz`).then(
        (reply) => reply.ok,
        () => false,
      )
      if (healthy) return gateway
      await pause(100)
    }
    await gateway.stop()
    throw new Error(`the gateway did not get ready:\n${log}`)
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = new Promise((resolve) => this.child.once('exit', resolve))
      this.child.kill('SIGTERM')
      await Promise.race([ended, pause(5000, undefined, { ref: false }).then(() => this.child.kill('SIGKILL'))])
    }
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function configuration(upstream: string): unknown {
  const provider = (name: string, kind: string, path: string, more = {}) => ({
    name,
    kind,
    base_url: upstream + path,
    api_key: 'up-key',
    ...more,
  })
  const providers = [
    provider('openai', 'openai', '/openai/v1'),
    provider('responses', 'openai', '/responses/v1', { chat_api: 'responses' }),
    provider('anthropic', 'anthropic', '/anthropic'),
    provider('gemini', 'gemini', '/gemini'),
    provider('cohere', 'cohere', '/cohere'),
  ]
  return {
    database: 'memory',
    tokens: [{ name: 'contract', key: token }],
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
