import { backslash, capitalE, closeBrace, closeBracket, colon, comma, letterE, openBrace, openBracket, quote } from './characters.js'
import { pointerOf } from './pointer.js'

const nearby = 24

/*
 * A scanner of JSON texts: finds members and values without parsing them. Offsets count UTF-16 units. For bytes decoded as Latin-1 they
 * count bytes: JSON's own syntax is ASCII.
 */

/** A member of an object in a JSON text. */
export interface Member {
  /** Without escapes. */
  readonly key: string
  /** Offset of the key's opening quote. */
  readonly keyStart: number
  /** Offset of the value, and the offset after it. */
  readonly start: number
  readonly end: number
}

/** The wanted members of the object at `from`, in their order, repeated ones too. */
export function membersOf(text: string, from: number, wanted: (key: string) => boolean): Member[] {
  const members: Member[] = []
  let at = skipSpace(text, from)
  if (text.charCodeAt(at) !== openBrace) return members
  at = skipSpace(text, at + 1)
  while (text.charCodeAt(at) === quote) {
    const keyEnd = stringEnd(text, at)
    const mark = skipSpace(text, keyEnd)
    if (text.charCodeAt(mark) !== colon) break
    const start = skipSpace(text, mark + 1)
    const end = valueEnd(text, start)
    const key = keyIn(text, at, keyEnd)
    if (wanted(key)) members.push({ key, keyStart: at, start, end })
    const next = skipSpace(text, end)
    if (text.charCodeAt(next) !== comma) break
    at = skipSpace(text, next + 1)
  }
  return members
}

/** The offset of the first character at or after `from` that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

/** The offset after the closing quote of the string that opens at `from`. `indexOf` is fast for megabytes of base64. */
export function stringEnd(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const found = text.indexOf('"', at)
    if (found < 0) return text.length
    let before = found - 1
    while (before >= at && text.charCodeAt(before) === backslash) before--
    if ((found - before) % 2 === 1) return found + 1
    // After an escaped quote others are usually near: stepping is faster than `indexOf` for each.
    const near = Math.min(found + 1 + nearby, text.length)
    for (at = found + 1; at < near;) {
      const code = text.charCodeAt(at)
      if (code === quote) return at + 1
      at += code === backslash ? 2 : 1
    }
  }
}

/** The offset after the value that begins at `start`. */
export function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start)
  if (first === quote) return stringEnd(text, start)
  let at = start
  if (first !== openBrace && first !== openBracket) return wordEnd(text, start)
  let depth = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = stringEnd(text, at)
      continue
    }
    if (code === openBrace || code === openBracket) depth++
    else if (code === closeBrace || code === closeBracket) {
      depth--
      if (depth === 0) return at + 1
    }
    at++
  }
  return at
}

/** The offset after the number or literal (`true`) that begins at `start`. */
export function wordEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !endsWord(text.charCodeAt(at))) at++
  return at
}

export interface JsonLimits {
  /** Nested lists and objects. */
  readonly depth: number
  /** Values; a list or an object counts twice, since parsing it costs more. */
  readonly values: number
  /** Members of all objects. */
  readonly keys: number
}

export interface JsonCount {
  /** Values counted. */
  readonly values: number
  /** The limit that was exceeded. */
  readonly excess: JsonExcess | undefined
  /** Whether a number is so long that parsing may change its digits. */
  readonly longNumber: boolean
  /** Offset of the first number that would be infinite when parsed. */
  readonly outOfRange: number | undefined
}

export interface JsonExcess {
  readonly limit: keyof JsonLimits
  /** Offset of the first value or member beyond the limit. */
  readonly at: number
}

/** Receives the keys of the outermost object, without escapes. */
export interface KeyWatch {
  key(key: string): void
}

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
  excess: JsonExcess | undefined
  longNumber = false
  outOfRange: number | undefined
  #at = 0
  #depth = 0
  #keys = 0
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
        if (++this.#keys > limits.keys) return this.#stop('keys', at, values)
        if (depth === 1) this.watch.key(keyIn(text, this.#keyStart, this.#keyEnd))
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

  #endWord(start: number, end: number, exponent: boolean): void {
    const { text } = this
    if ((exponent || end - start >= largeDigits) && this.outOfRange === undefined && isInfinite(text.slice(start, end)))
      this.outOfRange = start
    if (end - start >= manyDigits && !this.longNumber) this.longNumber = mayLoseDigits(text.slice(start, end))
  }

  #stop(limit: keyof JsonLimits, at: number, values: number): true {
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

/** Whether this is a number that would be infinite when parsed, or has too many digits to be read. */
function isInfinite(word: string): boolean {
  const number = word.trim()
  if (number.length > mostDigits) return /^-?\d/.test(number)
  return Math.abs(Number(number)) === Infinity && !number.includes('I')
}

/** Numbers of fewer characters than this always keep their digits. */
export const manyDigits = 16

/** Whether a number of this text may lose digits when parsed: a quick test that digits in strings pass too. It looks at one place for each 16. */
export function mayLoseDigits(text: string): boolean {
  for (let at = manyDigits - 1; at < text.length; at += manyDigits) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue
    let start = at
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start--
    let end = at + 1
    while (end < text.length && end - start < manyDigits && isDigitOrPoint(text.charCodeAt(end))) end++
    if (end - start >= manyDigits) return true
  }
  return false
}

function isDigitOrPoint(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e
}

/** The JSON pointer of the value at this offset. */
export function pointerAt(text: string, offset: number): string {
  const path: (string | number)[] = []
  let keyStart = 0
  let keyEnd = 0
  let at = 0
  while (at < offset) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      keyStart = at
      at = keyEnd = stringEnd(text, at)
      continue
    }
    const last = path.at(-1)
    if (code === openBrace) path.push('')
    else if (code === openBracket) path.push(0)
    else if (code === closeBrace || code === closeBracket) path.pop()
    else if (code === comma && typeof last === 'number') path[path.length - 1] = last + 1
    else if (code === colon && typeof last === 'string') path[path.length - 1] = keyIn(text, keyStart, keyEnd)
    at++
  }
  return pointerOf(path)
}

function endsWord(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isSpace(code)
}

/** The key between these quotes without escapes; unchanged where its escapes are invalid. */
function keyIn(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1)
  if (!key.includes('\\')) return key
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}
