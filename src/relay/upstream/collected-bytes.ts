import type { Lease } from '../../access/lease.js'
import { leavePiece } from '../../engine/garbage.js'

/** Smaller bodies stay in the pieces in which they came, */
const largeBytes = 1024 * 1024
/** unless these are very many: a piece of one byte takes a hundred times that. */
const mostPieces = 1024
/** The most bytes that follow a body that is as long as is allowed: one read of a socket. */
const lastBytes = 65_536
/** Addresses that are reserved for a large body; a larger one moves. */
const reservedBytes = 64 * 1024 * 1024
const noBytes = Buffer.alloc(0)

/**
 * Collects the pieces of a provider's plain reply, or of one event of a stream. A large one stands in memory that goes back to the system
 * at once where it is of no use: pieces are garbage that may stay for minutes, as if a bad reply had made a leak.
 */
export class CollectedBytes {
  #size = 0
  #pieces: Buffer[] = []
  #large: Uint8Array<ArrayBuffer> | undefined
  #held = 0
  #heldByTaken = 0
  #isRefused = false

  /**
   * `memory`: takes the memory of a large body, and keeps it when the body was taken, until `freeTaken`. `times`: of so many bytes for each,
   * where the user makes copies.
   */
  constructor(
    private readonly limit: number,
    private readonly memory?: BodyMemory,
    private readonly times = 1,
  ) {}

  /** Whether there was no memory for it. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  get length(): number {
    return this.#size
  }

  /** Whether the pieces that are added are copied, and not kept. */
  get copies(): boolean {
    return this.#large !== undefined
  }

  /** `false` where it is larger than the limit, or there is no memory for it; it is dropped. */
  add(piece: Buffer): boolean {
    const from = this.#size
    this.#size += piece.length
    if (this.#size > this.limit || (this.#size > largeBytes && !this.#hold())) {
      this.drop()
      return false
    }
    if (this.#large === undefined && this.#size <= largeBytes && this.#pieces.length < mostPieces) this.#pieces.push(piece)
    else {
      this.#room(from).set(piece, from)
      leavePiece(piece.length)
    }
    return true
  }

  /** A copy of the last bytes: `count` of them, where there are as many. */
  last(count: number): Buffer {
    if (this.#large !== undefined) return Buffer.from(this.#large.subarray(Math.max(0, this.#size - count), this.#size))
    const last = this.#pieces.at(-1) ?? noBytes
    if (last.length >= count || this.#pieces.length < 2) return last.subarray(-count)
    return Buffer.concat(this.#pieces.slice(-count)).subarray(-count)
  }

  /** All bytes, once, followed by those of `last`, which are not counted. */
  take(last: Buffer = noBytes): Buffer {
    const bytes = this.#joined(last)
    if (bytes.buffer === this.#large?.buffer) this.#large = undefined
    this.#heldByTaken += this.#held
    this.#held = 0
    this.#discard()
    this.#size = 0
    return bytes
  }

  /** Bodies that were taken are not used any more: gives back what is held for them. */
  freeTaken(): void {
    if (this.#heldByTaken === 0) return
    this.memory?.free(this.#heldByTaken)
    this.#heldByTaken = 0
  }

  #joined(last: Buffer): Buffer {
    const { length } = last
    if (this.#large !== undefined) {
      const end = this.#size + length
      // Not a copy: that of a large body takes as long as parsing it.
      if (end <= this.#large.buffer.maxByteLength) {
        if (end > this.#large.length) this.#large.buffer.resize(end)
        this.#large.set(last, this.#size)
        return Buffer.from(this.#large.buffer, 0, end)
      }
      return Buffer.concat([this.#large.subarray(0, this.#size), last])
    }
    const [only] = this.#pieces
    return only !== undefined && this.#pieces.length === 1 && length === 0 ? only : Buffer.concat([...this.#pieces, last])
  }

  /** Gives the memory back. What is collected still counts against the limit. */
  drop(): void {
    this.#discard()
    if (this.#held > 0) this.memory?.free(this.#held)
    this.#held = 0
  }

  #discard(): void {
    this.#pieces = []
    this.#large?.buffer.resize(0)
    this.#large = undefined
  }

  #hold(): boolean {
    if (this.memory === undefined) return true
    const needed = this.#size * this.times
    this.#isRefused = this.memory.tryHold(needed - this.#held) !== undefined
    if (!this.#isRefused) this.#held = needed
    return !this.#isRefused
  }

  /** The memory of a large body, with room for all of it. */
  #room(from: number): Uint8Array<ArrayBuffer> {
    const before = this.#large
    if (before !== undefined && this.#size <= before.buffer.maxByteLength) {
      if (this.#size > before.length) before.buffer.resize(Math.min(before.buffer.maxByteLength, 2 * this.#size))
      return before
    }
    const most = Math.min(this.limit + lastBytes, Math.max(reservedBytes, 4 * this.#size))
    const large = new Uint8Array(new ArrayBuffer(Math.min(most, 2 * this.#size), { maxByteLength: most }))
    let at = 0
    for (const piece of before === undefined ? this.#pieces : [before.subarray(0, from)]) {
      large.set(piece, at)
      at += piece.length
    }
    this.#discard()
    this.#large = large
    return large
  }
}

/** Where the memory of large bodies is taken. */
export type BodyMemory = Pick<Lease, 'tryHold' | 'free'>

/** Whether a body may be a JSON object or list. A small one is as fast parsed. */
export function mayBeParsed(body: Buffer): boolean {
  return body.length <= largeBytes || /^\s*[[{]/.test(body.toString('latin1', 0, 100))
}

/** Gives the memory of a large body back at once. The body is empty from here on. */
export function dropBody(body: Buffer): void {
  if (body.length > largeBytes && body.buffer instanceof ArrayBuffer && body.buffer.resizable) body.buffer.resize(0)
}
