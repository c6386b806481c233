import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { closeSoon } from './close-soon.js'

/** One open connection, as the process sees it. */
export interface OpenSocket {
  readonly socket: WebSocket
  /** Whose it is. */
  readonly tokenId: string
  /** Nothing is running: it can be closed without loss. */
  readonly idle: () => boolean
}

/** All WebSockets of the process: how many a token has, and how they end when the process does. */
export class OpenSockets {
  readonly #open = new Set<OpenSocket>()
  readonly #handshakes = new Set<Duplex>()
  #leaving = false

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

  /** To be called when a connection has nothing running any more. */
  settled(open: OpenSocket): void {
    if (this.#leaving && open.idle()) closeSoon(open.socket, 1001, 'the gateway is shutting down')
  }

  /** Closes what is idle, and the rest when it becomes so. */
  drain(): void {
    this.#leaving = true
    for (const open of this.#open) this.settled(open)
  }

  /** Cuts off what is left. */
  terminate(): void {
    for (const { socket } of this.#open) socket.terminate()
    for (const connection of this.#handshakes) connection.destroy()
  }
}
