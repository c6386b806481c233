/** Estimated memory of a fragment, and of a chunk from the network, beside its bytes. */
export const bytesPerPiece = 256

/** Parses the frames of one direction of a WebSocket connection (RFC 6455 §5.2), to know the size of an incomplete message. */
export class MessageFrames {
  /** Bytes of all complete messages. */
  completed = 0
  /** Bytes, fragments and chunks of the message that is not complete yet. */
  #size = 0
  #pieces = 0
  /** The first byte of the current frame. */
  #first = 0
  #headerRead = 0
  #headerSize = 0
  #lengthEnd = 0
  #length = 0
  /** Bytes of the payload that are still to come. */
  #left = 0

  /** Estimated memory of the message that is not complete yet. */
  get unfinished(): number {
    return this.#size + this.#pieces * bytesPerPiece
  }

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left === 0) {
        this.#readHeader(chunk[at++] ?? 0)
        continue
      }
      const taken = Math.min(this.#left, chunk.length - at)
      at += taken
      this.#left -= taken
      if (this.#isData) this.#size += taken
      if (this.#left === 0) this.#endFrame()
    }
    if (this.#size > 0) this.#pieces++
  }

  /** Control frames may come between the fragments of a message. */
  get #isData(): boolean {
    return (this.#first & 0x0f) < 8
  }

  #readHeader(byte: number): void {
    const position = this.#headerRead++
    if (position === 0) {
      this.#first = byte
      return
    }
    if (position === 1) {
      const length = byte & 0x7f
      this.#lengthEnd = 2 + (length === 127 ? 8 : length === 126 ? 2 : 0)
      this.#headerSize = this.#lengthEnd + (byte >= 0x80 ? 4 : 0)
      this.#length = length < 126 ? length : 0
    } else if (position < this.#lengthEnd) this.#length = this.#length * 256 + byte
    if (this.#headerRead < this.#headerSize) return
    this.#headerRead = 0
    this.#left = this.#length
    if (this.#left === 0) this.#endFrame()
  }

  #endFrame(): void {
    if (!this.#isData) return
    if (this.#first < 0x80) {
      this.#pieces++
      return
    }
    this.completed += this.#size
    this.#size = 0
    this.#pieces = 0
  }
}
