import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Deadline, Deadlines } from '../../relay/deadlines.js'
import { AddressLimit } from './address-limit.js'
import { ClientConnection } from './client-connection.js'
import { ClientRequest } from './client-request.js'

export interface ClientConnectionsOptions {
  readonly deadlines: Deadlines
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds without a byte read, after which a client with unread bytes is disconnected. */
  readonly stallMs: number
  /** Most unread bytes of all clients together. */
  readonly unreadBytes: number
  /** Most connections at the same time. */
  readonly most: number
  /** Most connections of one address at the same time; absent: any number. */
  readonly perAddress?: number | undefined
  /** Called with the number of connections that were closed for this reason, a while later again. */
  readonly onSurplus?: (reason: SurplusReason, count: number) => void
}

/**
 * Why connections are closed that have done nothing wrong by themselves: `address`: more than `perAddress`; `all`: more than `most`;
 * `unread`: more than `unreadBytes`.
 */
export type SurplusReason = 'address' | 'all' | 'unread'

interface Surplus {
  /** Closed since it was told last. */
  count: number
  toldAt: number
}

/** Milliseconds between two checks of unread bytes. */
const lookMs = 100
const tellMs = 60_000

/**
 * All connections of clients, WebSockets included. A client that does not read is disconnected after a while; where all together have too
 * many unread bytes, those that have not read for the longest time are disconnected first.
 */
export class ClientConnections implements Deadline {
  dueAt = 0
  slot: number | undefined = undefined
  readonly #open = new Map<Duplex, ClientConnection>()

  readonly #addresses = new AddressLimit()
  readonly #surplus = new Map<SurplusReason, Surplus>()

  constructor(private readonly options: ClientConnectionsOptions) {}

  /** `undefined`: it has closed already. */
  of(socket: Duplex): ClientConnection | undefined {
    return this.#open.get(socket)
  }

  readonly add = (socket: Socket): void => {
    const { deadlines, perAddress } = this.options
    const leave = this.#addresses.enter(socket.remoteAddress, perAddress ?? Infinity)
    if (leave === undefined) {
      socket.destroy()
      this.#tell('address')
      return
    }
    if (this.#open.size >= this.options.most) {
      const closed = this.#oldestIdle() ?? socket
      closed.destroy()
      this.#tell('all')
    }
    deadlines.add(this)
    this.#open.set(socket, new ClientConnection(socket))
    socket.once('close', () => {
      leave()
      this.#open.get(socket)?.forget()
      this.#open.delete(socket)
      if (this.#open.size === 0) deadlines.remove(this)
    })
  }

  /** The idle connection that has been open for the longest time: it makes room for a new one. */
  #oldestIdle(): Socket | undefined {
    for (const connection of this.#open.values()) if (connection.idle && !connection.socket.destroyed) return connection.socket
    return undefined
  }

  /** At most once a minute for each reason: these connections are as many as an attacker likes. */
  #tell(reason: SurplusReason): void {
    const now = this.options.clock()
    const surplus = this.#surplus.get(reason) ?? { count: 0, toldAt: -Infinity }
    this.#surplus.set(reason, surplus)
    surplus.count++
    if (now - surplus.toldAt < tellMs) return
    surplus.toldAt = now
    this.options.onSurplus?.(reason, surplus.count)
    surplus.count = 0
  }

  onDue(now: number): void {
    const { stallMs, unreadBytes } = this.options
    this.dueAt = now + lookMs
    const behind: ClientConnection[] = []
    let bytes = 0
    for (const connection of this.#open.values()) {
      connection.look(now)
      if (connection.unread === 0) continue
      bytes += connection.unread
      behind.push(connection)
    }
    behind.sort((one, other) => one.movedAt - other.movedAt)
    for (const { socket, unread, movedAt } of behind) {
      const isStalled = now - movedAt >= stallMs
      if (!isStalled && bytes <= unreadBytes) return
      if (!isStalled) this.#tell('unread')
      bytes -= unread
      socket.destroy()
    }
  }
}

/**
 * The class for Node's server option `IncomingMessage`. A client may send any number of requests in one chunk, and Node parses the chunk to
 * its end. So a request over the limit pretends to be an upgrade, which stops the parsing, and the upgrade handler closes the connection.
 */
export function boundedRequests(connections: ClientConnections): typeof IncomingMessage {
  return class BoundedRequest extends ClientRequest {
    // Only declared: Node's constructor has already set it.
    declare leavesHttp: boolean | null

    get upgrade(): boolean {
      return this.leavesHttp === true
    }

    set upgrade(value: boolean) {
      this.leavesHttp = value || connections.of(this.socket)?.full === true
    }
  }
}
