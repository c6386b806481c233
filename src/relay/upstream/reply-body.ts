/** Smaller bodies stay in the pieces in which they came. */
const largeBytes = 1024 * 1024
/** Addresses that are reserved for a large body; a larger one moves. */
const reservedBytes = 64 * 1024 * 1024

/**
 * Collects a provider's plain reply. A large one stands in memory that goes back to the system at once where it is of no use: pieces are
 * garbage that may stay for minutes, as if a bad reply had made a leak (promises P24).
 */
export class ReplyBody {
  #size = 0
  #pieces: Buffer[] = []
  #large: Uint8Array<ArrayBuffer> | undefined

  constructor(private readonly limit: number) {}

  /** `false` where the body is larger than the limit; it is dropped. */
  add(piece: Buffer): boolean {
    const from = this.#size
    this.#size += piece.length
    if (this.#size > this.limit) {
      this.drop()
      return false
    }
    if (this.#size <= largeBytes) this.#pieces.push(piece)
    else this.#room(from).set(piece, from)
    return true
  }

  /** The whole body, once. */
  take(): Buffer {
    const [only] = this.#pieces
    if (only !== undefined && this.#pieces.length === 1) return only
    const body = this.#large === undefined ? Buffer.concat(this.#pieces) : Buffer.from(this.#large.subarray(0, this.#size))
    this.drop()
    return body
  }

  drop(): void {
    this.#pieces = []
    this.#large?.buffer.resize(0)
    this.#large = undefined
  }

  /** The memory of a large body, with room for all of it. */
  #room(from: number): Uint8Array<ArrayBuffer> {
    const before = this.#large
    if (before !== undefined && this.#size <= before.buffer.maxByteLength) {
      if (this.#size > before.length) before.buffer.resize(Math.min(before.buffer.maxByteLength, 2 * this.#size))
      return before
    }
    const most = Math.min(this.limit, Math.max(reservedBytes, 4 * this.#size))
    const large = new Uint8Array(new ArrayBuffer(Math.min(most, 2 * this.#size), { maxByteLength: most }))
    if (before === undefined) large.set(Buffer.concat(this.#pieces))
    else large.set(before.subarray(0, from))
    this.drop()
    this.#large = large
    return large
  }
}

/** Whether a body may be a JSON object or list. A small one is as fast parsed. */
export function mayBeParsed(body: Buffer): boolean {
  return body.length <= largeBytes || /^\s*[[{]/.test(body.toString('latin1', 0, 100))
}

/** Gives the memory of a large body back at once. The body is empty from here on. */
export function dropBody(body: Buffer): void {
  if (body.length > largeBytes && body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.length) body.buffer.transfer(0)
}
