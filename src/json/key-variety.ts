const bits = 18

/** Counts the different names of members of a JSON text, about: of some names in a hundred thousand the hashes are equal. */
export class KeyVariety {
  count = 0
  readonly #seen = new Uint32Array(2 ** (bits - 5))

  /** The name between these offsets of the text. */
  add(text: string, start: number, end: number): void {
    let hash = end - start
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - bits)
    const mask = 1 << (bit & 31)
    const word = this.#seen[bit >>> 5] ?? 0
    if ((word & mask) !== 0) return
    this.#seen[bit >>> 5] = word | mask
    this.count++
  }
}
