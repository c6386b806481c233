import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import type { RunningGateway, StartOptions } from '../../src/server/start.js'
import { configurationFrom } from './configuration.js'
import { startWithStore } from './gateway.js'
import { until } from './waiting.js'

/** A parsed text, whose shape the test checks. */
export type Json = ReturnType<typeof JSON.parse>

/** The messages that one end of a connection has received, in order. */
export class Heard {
  readonly messages: { text: string; binary: boolean }[] = []
  closed: { code: number; reason: string } | undefined
  readonly #waiting = new Set<() => void>()

  constructor(readonly socket: WebSocket) {
    socket.on('message', (data: Buffer, binary) => {
      this.messages.push({ text: data.toString(binary ? 'latin1' : 'utf8'), binary })
      this.#tell()
    })
    socket.on('error', () => undefined)
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() }
      this.#tell()
    })
  }

  get events(): Json[] {
    return this.messages.filter(({ binary }) => !binary).map(({ text }) => JSON.parse(text))
  }

  async until(done: (heard: this) => boolean, milliseconds = 3000): Promise<this> {
    if (done(this)) return this
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (!done(this)) return
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve()
      }
      const timer = setTimeout(() => {
        reject(new Error(`it did not come: ${JSON.stringify(this.messages).slice(0, 500)} ${JSON.stringify(this.closed)}`))
      }, milliseconds)
      this.#waiting.add(look)
    })
    return this
  }

  count(number: number, milliseconds?: number): Promise<this> {
    return this.until(({ messages }) => messages.length >= number, milliseconds)
  }

  async closing(): Promise<{ code: number; reason: string }> {
    await this.until(({ closed }) => closed !== undefined)
    return this.closed ?? { code: 0, reason: '' }
  }

  #tell(): void {
    for (const look of [...this.#waiting]) look()
  }
}

/** A provider with a WebSocket; it keeps its connections, with which tests do what they need. */
export class RealtimeUpstream {
  readonly handshakes: IncomingMessage[] = []
  readonly sessions: Heard[] = []
  onSession: (session: Heard) => void = () => undefined
  /** Answers a handshake in another way. */
  refuse: ((request: IncomingMessage, socket: Duplex) => void) | undefined
  readonly #server: Server
  readonly #sockets = new Set<Duplex>()

  constructor() {
    const sessions = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 * 1024 })
    this.#server = createServer((_request: IncomingMessage, response: ServerResponse) => response.writeHead(400).end())
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('upgrade', (request, socket, head) => {
      this.handshakes.push(request)
      socket.on('error', () => undefined)
      if (this.refuse !== undefined) {
        this.refuse(request, socket)
        return
      }
      sessions.handleUpgrade(request, socket, head, (opened) => {
        const session = new Heard(opened)
        this.sessions.push(session)
        this.onSession(session)
      })
    })
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The session of a connection, which may still be opening. */
  async session(index = 0): Promise<Heard> {
    await until('a session begins', () => this.sessions.length > index)
    const session = this.sessions[index]
    if (session === undefined) throw new Error('no session began')
    return session
  }

  /** Resolves when all sessions have ended. */
  async ended(): Promise<void> {
    for (const session of this.sessions) {
      session.socket.resume()
      await session.closing()
    }
  }

  reset(): void {
    for (const { socket } of this.sessions.splice(0)) socket.terminate()
    this.handshakes.length = 0
    this.refuse = undefined
    this.onSession = () => undefined
  }

  async stop(): Promise<void> {
    this.reset()
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

export const key = 'sk-ada'

export interface LoggedGateway extends RunningGateway {
  /** The log lines of requests. */
  records(): Json[]
}

export async function realtimeGateway(
  upstream: string,
  settings: Readonly<Record<string, unknown>> = {},
  options: Partial<StartOptions> = {},
): Promise<LoggedGateway> {
  const lines: string[] = []
  const configuration = configurationFrom({
    server: { port: 0, cors_origins: ['https://page.example'] },
    database: 'memory',
    tokens: [
      { name: 'ada', key },
      { name: 'few', key: 'sk-few', max_concurrent: 1 },
      { name: 'slow', key: 'sk-slow', requests_per_minute: 1 },
      { name: 'other', key: 'sk-other', models: ['elsewhere'] },
    ],
    providers: [
      { name: 'openai', kind: 'openai', base_url: `${upstream}/v1`, api_key: 'up-key' },
      { name: 'azure', kind: 'azure-openai', base_url: upstream, api_key: 'up-key' },
      { name: 'xai', kind: 'xai', base_url: `${upstream}/v1`, api_key: 'up-key' },
      { name: 'gemini', kind: 'gemini', base_url: upstream, api_key: 'up-key' },
      { name: 'anthropic', kind: 'anthropic', base_url: upstream, api_key: 'up-key' },
      { name: 'nobody', kind: 'openai', base_url: 'http://127.0.0.1:1/v1', api_key: 'up-key' },
    ],
    models: [
      { name: 'voice', targets: [{ provider: 'openai', model: 'up model' }] },
      { name: 'azure-voice', targets: [{ provider: 'azure', model: 'deployed' }] },
      { name: 'xai-voice', targets: [{ provider: 'xai', model: 'grok-voice' }] },
      { name: 'live', targets: [{ provider: 'gemini', model: 'gemini-live' }] },
      { name: 'mute', targets: [{ provider: 'anthropic', model: 'claude' }] },
      { name: 'gone', targets: [{ provider: 'nobody', model: 'x' }] },
      {
        name: 'second',
        targets: [
          { provider: 'nobody', model: 'x' },
          { provider: 'openai', model: 'up model' },
        ],
      },
    ],
    timeouts: { drain_delay_ms: 1, drain_ms: 200 },
    ...settings,
  })
  const output = { write: (bytes: Buffer | string) => lines.push(...bytes.toString().trimEnd().split('\n')) }
  const gateway = await startWithStore(configuration, output, options)
  return {
    ...gateway,
    records() {
      gateway.log.flush()
      return lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'request')
    },
  }
}

export interface Handshake {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
}

/** Opens a connection to the gateway, or returns its refusal. */
export function connect(
  address: string,
  { path = '/v1/realtime?model=voice', headers = { authorization: `Bearer ${key}` }, protocols = [] }: Handshake = {},
): Promise<Heard | { status: number; headers: Record<string, unknown>; body: Json }> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address.replace('http', 'ws') + path, [...protocols], { headers: { ...headers } })
    const heard = new Heard(socket)
    socket.on('open', () => {
      resolve(heard)
    })
    socket.on('unexpected-response', (_request, response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) })
      })
    })
    socket.on('error', reject)
  })
}

export async function connected(address: string, handshake?: Handshake): Promise<Heard> {
  const outcome = await connect(address, handshake)
  if (!(outcome instanceof Heard)) throw new Error(`refused with ${outcome.status}: ${JSON.stringify(outcome.body)}`)
  return outcome
}

export async function refused(
  address: string,
  handshake?: Handshake,
): Promise<{ status: number; headers: Record<string, unknown>; body: Json }> {
  const outcome = await connect(address, handshake)
  if (outcome instanceof Heard) throw new Error('the handshake was accepted')
  return outcome
}
