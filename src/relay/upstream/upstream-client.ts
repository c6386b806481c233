import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { Client, Pool, errors, type buildConnector, type Dispatcher } from 'undici'
import type { ConnectionSettings } from '../../providers/provider-settings.js'
import { OpenConnections } from './open-connections.js'

export interface UpstreamRequest {
  /** `https://host:port`, no path. Only configured providers' origins get here (promises P10). */
  readonly origin: string
  /** Path with query. */
  readonly path: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string | AsyncIterable<Uint8Array> | NodeJS.ReadableStream
  /** The provider's own proxy and certificates; absent: a direct connection and the usual authorities. */
  readonly connection?: ConnectionSettings
}

/** Synchronous callbacks, in this order: `onStart`, `onHead`, `onData`*, then `onEnd` or `onFailure`. Nothing after `abort()`. */
export interface UpstreamHandler {
  /** The request begins to be sent on a connection. */
  onStart(): void
  onHead(status: number, headers: UpstreamReplyHeaders): void
  onData(chunk: Buffer): void
  onEnd(): void
  onFailure(failure: UpstreamFailure): void
}

export type UpstreamReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface UpstreamFailure {
  /** `connect`: no byte of the request was sent. `disconnected`: the connection broke. `invalid`: not valid HTTP. */
  readonly type: 'connect' | 'disconnected' | 'invalid'
  readonly detail: string
}

/** Controls a running upstream request. */
export interface UpstreamControl {
  abort(): void
  pause(): void
  resume(): void
  /** Whether the whole request has been sent. */
  readonly sent: boolean
}

export interface UpstreamClientOptions {
  /** Milliseconds. */
  readonly connectMs: number
  /** Milliseconds after which a connection takes no further request, so that a new address of the provider is used; absent: never. */
  readonly longestAgeMs?: number
  readonly maxHeaderBytes?: number
}

/**
 * One keep-alive pool for each origin and its connection settings; `dispatch` with plain callbacks. Redirects are not followed. Time limits
 * are the relay's. A kept connection that the provider closed before the first byte of the reply is replaced once (promises P34).
 */
export class UpstreamClient {
  readonly #pools = new Map<string, Pool>()
  readonly #ownPools = new Map<ConnectionSettings, Map<string, Pool>>()
  /** Connections for one request each. */
  readonly #single = new Set<Client>()
  readonly #connections = new OpenConnections()

  constructor(private readonly options: UpstreamClientOptions) {}

  send(request: UpstreamRequest, handler: UpstreamHandler): UpstreamControl {
    const running = new RunningUpstreamRequest(handler, this.#connections, request, this.#sendAnew)
    // A request that cannot be sent twice never uses a kept connection, which the provider may just be closing.
    if (isRepeatable(request)) this.#pool(request.origin, request.connection).dispatch(dispatchOptions(request), running)
    else this.#sendAnew(request, running)
    return running
  }

  async close(): Promise<void> {
    const pools = [this.#pools, ...this.#ownPools.values()].flatMap((ofOrigin) => [...ofOrigin.values()])
    this.#pools.clear()
    this.#ownPools.clear()
    await Promise.all([...pools, ...this.#single].map((dispatcher) => dispatcher.destroy()))
  }

  /** On a new connection: the others of the pool may be as stale as the one that failed. */
  readonly #sendAnew = (request: UpstreamRequest, running: Dispatcher.DispatchHandler): void => {
    const client = new WatchedClient(new URL(request.origin), this.#clientOptions(request.connection))
    this.#single.add(client)
    client.dispatch(dispatchOptions(request), running)
    void client.close().finally(() => this.#single.delete(client))
  }

  #pool(origin: string, connection: ConnectionSettings | undefined): Pool {
    const pools = connection === undefined ? this.#pools : this.#poolsOf(connection)
    let pool = pools.get(origin)
    if (pool === undefined) {
      let made = 0
      pool = new Pool(origin, {
        ...this.#clientOptions(connection),
        // The first few connections are kept for long; those of a burst are closed soon after it (promises P27).
        factory: (address: URL, options: WatchedOptions) =>
          new WatchedClient(address, ++made <= keptConnections ? options : { ...options, ...shortLife }),
      })
      pools.set(origin, pool)
      this.#retire(pools, origin, pool)
    }
    return pool
  }

  /** Another pool takes the next requests; this one ends when its running ones have. The age of each connection costs time at every request. */
  #retire(pools: Map<string, Pool>, origin: string, pool: Pool): void {
    if (this.options.longestAgeMs === undefined) return
    setTimeout(() => {
      // Where the whole client was closed meanwhile, the pool has ended already.
      if (pool.destroyed) return
      pools.delete(origin)
      void pool.close()
    }, this.options.longestAgeMs).unref()
  }

  #poolsOf(connection: ConnectionSettings): Map<string, Pool> {
    let pools = this.#ownPools.get(connection)
    if (pools === undefined) {
      pools = new Map()
      this.#ownPools.set(connection, pools)
    }
    return pools
  }

  #clientOptions(connection: ConnectionSettings | undefined): WatchedOptions {
    return {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      // The relay has its own time limits; this only closes the socket as well.
      connect: this.#connections.connector(this.options.connectMs, connection),
      maxHeaderSize: this.options.maxHeaderBytes ?? 65536,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 300_000,
    }
  }
}

function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || Buffer.isBuffer(body)
}

function dispatchOptions({ path, method, headers, body }: UpstreamRequest): Dispatcher.DispatchOptions {
  // undici accepts an async iterable as a body of unknown length, but its type names only Node's streams.
  return { path, method, headers, body: (body ?? null) as Buffer | string | Readable | null }
}

type WatchedOptions = Client.Options & { readonly connect: buildConnector.connector }

/** One connection at a time: knows whether it has carried a request before, and whether it broke. */
class WatchedClient extends Client {
  /** Requests sent on the current connection. */
  requests = 0
  #socket: Socket | undefined

  constructor(origin: URL, options: WatchedOptions) {
    const watch = (socket: Socket): void => {
      this.requests = 0
      this.#socket = socket
    }
    const { connect } = options
    super(origin, {
      ...options,
      connect: (request, callback) => {
        connect(request, (...result) => {
          if (result[0] === null) watch(result[1])
          callback(...result)
        })
      },
    })
  }

  /** undici takes a reply with `Connection: close` as complete when its connection is reset. */
  get broken(): boolean {
    return this.#socket?.errored != null
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    if (handler instanceof RunningUpstreamRequest) handler.client = this
    return super.dispatch(options, handler)
  }
}

const keptConnections = 4
const shortLife = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 }

class RunningUpstreamRequest implements Dispatcher.DispatchHandler, UpstreamControl {
  sent = false
  /** The client that sends it. */
  client: WatchedClient | undefined
  /** The connection was used before: the provider may close it while this request is being sent. */
  #reused = false
  #answered = false
  #controller: Dispatcher.DispatchController | undefined
  #ended = false
  #paused = false

  constructor(
    private readonly handler: UpstreamHandler,
    private readonly connections: OpenConnections,
    private readonly request: UpstreamRequest,
    private readonly sendAnew: (request: UpstreamRequest, running: Dispatcher.DispatchHandler) => void,
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
    const first = this.#controller === undefined
    this.#controller = controller
    this.#reused = this.client !== undefined && this.client.requests++ > 0
    if (this.#ended) controller.abort(aborted)
    else if (first) this.handler.onStart()
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
    this.#answered = true
    this.handler.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#ended) this.handler.onData(chunk)
  }

  onResponseEnd(): void {
    if (this.client?.broken === true) {
      this.#fail({ type: 'disconnected', detail: 'ECONNRESET' })
      return
    }
    if (this.#ended) return
    this.#ended = true
    this.handler.onEnd()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#controller === undefined) {
      this.#fail({ type: 'connect', detail: codeOf(error) || error.name })
      return
    }
    const failure = describe(error, this.connections)
    if (failure.type === 'disconnected' && this.#stale) this.#again()
    else this.#fail(failure)
  }

  /** Whether a kept connection broke before the first byte of the reply. */
  get #stale(): boolean {
    return this.#reused && !this.#answered && !this.#ended
  }

  #again(): void {
    this.client = undefined
    this.sent = false
    this.sendAnew(this.request, this)
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

/** Made once: each new error would capture a stack that nobody reads. */
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
