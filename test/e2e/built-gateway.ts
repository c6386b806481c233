import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { token } from './gateway.js'

const mainPath = process.env['ANYWIRE_TEST_MAIN'] ?? fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/** The built program as a process of its own, in front of one OpenAI-style provider with the model `m-openai`. */
export interface BuiltGateway {
  readonly address: string
  /** All it wrote so far. */
  output(): string
  /** One object a log line. */
  logLines(): readonly Readonly<Record<string, unknown>>[]
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL' | 'SIGUSR2'): void
  /** The exit code. */
  readonly exited: Promise<number | null>
  /** Resident memory in bytes. */
  memory(): number
  /** Open descriptors. */
  descriptors(): number
  stop(): Promise<void>
}

/** `nodeArguments` go before the program's name. */
export async function builtGateway(
  providerAddress: string,
  settings: Readonly<Record<string, unknown>> = {},
  nodeArguments: readonly string[] = [],
): Promise<BuiltGateway> {
  if (!existsSync(mainPath)) throw new Error('dist/main.js is missing: run `make build`')
  const folder = mkdtempSync(join(tmpdir(), 'anywire-built-'))
  const file = join(folder, 'anywire.yaml')
  const configuration = {
    database: 'memory',
    tokens: [{ name: 'test', key: token }],
    providers: [{ name: 'openai', kind: 'openai', base_url: `${providerAddress}/v1`, api_key: 'up-key' }],
    models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    retries: { attempts: 1 },
    ...settings,
  }
  writeFileSync(file, JSON.stringify(configuration))
  const child = spawn(process.execPath, [...nodeArguments, mainPath], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ANYWIRE_CONFIG: file, ANYWIRE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      rmSync(folder, { recursive: true, force: true })
      resolve(code)
    })
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const address = await new Promise<string>((resolve, reject) => {
    void exited.then((code) => {
      reject(new Error(`the program ended with ${code}: ${output}`))
    })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /"address":"(http:[^"]+)"/.exec(output)
      if (found?.[1] !== undefined) resolve(found[1])
    })
  })
  return {
    address,
    exited,
    output: () => output,
    logLines: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (name) => child.kill(name),
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024,
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
