const [basis, prime] = [0x811c9dc5, 0x01000193]
/** The hash has every character of the beginning, and then every sixteenth: more would take as long as reading the JSON around it. */
const [denseLength, stride] = [4096, 16]

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
    this.#hash = hashed(this.#hash, piece, this.#length, piece.length)
    this.#length += piece.length
  }

  /** The rest of the whole text; `''` where the whole text does not begin with the part that was passed on. */
  restOf(whole: string): string {
    if (whole.length <= this.#length || hashed(basis, whole, 0, this.#length) !== this.#hash) return ''
    return whole.slice(this.#length)
  }
}

/** `offset`: where the piece begins in the whole text, since its characters count by their places there. */
function hashed(hash: number, piece: string, offset: number, length: number): number {
  const end = offset + length
  const denseEnd = Math.min(end, denseLength)
  let place = offset
  for (; place < denseEnd; place++) hash = Math.imul(hash ^ piece.charCodeAt(place - offset), prime)
  place = Math.ceil(place / stride) * stride
  for (; place < end; place += stride) hash = Math.imul(hash ^ piece.charCodeAt(place - offset), prime)
  return hash
}
