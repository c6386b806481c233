import type { Duplex } from 'node:stream'

/** Most bytes before the handshake is answered; normal clients send none. */
const mostBytes = 64 * 1024

/**
 * A client whose handshake is not answered yet. Its socket is read meanwhile, because otherwise nobody would notice a disconnect; bytes
 * that it sends early are kept.
 */
export class WaitingPeer {
  left = false
  readonly #early: Buffer[] = []
  #bytes: number
  readonly #listeners = new Set<() => void>()

  constructor(
    private readonly socket: Duplex,
    head: Buffer,
  ) {
    this.#bytes = head.length
    if (head.length > 0) this.#early.push(head)
    socket.on('data', this.#onData)
    socket.once('end', this.#onGone)
    socket.once('close', this.#onGone)
  }

  onLeave(listener: () => void): void {
    this.#listeners.add(listener)
  }

  offLeave(listener: () => void): void {
    this.#listeners.delete(listener)
  }

  /** To be called before the handshake is answered. Returns the early bytes; the socket is paused until its new reader resumes it. */
  release(): Buffer {
    this.socket.pause()
    this.socket.off('data', this.#onData)
    this.socket.off('end', this.#onGone)
    this.socket.off('close', this.#onGone)
    return Buffer.concat(this.#early)
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#early.push(chunk)
    this.#bytes += chunk.length
    if (this.#bytes > mostBytes) this.socket.destroy()
  }

  readonly #onGone = (): void => {
    if (this.left) return
    this.left = true
    for (const listener of this.#listeners) listener()
  }
}
