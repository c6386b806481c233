import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestContext } from '../context.js'

export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** As many requests may wait behind the one that runs. */
const mostWaiting = 7

/** One connection of a client: its requests run one after the other, and what it has not read yet is watched. */
export class ClientConnection {
  /** The request that runs. */
  running: RequestContext | undefined
  /** It is being refused: what else comes is ignored. */
  refused = false
  /** Bytes that were written and have not left yet. */
  unread = 0
  /** On the monotonic clock: when bytes left for the last time, or when the first of the unread ones was seen. */
  movedAt = 0
  #left = 0
  #underway = 0
  readonly #waiting: Arrival[] = []

  constructor(readonly socket: Socket) {}

  /** One more request would be too many. */
  get full(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  wait(arrival: Arrival): void {
    this.#waiting.push(arrival)
  }

  /** The one that has ended makes room for another. */
  next(): Arrival | undefined {
    this.running = undefined
    return this.#waiting.shift()
  }

  /** The connection has closed: what waits will not run. */
  forget(): void {
    this.#waiting.length = 0
  }

  /** Brings `unread` and `movedAt` up to date. */
  look(now: number): void {
    const { socket } = this
    const unread = socket.writableLength
    if (unread === 0 && this.unread === 0) return
    const left = socket.bytesWritten - unread
    const underway = queuedBytes(socket)
    if (this.unread === 0 || left > this.#left || underway < this.#underway) this.movedAt = now
    this.unread = unread
    this.#left = left
    this.#underway = underway
  }
}

/**
 * Bytes of the write that is under way. A large one is not done before its last byte has left, so that only this shows whether a
 * slow client reads it; Node's own socket timeout goes by the same number and has no other name for it.
 */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  const bytes: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0
  return typeof bytes === 'number' ? bytes : 0
}
