/** Numbers that are the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: string) {
    this.#state = hashOf(seed)
  }

  /** From 0 to 1, without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  /** `undefined` for an empty list. */
  pick<T>(list: readonly T[]): T | undefined {
    return list[this.whole(0, list.length - 1)]
  }

  /** The list in another order. */
  shuffled<T>(list: readonly T[]): T[] {
    const shuffled = [...list]
    for (let at = shuffled.length - 1; at > 0; at--) {
      const other = this.whole(0, at)
      const [one, two] = [shuffled[at], shuffled[other]]
      if (one === undefined || two === undefined) continue
      shuffled[at] = two
      shuffled[other] = one
    }
    return shuffled
  }
}

/** FNV-1a of the text's UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
