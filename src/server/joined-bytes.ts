const largeBytes = 1024 * 1024

/**
 * Joins the pieces of a body as they come: a large body then needs no second copy of itself, and no long turn of the event loop, at its end.
 */
export class JoinedBytes {
  #bytes: Uint8Array<ArrayBuffer> | undefined
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
    this.#room(piece.length).set(piece, this.#length)
    this.#length += piece.length
  }

  /** All bytes, once. */
  take(): Buffer {
    const bytes = this.#bytes === undefined ? Buffer.alloc(0) : Buffer.from(this.#bytes.buffer, 0, this.#length)
    this.#bytes = undefined
    this.#length = 0
    return bytes
  }

  drop(): void {
    if (this.#bytes !== undefined) freeBytes(this.#bytes)
    this.#bytes = undefined
    this.#length = 0
  }

  #room(length: number): Uint8Array<ArrayBuffer> {
    const room = this.#roomFor(length)
    const old = this.#bytes
    if (old !== undefined && room <= old.length) return old
    if (old?.buffer.resizable === true) {
      old.buffer.resize(room)
      return old
    }
    const bytes = this.announced === undefined && room > largeBytes ? this.#resizable(room) : Buffer.allocUnsafeSlow(room)
    if (old !== undefined) {
      bytes.set(old.subarray(0, this.#length))
      freeBytes(old)
    }
    return (this.#bytes = bytes)
  }

  /** Memory that goes back to the system at once, and grows in its place: malloc would keep much of what refused bodies took. */
  #resizable(room: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(new ArrayBuffer(room, { maxByteLength: Math.max(room, this.most) }))
  }

  #roomFor(length: number): number {
    const needed = this.#length + length
    const room = this.#bytes?.length ?? 0
    if (needed <= room) return room
    if (this.announced !== undefined) return Math.max(this.announced, needed)
    return Math.max(needed, Math.min(2 * room, this.most))
  }

  #countFor(length: number): number {
    const needed = this.#length + length
    return this.announced === undefined && needed > largeBytes ? needed : this.#roomFor(length)
  }
}

/**
 * At once: the garbage of many bodies that grow, or are refused, would be as much as the bodies that are kept. Bytes in memory that others
 * share are left alone.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return
  if (buffer.resizable) buffer.resize(0)
  else if (byteLength === buffer.byteLength) buffer.transfer(0)
}
