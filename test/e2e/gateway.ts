import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Configuration } from '../../src/config/configuration.js'
import { configurationFrom } from './configuration.js'
import type { LogOutput } from '../../src/observability/log.js'
import { startGateway, type RunningGateway, type StartOptions } from '../../src/server/start.js'
import { openStore } from '../../src/store/store.js'
import { slowness } from '../machine.js'
import { sleep } from './waiting.js'

export const token = 'sk-test'
export const kinds = ['openai', 'responses', 'anthropic', 'gemini', 'cohere'] as const
export type Kind = (typeof kinds)[number]

const basePaths: Readonly<Record<Kind, string>> = {
  openai: '/openai/v1',
  responses: '/responses/v1',
  anthropic: '/anthropic',
  gemini: '/gemini',
  cohere: '/cohere',
}
const documents = new Map(
  ['gateway', 'client'].map((name) => [
    name,
    JSON.parse(readFileSync(fileURLToPath(new URL(`../../openapi/dist/${name}.json`, import.meta.url)), 'utf8')),
  ]),
)

export interface UpstreamRequest {
  readonly request: IncomingMessage
  readonly body: Buffer
  /** Set when the gateway disconnects before the reply is complete. */
  aborted: boolean
  readonly at: number
}

/** All providers on one port, with one function that answers; keeps the requests. */
export class FakeUpstream {
  readonly calls: UpstreamRequest[] = []
  reply: (call: UpstreamRequest, response: ServerResponse) => void = (_call, response) => {
    response.writeHead(500).end()
  }
  #server: Server | undefined

  async start(): Promise<this> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('error', () => undefined)
      request.on('end', () => {
        const call: UpstreamRequest = { request, body: Buffer.concat(chunks), aborted: false, at: performance.now() }
        response.on('close', () => {
          if (!response.writableFinished) call.aborted = true
        })
        this.calls.push(call)
        this.reply(call, response)
      })
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`
  }

  /** Closes the kept connections; resolves when the other side has noticed. */
  async closeIdleConnections(): Promise<void> {
    this.#server?.closeIdleConnections()
    await sleep(20)
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections()
    await new Promise((resolve) => this.#server?.close(resolve))
  }
}

/** A gateway in this process in front of the upstream, with one model for each kind: `m-openai` … `settings` overrides the configuration. */
export async function gatewayFor(
  upstream: FakeUpstream,
  settings: Readonly<Record<string, unknown>> = {},
  logOutput: LogOutput = { write: () => true },
): Promise<RunningGateway> {
  const configuration = configurationFrom({
    server: { port: 0 },
    database: 'memory',
    tokens: [{ name: 'test', key: token }],
    providers: kinds.map((kind) => ({
      name: kind,
      kind: kind === 'responses' ? 'openai' : kind,
      base_url: upstream.address + basePaths[kind],
      api_key: 'up-key',
      ...(kind === 'responses' ? { chat_api: 'responses' } : {}),
    })),
    models: kinds.map((kind) => ({ name: `m-${kind}`, targets: [{ provider: kind, model: 'up-model' }] })),
    retries: { attempts: 1 },
    timeouts: { drain_delay_ms: 1, drain_ms: 2000 },
    ...settings,
  })
  return startWithStore(configuration, logOutput)
}

/** A gateway in this process, with a database that it closes. */
export async function startWithStore(
  configuration: Configuration,
  logOutput: LogOutput,
  options: Partial<StartOptions> = {},
): Promise<RunningGateway> {
  const store = await openStore(configuration.database)
  const gateway = await startGateway(configuration, { store, documents, logOutput, ...options })
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop()
      await store.close()
    },
  }
}

/**
 * Sends bytes, and more of them later; returns all bytes received until the connection closes or `milliseconds` of the reference machine have
 * passed.
 */
export function rawExchange(
  address: string,
  text: string | Buffer,
  milliseconds = 400,
  behind?: { readonly text: string; readonly afterMs: number },
): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text)
      if (behind !== undefined) setTimeout(() => socket.write(behind.text), behind.afterMs * slowness())
    })
    let received = ''
    const finish = (): void => {
      socket.destroy()
      resolve(received)
    }
    const timer = setTimeout(finish, milliseconds * slowness())
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
  })
}
