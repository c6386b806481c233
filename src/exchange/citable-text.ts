/** In UTF-16 units; longer than the answers that models write. */
export const maxCitableLength = 256 * 1024

/**
 * The text of a streamed part so far, in which citations that arrive at its end are located. A text over the limit is dropped, to bound
 * the memory of each stream.
 */
export class CitableText {
  /** In UTF-16 units. */
  length = 0
  #text: string | undefined = ''

  add(piece: string): void {
    this.length += piece.length
    this.#text = this.#text === undefined || this.length > maxCitableLength ? undefined : this.#text + piece
  }

  /** `undefined` where the text is over the limit. */
  get text(): string | undefined {
    return this.#text
  }
}
