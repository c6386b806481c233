import type { WebSocket } from 'ws'

/** More than this waiting for a reader pauses who writes to it; below the second number it goes on (promises P58: at most 1 MiB). */
const [fullBytes, roomBytes] = [256 * 1024, 64 * 1024]

/** A socket that several may hold back; it is read when nobody does any more. */
export class Source {
  #holds = 0

  constructor(private socket: WebSocket) {}

  /** Another connection takes its place. */
  replace(socket: WebSocket): void {
    this.socket = socket
    if (this.#holds > 0) socket.pause()
    else socket.resume()
  }

  hold(): void {
    if (this.#holds++ === 0) this.socket.pause()
  }

  release(): void {
    if (--this.#holds === 0) this.socket.resume()
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
