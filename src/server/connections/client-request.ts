import { IncomingMessage } from 'node:http'

/** Takes a body as it comes. */
export interface BodyTaker {
  take(chunk: Buffer): void
  finish(): void
  /** The client left before the end. */
  leave(): void
}

/** Most bytes that are held: what one read of a socket brings. Beyond them the stream holds the client back. */
const mostHeld = 65_536

const noPieces: Buffer[] = []

/**
 * A request whose body can be taken without a stream's events and ticks, which cost a small request as much as reading its head. Node's
 * server calls `push` for each piece and with `null` at the end. What comes before anybody takes the body or reads the stream is held.
 */
export class ClientRequest extends IncomingMessage {
  #taker: BodyTaker | undefined
  /** `undefined`: it was given, or the stream has it. */
  #held: Buffer[] | undefined = noPieces
  #heldBytes = 0
  #heldEnd = false

  /** For small bodies, since nothing holds the client back. What has come before is given at once. */
  giveBody(taker: BodyTaker): void {
    const held = this.#held ?? noPieces
    this.#held = undefined
    for (const chunk of held) taker.take(chunk)
    for (let chunk: unknown = this.read(); chunk !== null; chunk = this.read()) taker.take(chunk as Buffer)
    if (this.complete) taker.finish()
    else this.#taker = taker
  }

  /** What comes from now on is the stream's again. */
  keepBody(): void {
    this.#taker = undefined
  }

  override push(chunk: unknown, encoding?: BufferEncoding): boolean {
    const taker = this.#taker
    if (taker === undefined) return this.#hold(chunk) || super.push(chunk, encoding)
    if (chunk === null) {
      this.#taker = undefined
      taker.finish()
    } else taker.take(chunk as Buffer)
    return true
  }

  /** `false`: the stream takes it. */
  #hold(chunk: unknown): boolean {
    if (this.#held === undefined) return false
    if (chunk === null) {
      this.#heldEnd = true
      return true
    }
    const piece = chunk as Buffer
    this.#heldBytes += piece.length
    if (this.#heldBytes > mostHeld) {
      this.#toStream()
      return false
    }
    if (this.#held.length === 0) this.#held = [piece]
    else this.#held.push(piece)
    return true
  }

  /** Somebody reads the stream. */
  override _read(size: number): void {
    this.#toStream()
    super._read(size)
  }

  #toStream(): void {
    const held = this.#held
    if (held === undefined) return
    this.#held = undefined
    for (const piece of held) super.push(piece)
    if (this.#heldEnd) super.push(null)
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#taker?.leave()
    this.#taker = undefined
    this.#held = undefined
    super._destroy(error, callback)
  }
}
