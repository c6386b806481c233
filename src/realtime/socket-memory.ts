import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Holding } from '../access/holding.js'
import type { GatewayFailure } from '../exchange/error.js'
import { MessageFrames } from './message-frames.js'

export interface CarriedSocket {
  readonly socket: WebSocket
  /** The TCP or TLS connection that carries it. */
  readonly connection: Duplex
}

/**
 * Counts the messages of a WebSocket in memory, like bodies of requests: those received in part, those not handled yet,
 * and those not sent to the other side yet.
 */
export class SocketMemory {
  readonly #frames = new MessageFrames()
  #taken = 0
  #sending = 0
  #held = 0
  #full = false

  /** `onFull` is called once, when there is no memory left; what comes after that is not counted. */
  constructor(
    { socket, connection }: CarriedSocket,
    private readonly holding: Holding,
    private readonly onFull: (refusal: GatewayFailure) => void,
  ) {
    connection.on('data', (chunk: Buffer) => {
      // `ws` discards the bytes after a close frame or an error.
      if (socket.readyState !== socket.OPEN) return
      this.#frames.push(chunk)
      this.#update()
    })
    connection.once('close', () => {
      this.#full = true
      holding.release()
    })
  }

  /** A message of so many bytes has been handled. */
  taken(bytes: number): void {
    this.#taken += bytes
    this.#update()
  }

  /** So many bytes wait to be sent to the other side. */
  sending(bytes: number): void {
    if (bytes === this.#sending) return
    this.#sending = bytes
    this.#update()
  }

  #update(): void {
    if (this.#full) return
    const { completed, unfinished } = this.#frames
    const needed = unfinished + completed - this.#taken + this.#sending
    const refusal = needed > this.#held ? this.holding.tryHold(needed - this.#held) : undefined
    if (refusal !== undefined) {
      this.#full = true
      this.onFull(refusal)
      return
    }
    if (needed < this.#held) this.holding.free(this.#held - needed)
    this.#held = needed
  }
}
