import { withExactWireNumbers } from './exact-numbers.js'
import { ObjectCheck } from './object-check.js'
import { isSpace } from './scan.js'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const letterU = 0x75

/** Longer numbers are refused when a text is counted. */
const longestWord = 5000

/** A list or object that is being filled. */
type Open =
  | { readonly list: unknown[]; readonly object?: undefined }
  | { readonly list?: undefined; readonly object: Record<string, unknown>; key: string }

type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'text' | 'comma' | 'end'

export interface SteppedOptions {
  /** Characters that `JSON.parse` is given at a time. */
  readonly pieceLength: number
  /** Whether numbers are so long that parsing may change their digits: they are kept as in a body of a dialect. */
  readonly longNumber: boolean
  /** Whether no string may keep the memory of the whole text: for values that are kept longer than that. */
  readonly copiesStrings?: boolean
}

/** The text is not JSON: the first character that is wrong is at this offset, or the text ends there too early. */
export class JsonProblem extends SyntaxError {
  constructor(readonly at: number) {
    super(`The text is not JSON at ${at}.`)
  }
}

/**
 * Parses a large JSON text in many short steps, so that other work can be done between them. The value is the one of `JSON.parse`, which
 * parses everything that ends within a piece; only larger lists, objects and strings are put together here.
 */
export class SteppedParse {
  #at = 0
  #expected: Expected = 'value'
  readonly #open: Open[] = []
  /** Offsets of lists and objects that do not end within a piece, from scans that began before them. */
  readonly #far = new Set<number>()
  /** Where the content of the string begins that is being read. */
  #stringStart = 0
  /** Its content so far; `undefined`: as it stands in the text. */
  #content: string | undefined
  #inKey = false
  #value: unknown

  constructor(
    private readonly text: string,
    private readonly options: SteppedOptions,
  ) {}

  /** Only after the last step. */
  get value(): unknown {
    return this.#value
  }

  /** Parses about one piece; `true`: that was the last one. Throws {@link JsonProblem}. */
  step(): boolean {
    const { length } = this.text
    const until = Math.min(this.#at + this.options.pieceLength, length)
    while (this.#at < until) this.#read(this.text.charCodeAt(this.#at))
    if (this.#at < length) return false
    if (this.#expected !== 'end') throw this.#unexpected()
    return true
  }

  #read(code: number): void {
    if (this.#expected === 'text') this.#readString()
    else if (isSpace(code)) this.#at++
    else this.#readToken(code)
  }

  #readToken(code: number): void {
    switch (this.#expected) {
      case 'first value':
        if (code === closeBracket) this.#close()
        else this.#readValue(code)
        return
      case 'value':
        this.#readValue(code)
        return
      case 'first key':
        if (code === closeBrace) this.#close()
        else this.#beginString(code, true)
        return
      case 'key':
        this.#beginString(code, true)
        return
      case 'colon':
        this.#take(code === colon)
        this.#expected = 'value'
        return
      case 'comma':
        this.#goOn(code)
        return
      default:
        throw this.#unexpected()
    }
  }

  /** After a value. */
  #goOn(code: number): void {
    const isList = this.#open.at(-1)?.list !== undefined
    if (code === (isList ? closeBracket : closeBrace)) {
      this.#close()
      return
    }
    this.#take(code === comma)
    this.#expected = isList ? 'value' : 'key'
  }

  #readValue(code: number): void {
    if (code === quote) {
      this.#beginString(code, false)
      return
    }
    const isContainer = code === openBrace || code === openBracket
    const end = isContainer ? this.#endNearby(this.#at) : this.#wordEnd()
    if (end !== undefined) this.#put(this.#parse(end))
    else if (code === openBrace) this.#begin({ object: {}, key: '' }, 'first key')
    else this.#begin({ list: [] }, 'first value')
  }

  #begin(open: Open, expected: Expected): void {
    this.#open.push(open)
    this.#expected = expected
    this.#at++
  }

  #close(): void {
    const open = this.#open.pop()
    this.#at++
    this.#put(open?.list ?? open?.object)
  }

  #put(value: unknown): void {
    const open = this.#open.at(-1)
    this.#expected = open === undefined ? 'end' : 'comma'
    if (open === undefined) this.#value = value
    else if (open.list !== undefined) open.list.push(value)
    else if (open.key === '__proto__')
      Object.defineProperty(open.object, open.key, { value, enumerable: true, configurable: true, writable: true })
    else open.object[open.key] = value
  }

  /** The value between here and `end`, where the next token begins. */
  #parse(end: number): unknown {
    const source = this.text.slice(this.#at, end)
    const value = this.#parseNative(source, '{"":')
    this.#at = end
    return this.options.longNumber ? withExactWireNumbers(value, source, this.#open.map(stepInto)) : value
  }

  /** `before`: what comes before `source` in a valid text. */
  #parseNative(source: string, before: string): unknown {
    try {
      return JSON.parse(before.endsWith('"') ? `"${source}"` : source)
    } catch {
      const check = new ObjectCheck()
      check.push(before)
      throw new JsonProblem(this.#at + check.push(source))
    }
  }

  #beginString(code: number, isKey: boolean): void {
    this.#take(code === quote)
    this.#expected = 'text'
    this.#inKey = isKey
    this.#stringStart = this.#at
    this.#content = undefined
  }

  /** Reads a string to its end, or a piece of it. */
  #readString(): void {
    const piece = this.text.slice(this.#at, this.#at + this.options.pieceLength)
    const end = contentEnd(piece)
    const isEnd = piece.charCodeAt(end) === quote
    // An escape that does not fit in a piece is cut off by the end of the text.
    const source = end === 0 && !isEnd ? piece : piece.slice(0, end)
    if (this.#content !== undefined || this.options.copiesStrings === true || needsParsing.test(source)) {
      const before = this.#content ?? this.text.slice(this.#stringStart, this.#at)
      this.#content = before + String(this.#parseNative(source, '{"'))
    }
    this.#at += end
    if (isEnd) this.#endString()
  }

  #endString(): void {
    // Without escapes the text is not copied: there may be megabytes of it.
    const value = this.#content ?? this.text.slice(this.#stringStart, this.#at)
    const open = this.#open.at(-1)
    this.#at++
    if (!this.#inKey) this.#put(value)
    else if (open?.object !== undefined) {
      open.key = value
      this.#expected = 'colon'
    }
  }

  /** The offset after the list or object that begins at `start`; `undefined` where it does not end within a piece. */
  #endNearby(start: number): number | undefined {
    if (this.#far.delete(start)) return undefined
    const { text } = this
    const until = Math.min(start + this.options.pieceLength, text.length)
    const open: number[] = []
    let inString = false
    for (let at = start; at < until; at++) {
      const code = text.charCodeAt(at)
      if (inString) {
        if (code === backslash) at++
        else if (code === quote) inString = false
      } else if (code === quote) inString = true
      else if (code === openBrace || code === openBracket) open.push(at)
      else if (code === closeBrace || code === closeBracket) {
        open.pop()
        if (open.length === 0) return at + 1
      }
    }
    // Each of them need not be looked at again: nesting would make that many times the length of the text.
    for (const at of open) if (at !== start) this.#far.add(at)
    return undefined
  }

  /** The offset after the number or literal that begins here. */
  #wordEnd(): number {
    const until = Math.min(this.#at + longestWord, this.text.length)
    let at = this.#at
    while (at < until && isInWord(this.text.charCodeAt(at))) at++
    return at
  }

  #take(expected: boolean): void {
    if (!expected) throw this.#unexpected()
    this.#at++
  }

  #unexpected(): JsonProblem {
    return new JsonProblem(this.#at)
  }
}

/** Escapes and characters that may not stand in a string. */
// eslint-disable-next-line no-control-regex
const needsParsing = /[\\\u0000-\u001f]/

function stepInto(open: Open): string | number {
  return open.list === undefined ? open.key : open.list.length
}

function isInWord(code: number): boolean {
  return code !== comma && code !== closeBrace && code !== closeBracket && !isSpace(code)
}

/** The offset of the quote that ends the string, or the last one at which this beginning of it can be cut. */
function contentEnd(piece: string): number {
  const end = piece.indexOf('"')
  // Not in all of the piece: most strings are short, and have no escapes.
  let at = (end < 0 ? piece : piece.slice(0, end)).indexOf('\\')
  if (at < 0) return end < 0 ? piece.length : end
  while (at < piece.length) {
    const code = piece.charCodeAt(at)
    if (code === quote) return at
    const length = code !== backslash ? 1 : piece.charCodeAt(at + 1) === letterU ? 6 : 2
    if (at + length > piece.length) return at
    at += length
  }
  return at
}
