/** In UTF-16 units: more than the longest answers that models write. */
export const longestCitable = 256 * 1024

/**
 * The text so far, to locate citations that arrive at its end. A longer text is dropped: one is kept for every client that does not read
 * (promises P40), and answers with citations are shorter.
 */
export class CitableText {
  /** In UTF-16 units. */
  length = 0
  #text: string | undefined = ''

  add(piece: string): void {
    this.length += piece.length
    this.#text = this.#text === undefined || this.length > longestCitable ? undefined : this.#text + piece
  }

  /** `undefined`: it was too long. */
  get text(): string | undefined {
    return this.#text
  }
}
