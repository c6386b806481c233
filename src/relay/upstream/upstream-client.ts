import type { Readable } from 'node:stream'
import { Client, Pool, errors, type Dispatcher } from 'undici'
import { OpenConnections } from './open-connections.js'

export interface UpstreamRequest {
  /** `https://host:port`, no path. Only configured providers' origins get here (promises P10). */
  readonly origin: string
  /** Path with query. */
  readonly path: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string | AsyncIterable<Uint8Array> | NodeJS.ReadableStream
}

/** Synchronous callbacks, in this order: `onStart`, `onHead`, `onData`*, then `onEnd` or `onFailure`. Nothing after `abort()`. */
export interface UpstreamHandler {
  /** There is a connection, the request begins to leave. */
  onStart(): void
  onHead(status: number, headers: UpstreamReplyHeaders): void
  onData(chunk: Buffer): void
  onEnd(): void
  onFailure(failure: UpstreamFailure): void
}

export type UpstreamReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface UpstreamFailure {
  /** `connect`: no byte of the request left. `disconnected`: the connection broke. `invalid`: not HTTP that can be read, or not what its head says. */
  readonly type: 'connect' | 'disconnected' | 'invalid'
  readonly detail: string
}

/** What can be done with an upstream request that is under way. */
export interface UpstreamControl {
  abort(): void
  pause(): void
  resume(): void
  /** The whole request has left. */
  readonly sent: boolean
}

/**
 * One keep-alive pool an origin; `dispatch` with plain callbacks. Redirects are not followed. Time limits are the relay's.
 */
export class UpstreamClient {
  readonly #pools = new Map<string, Pool>()
  readonly #connections = new OpenConnections()

  constructor(private readonly options: { readonly connectMs: number; readonly maxHeaderBytes?: number }) {}

  send(request: UpstreamRequest, handler: UpstreamHandler): UpstreamControl {
    const running = new RunningUpstreamRequest(handler, this.#connections)
    const { origin, path, method, headers, body } = request
    // An async iterable is what undici takes for a body of unknown length; its type names only Node's own streams.
    const payload = (body ?? null) as Buffer | string | Readable | null
    this.#pool(origin).dispatch({ path, method, headers, body: payload }, running)
    return running
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    await Promise.all(pools.map((pool) => pool.destroy()))
  }

  #pool(origin: string): Pool {
    let pool = this.#pools.get(origin)
    if (pool === undefined) {
      let made = 0
      pool = new Pool(origin, {
        // The first few connections are kept for long; what a burst needed beside them goes soon after it (promises P27).
        factory: (address: URL, options: object) => new Client(address, ++made <= keptConnections ? options : { ...options, ...shortLife }),
        pipelining: 1,
        headersTimeout: 0,
        bodyTimeout: 0,
        // The relay gives up by itself, to the tick; this only makes sure that the socket goes too.
        connect: this.#connections.connector(this.options.connectMs),
        maxHeaderSize: this.options.maxHeaderBytes ?? 65536,
        keepAliveTimeout: 10_000,
        keepAliveMaxTimeout: 300_000,
      })
      this.#pools.set(origin, pool)
    }
    return pool
  }
}

const keptConnections = 4
const shortLife = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 }

class RunningUpstreamRequest implements Dispatcher.DispatchHandler, UpstreamControl {
  sent = false
  #controller: Dispatcher.DispatchController | undefined
  #ended = false
  #paused = false

  constructor(
    private readonly handler: UpstreamHandler,
    private readonly connections: OpenConnections,
  ) {}

  abort(): void {
    if (this.#ended) return
    this.#ended = true
    this.#controller?.abort(aborted)
  }

  pause(): void {
    this.#paused = true
    this.#controller?.pause()
  }

  resume(): void {
    this.#paused = false
    this.#controller?.resume()
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) controller.abort(aborted)
    else this.handler.onStart()
  }

  onRequestSent(): void {
    this.sent = true
  }

  onRequestUpgrade(controller: Dispatcher.DispatchController): void {
    this.#fail({ type: 'invalid', detail: 'the provider switched protocols' })
    controller.abort(new Error('upgrade'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: UpstreamReplyHeaders): void {
    if (this.#ended || status < 200) return
    this.handler.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#ended) this.handler.onData(chunk)
  }

  onResponseEnd(): void {
    if (this.#ended) return
    this.#ended = true
    this.handler.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(
      this.#controller === undefined ? { type: 'connect', detail: codeOf(error) || error.name } : describe(error, this.connections),
    )
  }

  get paused(): boolean {
    return this.#paused
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#ended) return
    this.#ended = true
    this.handler.onFailure(failure)
  }
}

/** Made once: an error takes its stack, and nobody reads this one. */
const aborted = new Error('aborted by the gateway')

function describe(error: Error, connections: OpenConnections): UpstreamFailure {
  const code = codeOf(error)
  if (
    code.startsWith('HPE_') ||
    error instanceof errors.HTTPParserError ||
    error instanceof errors.HeadersOverflowError ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    code === 'UND_ERR_RESPONSE' ||
    code === 'UND_ERR_HEADERS_OVERFLOW' ||
    connections.endedByClient(error)
  )
    return { type: 'invalid', detail: code || error.name }
  return { type: 'disconnected', detail: code || error.name }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
