const [basis, prime] = [0x811c9dc5, 0x01000193]

/**
 * The part of a text that was passed on, for a stream that repeats the whole text at its end. Kept are its length and a hash (FNV-1a), not
 * the text, to bound the memory of each stream.
 */
export class PassedText {
  #length = 0
  #hash = basis

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(piece: string): void {
    this.#length += piece.length
    this.#hash = hashed(this.#hash, piece, piece.length)
  }

  /** The rest of the whole text; `''` where the whole text does not begin with the part that was passed on. */
  restOf(whole: string): string {
    if (whole.length <= this.#length || hashed(basis, whole, this.#length) !== this.#hash) return ''
    return whole.slice(this.#length)
  }
}

function hashed(hash: number, text: string, length: number): number {
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash
}
