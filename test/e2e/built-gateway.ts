import { readdirSync, readFileSync } from 'node:fs'
import { Program } from '../program.js'
import { token } from './gateway.js'

/** The built program as a process of its own, in front of one OpenAI-style provider with the model `m-openai`. */
export interface BuiltGateway {
  readonly address: string
  /** All it wrote so far. */
  output(): string
  /** One object a log line. */
  logLines(): readonly Readonly<Record<string, unknown>>[]
  signal(name: NodeJS.Signals): void
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
  const configuration = {
    database: 'memory',
    tokens: [{ name: 'test', key: token }],
    providers: [{ name: 'openai', kind: 'openai', base_url: `${providerAddress}/v1`, api_key: 'up-key' }],
    models: [{ name: 'm-openai', targets: [{ provider: 'openai', model: 'x' }] }],
    retries: { attempts: 1 },
    ...settings,
  }
  const program = await Program.start(configuration, { nodeArguments })
  return {
    address: program.address,
    exited: program.exited,
    output: () => program.output,
    logLines: () =>
      program.output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    signal: (name) => {
      program.signal(name)
    },
    memory: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8'))?.[1] ?? NaN) * 1024,
    descriptors: () => readdirSync(`/proc/${program.pid}/fd`).length,
    stop: () => program.stop(),
  }
}
