import type { WebSocket } from 'ws'

/** More than this waiting for a reader pauses who writes to it; below the second number it goes on (promises P58: at most 1 MiB). */
const [fullBytes, roomBytes] = [256 * 1024, 64 * 1024]

/** So many messages are taken in one turn; then others have theirs. */
const turnLength = 64

/** One message as it came. */
interface Message {
  readonly bytes: Buffer
  readonly binary: boolean
}

/**
 * A socket that several may hold back; it is read when nobody does any more. What its reader had in hand when it was held back
 * waits here.
 */
export class Source {
  #holds = 0
  #waiting: Message[] = []

  constructor(
    private socket: WebSocket,
    private readonly take: (bytes: Buffer, binary: boolean) => void,
  ) {}

  /** Another connection takes its place. */
  replace(socket: WebSocket): void {
    this.socket = socket
    this.#waiting = []
    if (this.#holds > 0) socket.pause()
    else socket.resume()
  }

  hear(bytes: Buffer, binary: boolean): void {
    if (this.#holds > 0 || this.#waiting.length > 0) this.#waiting.push({ bytes, binary })
    else this.take(bytes, binary)
  }

  hold(): void {
    if (this.#holds++ === 0) this.socket.pause()
  }

  release(): void {
    if (--this.#holds === 0) this.#goOn()
  }

  /** Nothing more comes: what waits is taken, whoever holds it back. */
  finish(): void {
    for (const { bytes, binary } of this.#waiting.splice(0)) this.take(bytes, binary)
  }

  readonly #goOn = (): void => {
    for (let taken = 0; taken < turnLength && this.#holds === 0; taken++) {
      const message = this.#waiting.shift()
      if (message === undefined) break
      this.take(message.bytes, message.binary)
    }
    if (this.#holds > 0) return
    if (this.#waiting.length > 0) setImmediate(this.#goOn)
    else this.socket.resume()
  }
}

/** What goes to one socket, at the pace at which it is taken: where it piles up, its sources are held back. */
export class Flow {
  #full = false

  constructor(
    private readonly to: WebSocket,
    private readonly from: readonly Source[],
  ) {}

  send(message: Buffer | string, binary: boolean): void {
    this.to.send(message, { binary }, this.#onSent)
    if (this.#full || this.to.bufferedAmount <= fullBytes) return
    this.#full = true
    for (const source of this.from) source.hold()
  }

  /** Nothing more is sent: nobody has to wait. */
  stop(): void {
    if (!this.#full) return
    this.#full = false
    for (const source of this.from) source.release()
  }

  readonly #onSent = (): void => {
    if (this.to.bufferedAmount <= roomBytes) this.stop()
  }
}
