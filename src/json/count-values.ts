import { capitalE, closeBrace, closeBracket, colon, comma, letterE, openBrace, openBracket, quote } from './characters.js'
import { KeyVariety } from './key-variety.js'
import { losesDigits, manyDigits } from './long-numbers.js'
import { keyIn, stringEnd } from './scan.js'

export interface JsonLimits {
  /** Nested lists and objects. */
  readonly depth: number
  /** Values; a list or an object counts twice, since parsing it costs more. */
  readonly values: number
  /** Members of all objects. */
  readonly keys: number
  /** Different names of members, about, where more than that are there at all: each new name costs a parser more than many of one name. */
  readonly names?: number
}

export interface JsonCount {
  /** Values counted. */
  readonly values: number
  /** Members counted. */
  readonly keys: number
  /** The limit that was exceeded. */
  readonly excess: JsonExcess | undefined
  /** Whether a number loses digits when parsed. */
  readonly longNumber: boolean
  /** Offset of the first number that would be infinite when parsed. */
  readonly outOfRange: number | undefined
}

export interface JsonExcess {
  /** Too many different names are too many members. */
  readonly limit: Exclude<keyof JsonLimits, 'names'>
  /** Offset of the first value or member beyond the limit. */
  readonly at: number
}

/** Receives the keys of the outermost object, without escapes. */
export interface KeyWatch {
  key(key: string): void
  /**
   * Whether the value of this member, or the first items of it, is known: it is not counted. `keyStart`: the offset of its key; `at`: that
   * after its colon.
   */
  skip?(key: string, keyStart: number, at: number): SkippedValue | undefined
}

export interface SkippedValue {
  /** The offset after what is known. */
  readonly end: number
  /** Whether it is the beginning of a list, which goes on there. */
  readonly isList: boolean
}

/** For a text of whose keys none is of interest. */
export const unwatched: KeyWatch = { key: () => undefined }

/** Characters of a text that holds few values, whatever is in it: counting those of a provider's shorter JSON is not worth it. */
export const fewValuesLength = 65_536

/**
 * Counts the values of a JSON text, and stops at the first limit: parsing is expensive for many or deep objects and for many different keys.
 * Text that is not valid JSON is counted by its commas, colons and brackets.
 */
export function countValues(text: string, limits: JsonLimits, watch: KeyWatch): JsonCount {
  const count = new ValueCount(text, limits, watch)
  count.countTo(text.length)
  return count
}

/** {@link countValues} in steps, for large texts. */
export class ValueCount implements JsonCount {
  values = 0
  keys = 0
  excess: JsonExcess | undefined
  longNumber = false
  outOfRange: number | undefined
  #at = 0
  #depth = 0
  #names: KeyVariety | undefined
  #keyStart = 0
  #keyEnd = 0
  /** The offset where a number or literal may have begun, which ends at the next separator or bracket. */
  #word = 0
  #exponent = false

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
    private readonly watch: KeyWatch,
  ) {}

  /** The offset up to which it has counted. */
  get at(): number {
    return this.#at
  }

  /** Counts on, at least to this offset; `true`: all is counted, or too much. */
  countTo(end: number): boolean {
    const { text, limits } = this
    const { length } = text
    const until = Math.min(end, length)
    let at = this.#at
    let depth = this.#depth
    let word = this.#word
    let exponent = this.#exponent
    let { values } = this
    while (at < until) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#keyStart = at
        at = this.#keyEnd = word = stringEnd(text, at)
        continue
      }
      if (code === comma) {
        if (++values > limits.values) return this.#stop('values', at, values)
      } else if (code === colon) {
        if (++this.keys > limits.keys) return this.#stop('keys', at, values)
        if (limits.names !== undefined && this.keys > limits.names && this.#hasTooManyNames(limits.names))
          return this.#stop('keys', at, values)
        const known = depth === 1 ? this.#watched(at + 1) : undefined
        if (known !== undefined) {
          at = word = known.end
          exponent = false
          if (known.isList) depth++
          continue
        }
      } else if (code === openBrace || code === openBracket) {
        if (++depth > limits.depth) return this.#stop('depth', at, values)
        if (++values > limits.values) return this.#stop('values', at, values)
      } else if (code === closeBrace || code === closeBracket) depth--
      else {
        if (code === letterE || code === capitalE) exponent = true
        at++
        if (at - word !== longRun) continue
        // One by one, megabytes of white space or digits would block other requests.
        nextMark.lastIndex = at
        at = nextMark.exec(text)?.index ?? length
        exponent = true
        continue
      }
      if (exponent || at - word >= manyDigits) this.#endWord(word, at, exponent)
      exponent = false
      at++
      word = at
    }
    this.values = values
    this.#at = at
    this.#depth = depth
    this.#word = word
    this.#exponent = exponent
    return at >= length
  }

  #watched(at: number): SkippedValue | undefined {
    const key = keyIn(this.text, this.#keyStart, this.#keyEnd)
    this.watch.key(key)
    return this.watch.skip?.(key, this.#keyStart, at)
  }

  /** Counts the name of the newest member. The first ones are not counted: few texts have so many. */
  #hasTooManyNames(limit: number): boolean {
    const names = (this.#names ??= new KeyVariety())
    names.add(this.text, this.#keyStart, this.#keyEnd)
    return names.count > limit
  }

  #endWord(start: number, end: number, exponent: boolean): void {
    const { text } = this
    if ((exponent || end - start >= largeDigits) && this.outOfRange === undefined && isInfinite(text.slice(start, end)))
      this.outOfRange = start
    if (end - start >= manyDigits && !this.longNumber) this.longNumber = changesWhenParsed(text.slice(start, end))
  }

  #stop(limit: JsonExcess['limit'], at: number, values: number): true {
    this.values = values
    this.excess = { limit, at }
    this.#at = this.text.length
    return true
  }
}

/** The digits of the smallest number without exponent that is infinite. */
const largeDigits = 309

/** Characters without a separator, bracket or quote; the end of a longer run is searched natively. */
const longRun = 64
const nextMark = /[",:{}[\]]/g
/** Reading a number of megabytes takes long. */
const mostDigits = 4096

/** Whether this is a number whose digits change when it is parsed. What is no number may be one. */
function changesWhenParsed(word: string): boolean {
  const number = word.trim()
  return number.length >= manyDigits && (number.length > mostDigits || losesDigits(number))
}

/** Whether this is a number that would be infinite when parsed, or has too many digits to be read. */
function isInfinite(word: string): boolean {
  const number = word.trim()
  if (number.length > mostDigits) return /^-?\d/.test(number)
  return Math.abs(Number(number)) === Infinity && !number.includes('I')
}
