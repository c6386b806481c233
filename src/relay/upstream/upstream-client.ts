import type { Readable } from 'node:stream'
import { Pool, type Client, type Dispatcher } from 'undici'
import { PiecedBody } from '../../json/pieced-body.js'
import type { ConnectionSettings } from '../../providers/provider-settings.js'
import { connectorFor } from '../../providers/connector.js'
import { leavingLine } from './queued-abort.js'
import { ConnectionPool, type Connections } from './connection-pool.js'
import { RunningUpstreamRequest } from './running-request.js'
import type { UpstreamControl, UpstreamHandler, UpstreamRequest } from './upstream-handler.js'
import { WatchedClient, type WatchedOptions } from './watched-client.js'

export interface UpstreamClientOptions {
  /** Milliseconds. */
  readonly connectMs: number
  /** Milliseconds after which a connection takes no further request, so that a new address of the provider is used; absent: never. */
  readonly longestAgeMs?: number | undefined
  readonly maxHeaderBytes?: number
}

/**
 * One keep-alive pool for each origin and its connection settings; `dispatch` with plain callbacks. Redirects are not followed. Time limits
 * are the relay's. A kept connection that the provider closed before the first byte of the reply is replaced once.
 */
export class UpstreamClient {
  readonly #pools = new Map<string, Connections>()
  readonly #ownPools = new Map<ConnectionSettings, Map<string, Connections>>()
  /** Connections for one request each. */
  readonly #single = new Set<Client>()

  constructor(private readonly options: UpstreamClientOptions) {}

  send(request: UpstreamRequest, handler: UpstreamHandler): UpstreamControl {
    const running = new RunningUpstreamRequest(handler, request, this.#sendAnew)
    // A request that cannot be sent twice never uses a kept connection, which the provider may just be closing.
    if (isRepeatable(request)) this.#pool(request.origin, request.connection).dispatch(dispatchOptions(request), running)
    else this.#sendAnew(request, running)
    return running
  }

  /** Connections for the next requests are made anew, under the options as they are now. */
  renew(): void {
    for (const pools of [this.#pools, ...this.#ownPools.values()]) {
      for (const pool of pools.values()) void pool.close()
      pools.clear()
    }
  }

  async close(): Promise<void> {
    const pools = [this.#pools, ...this.#ownPools.values()].flatMap((ofOrigin) => [...ofOrigin.values()])
    this.#pools.clear()
    this.#ownPools.clear()
    await Promise.all([...pools, ...this.#single].map((dispatcher) => dispatcher.destroy()))
  }

  /** On a new connection: the others of the pool may be as stale as the one that failed. */
  readonly #sendAnew = (request: UpstreamRequest, running: RunningUpstreamRequest): void => {
    const client = new WatchedClient(new URL(request.origin), this.#clientOptions(request.connection))
    this.#single.add(client)
    client.dispatch(leavingLine(dispatchOptions(request), running), running)
    void client.close().finally(() => this.#single.delete(client))
  }

  #pool(origin: string, connection: ConnectionSettings | undefined): Connections {
    const pools = connection === undefined ? this.#pools : this.#poolsOf(connection)
    let pool = pools.get(origin)
    if (pool === undefined) {
      const options = this.#clientOptions(connection)
      const burst = { kept: keptConnections, options: { ...options, ...shortLife } }
      pool = origin.startsWith('http:') ? new ConnectionPool(new URL(origin), options, burst) : new SharedPool(origin, options)
      pools.set(origin, pool)
      this.#retire(pools, origin, pool)
    }
    return pool
  }

  /** Another pool takes the next requests; this one ends when its running ones have. The age of each connection costs time at every request. */
  #retire(pools: Map<string, Connections>, origin: string, pool: Connections): void {
    if (this.options.longestAgeMs === undefined) return
    setTimeout(() => {
      // Where the whole client was closed meanwhile, the pool has ended already.
      if (pool.destroyed) return
      if (pools.get(origin) === pool) pools.delete(origin)
      // A provider that has changed has other settings of its connections.
      for (const [connection, own] of this.#ownPools) if (own.size === 0) this.#ownPools.delete(connection)
      void pool.close()
    }, this.options.longestAgeMs).unref()
  }

  #poolsOf(connection: ConnectionSettings): Map<string, Connections> {
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
      connect: connectorFor(this.options.connectMs, connection),
      maxHeaderSize: this.options.maxHeaderBytes ?? 65536,
      keepAliveTimeout: 10_000,
      keepAliveMaxTimeout: 300_000,
    }
  }
}

/** Where a provider chooses HTTP/2, its requests share connections: undici's pool knows how many. */
class SharedPool extends Pool {
  constructor(origin: string, options: WatchedOptions) {
    let made = 0
    super(origin, {
      ...options,
      factory: (address: URL, ofPool: WatchedOptions) =>
        new WatchedClient(address, ++made <= keptConnections ? ofPool : { ...ofPool, ...shortLife }),
    })
  }

  override dispatch(options: Dispatcher.DispatchOptions, running: RunningUpstreamRequest): boolean {
    return super.dispatch(leavingLine(options, running), running)
  }
}

function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || Buffer.isBuffer(body) || body instanceof PiecedBody
}

function dispatchOptions({ path, method, headers, body }: UpstreamRequest): Dispatcher.DispatchOptions {
  if (body instanceof PiecedBody) headers = { ...headers, 'content-length': String(body.length) }
  // undici accepts an iterable as a body, of unknown length, but its type names only Node's streams.
  return { path, method, headers, body: (body ?? null) as Buffer | string | Readable | null }
}

const keptConnections = 4
const shortLife = { keepAliveTimeout: 1000, keepAliveMaxTimeout: 1000 }
