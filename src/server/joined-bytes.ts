const largeBytes = 1024 * 1024

/**
 * Joins the pieces of a body as they come: a large body then needs no second copy of itself, and no long turn of the event loop, at its end.
 */
export class JoinedBytes {
  #bytes: Buffer<ArrayBuffer> | undefined
  #length = 0
  /** The bytes that `growth` has told of so far. */
  #counted = 0

  /** `most`: the most bytes that may come. `announced`: the bytes that will come, where that is known: room for all of them is made at once. */
  constructor(
    private readonly most: number,
    private readonly announced: number | undefined,
  ) {}

  get length(): number {
    return this.#length
  }

  /** The memory that `append` takes for a piece of this length. Room that nothing is written to yet takes none. */
  growth(length: number): number {
    return this.#countFor(length) - this.#counted
  }

  append(piece: Buffer): void {
    this.#counted = this.#countFor(piece.length)
    const room = this.#roomFor(piece.length)
    const old = this.#bytes
    if (room !== old?.length) {
      this.#bytes = Buffer.allocUnsafeSlow(room)
      if (old !== undefined) {
        this.#bytes.set(old.subarray(0, this.#length))
        free(old)
      }
    }
    this.#bytes?.set(piece, this.#length)
    this.#length += piece.length
  }

  /** All bytes, once. */
  take(): Buffer {
    const bytes = this.#bytes?.subarray(0, this.#length) ?? Buffer.alloc(0)
    this.#bytes = undefined
    this.#length = 0
    return bytes
  }

  drop(): void {
    if (this.#bytes !== undefined) free(this.#bytes)
    this.#bytes = undefined
    this.#length = 0
  }

  #roomFor(length: number): number {
    const needed = this.#length + length
    const room = this.#bytes?.length ?? 0
    if (needed <= room) return room
    if (this.announced !== undefined) return Math.max(this.announced, needed)
    // Few sizes: the allocator keeps what was freed, and the blocks of a doubling buffer are together as large as its last one.
    return Math.max(needed, Math.min(needed > largeBytes ? 8 * room : 2 * room, this.most))
  }

  #countFor(length: number): number {
    const needed = this.#length + length
    return this.announced === undefined && needed > largeBytes ? needed : this.#roomFor(length)
  }
}

/** At once: the garbage of many bodies that grow, or are refused, would be as much as the bodies that are kept. */
function free({ buffer }: Buffer<ArrayBuffer>): void {
  buffer.transfer(0)
}
