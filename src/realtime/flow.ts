import type { RawData, WebSocket } from 'ws'

/** More waiting bytes than the first number pause the sources; below the second they are resumed (at most 1 MiB). */
const [fullBytes, roomBytes] = [256 * 1024, 64 * 1024]

/** Messages that are handled in one turn of the event loop. */
const turnLength = 64

/** One message as it arrived. */
interface Message {
  readonly bytes: Buffer
  readonly binary: boolean
}

/**
 * A socket that several flows may pause; it is read while none pauses it. Messages that were already received when it was paused are
 * queued here.
 */
export class Source {
  #pauses = 0
  #waiting: Message[] = []

  constructor(
    private socket: WebSocket,
    private readonly take: (bytes: Buffer, binary: boolean) => void,
  ) {}

  /** Continues with another connection. */
  replace(socket: WebSocket): void {
    this.socket = socket
    this.#waiting = []
    if (this.#pauses > 0) socket.pause()
    else socket.resume()
  }

  receive(bytes: Buffer, binary: boolean): void {
    if (this.#pauses > 0 || this.#waiting.length > 0) this.#waiting.push({ bytes, binary })
    else this.take(bytes, binary)
  }

  pause(): void {
    if (this.#pauses++ === 0) this.socket.pause()
  }

  resume(): void {
    if (--this.#pauses === 0) this.#handleWaiting()
  }

  /** No more messages will arrive: the queued ones are handled even while paused. */
  finish(): void {
    for (const { bytes, binary } of this.#waiting.splice(0)) this.take(bytes, binary)
  }

  readonly #handleWaiting = (): void => {
    for (let taken = 0; taken < turnLength && this.#pauses === 0; taken++) {
      const message = this.#waiting.shift()
      if (message === undefined) break
      this.take(message.bytes, message.binary)
    }
    if (this.#pauses > 0) return
    if (this.#waiting.length > 0) setImmediate(this.#handleWaiting)
    else this.socket.resume()
  }
}

/** Sends to one socket with backpressure: pauses the sources while too many bytes wait. */
export class Flow {
  #full = false
  #stopped = false

  constructor(
    private readonly to: WebSocket,
    private readonly from: readonly Source[],
    /** Gets the bytes that wait to be sent. */
    private readonly onWaiting?: (bytes: number) => void,
  ) {}

  send(message: Buffer | string, binary: boolean): void {
    this.to.send(message, { binary }, this.#onSent)
    this.#reportWaiting()
    if (this.#full || this.to.bufferedAmount <= fullBytes) return
    this.#full = true
    for (const source of this.from) source.pause()
  }

  /** Nothing more is sent: the sources are resumed. */
  stop(): void {
    this.#stopped = true
    this.onWaiting?.(0)
    this.#release()
  }

  #reportWaiting(): void {
    if (!this.#stopped) this.onWaiting?.(this.to.bufferedAmount)
  }

  #release(): void {
    if (!this.#full) return
    this.#full = false
    for (const source of this.from) source.resume()
  }

  readonly #onSent = (): void => {
    this.#reportWaiting()
    if (this.to.bufferedAmount <= roomBytes) this.#release()
  }
}

/** A message as `ws` hands it over, in one piece. */
export function messageBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
