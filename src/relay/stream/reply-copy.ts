import type { Lease } from '../../access/lease.js'
import type { ReplyKeeper } from '../gateway-request.js'

/** A copy of the bytes that pass, kept when they are complete. Given up where it is too large or the request gets no memory for it. */
export class ReplyCopy {
  #pieces: Buffer[] | undefined = []
  #bytes = 0

  constructor(
    private readonly keeper: ReplyKeeper,
    private readonly contentType: string,
    private readonly lease: Pick<Lease, 'tryHold' | 'free'>,
  ) {}

  push(piece: Buffer): void {
    if (this.#pieces === undefined) return
    const fits = this.#bytes + piece.length <= this.keeper.mostBytes && this.lease.tryHold(piece.length) === undefined
    if (fits) {
      this.#pieces.push(piece)
      this.#bytes += piece.length
    } else {
      this.#pieces = undefined
      this.lease.free(this.#bytes)
    }
  }

  end(): void {
    if (this.#pieces !== undefined) this.keeper.keep(200, this.contentType, Buffer.concat(this.#pieces))
  }
}
