/** Keeps a long text outside of the memory. */
export interface LongText {
  /** Stands for the text, as the whole content of a JSON string, in what an encoder writes. Nobody can guess it. */
  readonly mark: string
  append(text: string): void
}

/** The long texts of one reply. */
export interface LongTexts {
  open(): LongText
}

/** In UTF-16 units; few answers are longer. */
const mostInMemory = 32 * 1024

/** A text that is written piece by piece and once more as a whole at its end. One is kept for every client that does not read (promises P40). */
export class KeptText {
  /** In UTF-16 units. */
  length = 0
  #text = ''
  #long: LongText | undefined

  /** `texts`: absent: every text is kept in memory. */
  constructor(private readonly texts: LongTexts | undefined) {}

  add(piece: string): void {
    this.length += piece.length
    if (this.#long !== undefined) {
      this.#long.append(piece)
      return
    }
    this.#text += piece
    if (this.texts === undefined || this.length < mostInMemory) return
    this.#long = this.texts.open()
    this.#long.append(this.#text)
    this.#text = ''
  }

  /** The whole text, or the mark of a long one. */
  get whole(): string {
    return this.#long?.mark ?? this.#text
  }
}
