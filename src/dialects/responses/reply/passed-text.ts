const [basis, prime] = [0x811c9dc5, 0x01000193]

/** What was passed on of a text that comes again as a whole: its length and a hash (FNV-1a), since a text may be large and its reader slow. */
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

  /** What is missing of the whole; nothing where it does not begin with what was passed on. */
  restOf(whole: string): string {
    if (whole.length <= this.#length || hashed(basis, whole, this.#length) !== this.#hash) return ''
    return whole.slice(this.#length)
  }
}

function hashed(hash: number, text: string, length: number): number {
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), prime)
  return hash
}
