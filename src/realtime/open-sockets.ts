import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeSoon } from './close-soon.js'

/** One open connection, as the process sees it. */
export interface OpenSocket {
  readonly socket: WebSocket
  /** The id of the token. */
  readonly tokenId: string
  /** Whether it can be closed without loss: no request is running. */
  readonly idle: () => boolean
}

/** All WebSockets of the process: counts them for each token, and closes them when the process stops. */
export class OpenSockets {
  readonly #open = new Set<OpenSocket>()
  readonly #handshakes = new Set<Duplex>()
  #leaving = false

  /** Whether the process stops: it takes no further connections. */
  get leaving(): boolean {
    return this.#leaving
  }

  get size(): number {
    return this.#open.size
  }

  countOf(tokenId: string): number {
    let count = 0
    for (const open of this.#open) if (open.tokenId === tokenId) count++
    return count
  }

  add(open: OpenSocket): void {
    this.#open.add(open)
    open.socket.once('close', () => {
      this.#open.delete(open)
    })
  }

  /** A handshake has begun on this connection; it is answered, and may become a WebSocket, until it closes. */
  addHandshake(connection: Duplex): void {
    this.#handshakes.add(connection)
    connection.once('close', () => {
      this.#handshakes.delete(connection)
    })
  }

  /** To be called when a connection has become idle. */
  settled(open: OpenSocket): void {
    if (this.#leaving && open.idle()) closeSoon(open.socket, 1001, 'the gateway is shutting down')
  }

  /** Closes idle connections, and the others when they become idle. */
  drain(): void {
    this.#leaving = true
    for (const open of this.#open) this.settled(open)
  }

  /** Terminates the remaining connections. */
  terminate(): void {
    for (const { socket } of this.#open) socket.terminate()
    for (const connection of this.#handshakes) connection.destroy()
  }
}
