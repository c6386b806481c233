import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestContext } from '../context.js'

export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Most requests that wait behind the running one. */
const mostWaiting = 7

/** One connection of a client: runs its requests one after the other and watches its unread bytes. */
export class ClientConnection {
  /** Whether one of its requests has begun and not ended. */
  isRunning = false
  /** That request, once its steps run. */
  running: RequestContext | undefined
  /** Whether it is being refused: further requests are ignored. */
  refused = false
  /** Whether it has become a WebSocket. */
  upgraded = false
  /** Bytes that were written and are not sent yet. */
  unread = 0
  /** On the monotonic clock: when bytes were last sent, or when the first unread ones were seen. */
  movedAt = 0
  #left = 0
  #underway = 0
  readonly #waiting: Arrival[] = []

  constructor(readonly socket: Socket) {}

  /** Whether no further request may wait. */
  get full(): boolean {
    return this.#waiting.length >= mostWaiting
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Whether nothing is asked or answered on it, as far as whole requests show. */
  get idle(): boolean {
    return !this.isRunning && !this.upgraded && !this.hasWaiting && this.unread === 0
  }

  wait(arrival: Arrival): void {
    this.#waiting.push(arrival)
  }

  /** The running request has ended. Returns the next one. */
  next(): Arrival | undefined {
    this.isRunning = false
    this.running = undefined
    return this.#waiting.shift()
  }

  /** The connection has closed: waiting requests are dropped. */
  forget(): void {
    this.#waiting.length = 0
  }

  /** Updates `unread` and `movedAt`. */
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
 * Bytes of the current write that are not sent yet. A large write completes only with its last byte, so only this shows whether a slow
 * client reads. Node's own socket timeout uses the same internal field; there is no public one.
 */
function queuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  const bytes: unknown = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0
  return typeof bytes === 'number' ? bytes : 0
}
