/** Bytes that the provider takes at a time. */
const pieceBytes = 256 * 1024

/**
 * A large changed body as pieces of the client's: it needs no memory of its own, nor a long turn of the event loop to copy it. Its iterator
 * returns short pieces, so that the socket gets one when it has taken the one before.
 */
export class PiecedBody implements Iterable<Buffer> {
  readonly length: number

  constructor(private readonly pieces: readonly Buffer[]) {
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  /** A copy of all bytes. */
  joined(): Buffer {
    return Buffer.concat(this.pieces)
  }

  /** A copy of so many bytes from its beginning, or of all. */
  beginning(count: number): Buffer {
    const parts: Buffer[] = []
    let left = count
    for (const piece of this.pieces) {
      if (left <= 0) break
      parts.push(piece.subarray(0, left))
      left -= piece.length
    }
    return Buffer.concat(parts)
  }

  *[Symbol.iterator](): Generator<Buffer, void> {
    for (const piece of this.pieces) for (let at = 0; at < piece.length; at += pieceBytes) yield piece.subarray(at, at + pieceBytes)
  }
}
