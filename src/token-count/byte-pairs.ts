import { rankOf } from './vocabulary.ts'

/**
 * How o200k_base splits a text before it encodes each part (openai/tiktoken, `openai_public.py`). Every character is in one of the parts.
 * The expression for ASCII alone, which most texts are, is compiled in a tenth of the time.
 */
const [anyParts, asciiParts] = [
  partsOf({ upper: '\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}', lower: '\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}', letter: '\\p{L}', digit: '\\p{N}' }),
  partsOf({ upper: 'A-Z', lower: 'a-z', letter: 'A-Za-z', digit: '0-9' }),
]

function partsOf({ upper, lower, letter, digit }: Readonly<Record<'upper' | 'lower' | 'letter' | 'digit', string>>): () => RegExp {
  const contraction = "(?:'(?:[sS]|[dD]|[mM]|[tT]|[lL][lL]|[vV][eE]|[rR][eE]))?"
  const before = `[^\\r\\n${letter}${digit}]?`
  const parts = [
    `${before}[${upper}]*[${lower}]+${contraction}`,
    `${before}[${upper}]+[${lower}]*${contraction}`,
    `[${digit}]{1,3}`,
    ` ?[^\\s${letter}${digit}]+[\\r\\n/]*`,
    '\\s*[\\r\\n]+',
    '\\s+(?!\\S)',
    '\\s+',
  ]
  let expression: RegExp | undefined
  return () => (expression ??= new RegExp(parts.join('|'), 'gu'))
}

// eslint-disable-next-line no-control-regex
const ascii = /^[\x00-\x7f]*$/
const none = 2 ** 31 - 1

/** Counts the tokens of texts with a packed vocabulary. */
export class BytePairs {
  readonly #packed: Uint8Array
  readonly #encoder = new TextEncoder()
  // For the part that is being counted: its bytes, where its tokens begin, and the rank of each together with the next.
  #bytes = new Uint8Array(1024)
  #starts = new Int32Array(1025)
  #ranks = new Int32Array(1025)

  constructor(packed: Uint8Array) {
    this.#packed = packed
  }

  /** What looks like a special token counts as ordinary text. */
  count(text: string): number {
    const parts = (ascii.test(text) ? asciiParts : anyParts)()
    let tokens = 0
    let from = 0
    parts.lastIndex = 0
    while (parts.test(text)) {
      tokens += this.#countPart(text.slice(from, parts.lastIndex))
      from = parts.lastIndex
    }
    return tokens
  }

  #countPart(part: string): number {
    if (part.length * 3 > this.#bytes.length) {
      this.#bytes = new Uint8Array(part.length * 3)
      this.#starts = new Int32Array(part.length * 3 + 1)
      this.#ranks = new Int32Array(part.length * 3 + 1)
    }
    const { written } = this.#encoder.encodeInto(part, this.#bytes)
    return rankOf(this.#packed, this.#bytes, 0, written) === undefined ? this.#merge(written) : 1
  }

  /** Begins with one token for each byte and joins the two neighbours of the lowest rank until none can be joined. */
  #merge(length: number): number {
    const [starts, ranks] = [this.#starts, this.#ranks]
    let tokens = length
    const rankAt = (index: number): number =>
      index + 2 > tokens ? none : (rankOf(this.#packed, this.#bytes, starts[index] ?? 0, starts[index + 2] ?? 0) ?? none)
    for (let index = 0; index <= length; index++) starts[index] = index
    for (let index = 0; index < length; index++) ranks[index] = rankAt(index)
    for (;;) {
      let lowest = none
      let at = 0
      for (let index = 0; index < tokens - 1; index++) {
        const rank = ranks[index] ?? none
        if (rank >= lowest) continue
        lowest = rank
        at = index
      }
      if (lowest === none) return tokens
      starts.copyWithin(at + 1, at + 2, tokens + 1)
      ranks.copyWithin(at + 1, at + 2, tokens)
      tokens--
      ranks[at] = rankAt(at)
      if (at > 0) ranks[at - 1] = rankAt(at - 1)
    }
  }
}
