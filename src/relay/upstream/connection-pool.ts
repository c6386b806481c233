import type { Dispatcher } from 'undici'
import { leavingLine } from './queued-abort.js'
import { WatchedClient, type WatchedOptions } from './watched-client.js'
import type { RunningUpstreamRequest } from './running-request.js'

/** Connections to one origin, each for one request at a time. */
export interface Connections {
  readonly destroyed: boolean
  dispatch(options: Dispatcher.DispatchOptions, running: RunningUpstreamRequest): unknown
  /** Takes no further request; resolves when the running ones have ended. */
  close(): Promise<void>
  destroy(): Promise<void>
}

/** The first few connections are kept for long; those of a burst are closed soon after it. */
interface Burst {
  readonly kept: number
  /** Of all others. */
  readonly options: WatchedOptions
}

/**
 * Kept connections of an origin that has no HTTP/2. The one that was used last is used next, without a search: undici's `Pool` looks at each
 * of its connections for every request.
 */
export class ConnectionPool implements Connections {
  /** Every connection, idle or not. */
  readonly #all = new Set<WatchedClient>()
  /** The last used ones last. */
  #idle: WatchedClient[] = []
  /** Idle connections that have been closed since, at the most. */
  #closed = 0
  /** Those that are kept for long. */
  readonly #kept = new Set<WatchedClient>()
  #ended: (() => void) | undefined
  destroyed = false

  constructor(
    private readonly origin: URL,
    private readonly options: WatchedOptions,
    private readonly burst: Burst,
  ) {}

  dispatch(options: Dispatcher.DispatchOptions, running: RunningUpstreamRequest): void {
    const client = this.#free()
    client.dispatch(client.isConnected ? options : leavingLine(options, running), running)
  }

  async close(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve
    })
    for (const client of this.#idle) this.#drop(client)
    this.#idle = []
    this.#endIfDone()
    await ended
  }

  async destroy(): Promise<void> {
    this.destroyed = true
    const all = [...this.#all]
    this.#all.clear()
    this.#idle = []
    await Promise.all(all.map((client) => client.destroy()))
  }

  #free(): WatchedClient {
    for (let client = this.#idle.pop(); client !== undefined; client = this.#idle.pop()) {
      if (client.isConnected) return client
      this.#drop(client)
    }
    return this.#make()
  }

  #make(): WatchedClient {
    const keeps = this.#kept.size < this.burst.kept
    const client = new WatchedClient(this.origin, keeps ? this.options : this.burst.options, this.#isFree)
    if (keeps) this.#kept.add(client)
    client.on('disconnect', this.#disconnected)
    this.#all.add(client)
    return client
  }

  /** A request has ended: its connection can take another, unless the request failed. */
  readonly #isFree = (client: WatchedClient, works: boolean): void => {
    if (works && this.#ended === undefined) this.#idle.push(client)
    else this.#drop(client)
    this.#endIfDone()
  }

  /** A connection that is closed while idle stays in the list until such ones are half of it. */
  readonly #disconnected = (): void => {
    if (++this.#closed * 2 <= this.#idle.length) return
    this.#closed = 0
    const idle = this.#idle
    this.#idle = idle.filter((client) => client.isConnected)
    for (const client of idle) if (!client.isConnected) this.#drop(client)
  }

  #drop(client: WatchedClient): void {
    if (!this.#all.delete(client)) return
    this.#kept.delete(client)
    void client.close()
  }

  #endIfDone(): void {
    if (this.#all.size > 0 || this.#ended === undefined) return
    this.destroyed = true
    this.#ended()
  }
}
