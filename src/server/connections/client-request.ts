import { IncomingMessage } from 'node:http'

/** Takes a body as it comes. */
export interface BodyTaker {
  take(chunk: Buffer): void
  finish(): void
  /** The client left before the end. */
  leave(): void
}

/**
 * A request whose body can be taken without a stream's events and ticks, which cost a small request as much as reading its head. Node's
 * server calls `push` for each piece and with `null` at the end.
 */
export class ClientRequest extends IncomingMessage {
  #taker: BodyTaker | undefined

  /** For small bodies, since nothing holds the client back. What has come before is given at once. */
  giveBody(taker: BodyTaker): void {
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
    if (taker === undefined) return super.push(chunk, encoding)
    if (chunk === null) {
      this.#taker = undefined
      taker.finish()
    } else taker.take(chunk as Buffer)
    return true
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.#taker?.leave()
    this.#taker = undefined
    super._destroy(error, callback)
  }
}
