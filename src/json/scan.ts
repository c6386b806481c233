import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './characters.js'
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

/** The JSON pointer of the value at this offset. */
export function pointerAt(text: string, offset: number): string {
  const search = new PointerSearch(text, offset)
  search.goTo(offset)
  return search.pointer
}

/** {@link pointerAt} in steps, for large texts. */
export class PointerSearch {
  readonly #path: (string | number)[] = []
  #keyStart = 0
  #keyEnd = 0
  #at = 0

  constructor(
    private readonly text: string,
    private readonly offset: number,
  ) {}

  /** The offset up to which it has looked. */
  get at(): number {
    return this.#at
  }

  /** Of the value at the offset, when it was reached. */
  get pointer(): string {
    return pointerOf(this.#path)
  }

  /** Looks on, at least to this offset; `true`: the one of the value is reached. */
  goTo(end: number): boolean {
    const { text } = this
    const path = this.#path
    const until = Math.min(end, this.offset)
    let at = this.#at
    while (at < until) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#keyStart = at
        at = this.#keyEnd = stringEnd(text, at)
        continue
      }
      const last = path.at(-1)
      if (code === openBrace) path.push('')
      else if (code === openBracket) path.push(0)
      else if (code === closeBrace || code === closeBracket) path.pop()
      else if (code === comma && typeof last === 'number') path[path.length - 1] = last + 1
      else if (code === colon && typeof last === 'string') path[path.length - 1] = keyIn(text, this.#keyStart, this.#keyEnd)
      at++
    }
    this.#at = at
    return at >= this.offset
  }
}

function endsWord(code: number): boolean {
  return code === comma || code === closeBrace || code === closeBracket || isSpace(code)
}

/** The key between these quotes without escapes; unchanged where its escapes are invalid. */
export function keyIn(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end - 1)
  if (!key.includes('\\')) return key
  try {
    return JSON.parse(`"${key}"`) as string
  } catch {
    return key
  }
}
