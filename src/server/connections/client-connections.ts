import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Deadline, Deadlines } from '../../relay/deadlines.js'
import { ClientConnection } from './client-connection.js'

export interface ClientConnectionsOptions {
  readonly deadlines: Deadlines
  /** Milliseconds without a byte read after which a client that has something to read is cut off. */
  readonly stallMs: number
  /** Bytes that all clients together may leave unread. */
  readonly unreadBytes: number
}

/** Between two looks at what is unread. */
const lookMs = 100

/**
 * All connections of clients, WebSockets too. A client that does not read is cut off after a while, whatever it was sent; where
 * all of them leave more unread than the process has room for, those that have read nothing for the longest time go first
 * (promises P40).
 */
export class ClientConnections implements Deadline {
  dueAt = 0
  slot: number | undefined = undefined
  readonly #open = new Map<Duplex, ClientConnection>()

  constructor(private readonly options: ClientConnectionsOptions) {}

  /** `undefined`: it has closed already. */
  of(socket: Duplex): ClientConnection | undefined {
    return this.#open.get(socket)
  }

  readonly add = (socket: Socket): void => {
    const { deadlines } = this.options
    deadlines.add(this)
    this.#open.set(socket, new ClientConnection(socket))
    socket.once('close', () => {
      this.#open.get(socket)?.forget()
      this.#open.delete(socket)
      if (this.#open.size === 0) deadlines.remove(this)
    })
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
      if (now - movedAt < stallMs && bytes <= unreadBytes) return
      bytes -= unread
      socket.destroy()
    }
  }
}

/**
 * Requests as node's server makes them, for its option of that name. A client may write any number of them into one piece, and
 * node reads such a piece to its end whatever is done about the first of them: so one too many says that it leaves HTTP, which
 * ends the reading, and the handler of upgrades closes the connection.
 */
export function boundedRequests(connections: ClientConnections): typeof IncomingMessage {
  return class BoundedRequest extends IncomingMessage {
    // Declared only: node's constructor has set it before a field of this class would begin.
    declare leavesHttp: boolean | null

    get upgrade(): boolean {
      return this.leavesHttp === true
    }

    set upgrade(value: boolean) {
      this.leavesHttp = value || connections.of(this.socket)?.full === true
    }
  }
}
