/** A long text that is kept outside of memory. */
export interface LongText {
  /** The placeholder for the text in the frames of an encoder: the whole content of a JSON string, which clients cannot guess. */
  readonly mark: string
  append(text: string): void
}

/** The long texts of one reply. */
export interface LongTexts {
  open(): LongText
}

/** In UTF-16 units; few answers have a longer text. */
const maxInMemory = 32 * 1024

/** A text that an encoder writes in pieces and at its end as a whole. A long one is kept outside of memory, to bound each stream. */
export class KeptText {
  /** In UTF-16 units. */
  length = 0
  #text = ''
  #long: LongText | undefined

  /** `texts`: `undefined`: the whole text is kept in memory. */
  constructor(private readonly texts: LongTexts | undefined) {}

  add(piece: string): void {
    this.length += piece.length
    if (this.#long !== undefined) {
      this.#long.append(piece)
      return
    }
    this.#text += piece
    if (this.texts === undefined || this.length < maxInMemory) return
    this.#long = this.texts.open()
    this.#long.append(this.#text)
    this.#text = ''
  }

  /** The whole text, or the placeholder of a long one. */
  get whole(): string {
    return this.#long?.mark ?? this.#text
  }
}
