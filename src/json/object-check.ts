import { backslash, closeBrace, closeBracket, colon, comma, openBrace, openBracket, quote } from './characters.js'

const [zero, nine, dot, minus, plus] = [0x30, 0x39, 0x2e, 0x2d, 0x2b]

/** `none`: only white space yet; `open`: the beginning of an object; `whole`: one complete object; `broken`: no object, whatever follows. */
export type ObjectState = 'none' | 'open' | 'whole' | 'broken'

/** The token or character that may come next. */
type Expected =
  'object' | 'first key' | 'key' | 'colon' | 'value' | 'first value' | 'comma' | 'text' | 'escape' | 'hex' | 'word' | 'end' | NumberState

/** The part of a number that was read last: sign, leading zero, other digits, dot, fraction, `e`, sign of the exponent, exponent. */
type NumberState = 'sign' | 'zero' | 'digits' | 'dot' | 'fraction' | 'e' | 'e sign' | 'exponent'

const deepest = 1000
const words: ReadonlyMap<number, string> = new Map([
  [0x74, 'rue'],
  [0x66, 'alse'],
  [0x6e, 'ull'],
])

/** Checks whether pieces of text make one JSON object (RFC 8259), without keeping the text. */
export class ObjectCheck {
  #expected: Expected = 'object'
  #broken = false
  /** The open objects (`true`) and lists, from the outside in. */
  readonly #open: boolean[] = []
  #inKey = false
  /** The rest of a literal (`true`), and the hexadecimal digits of an escape, that must still come. */
  #rest = ''
  #hex = 0

  get state(): ObjectState {
    if (this.#broken) return 'broken'
    if (this.#expected === 'object') return 'none'
    return this.#expected === 'end' ? 'whole' : 'open'
  }

  /** Returns the offset in `text` of the first character that cannot be there; its length where there is none. */
  push(text: string): number {
    for (let at = 0; at < text.length; at++) {
      if (this.#broken) return at
      this.#broken = !this.#read(text.charCodeAt(at))
      if (this.#broken) return at
    }
    return text.length
  }

  #read(code: number): boolean {
    switch (this.#expected) {
      case 'text':
        return this.#text(code)
      case 'escape':
        return this.#escape(code)
      case 'hex':
        if (!isHex(code)) return false
        if (--this.#hex === 0) this.#expected = 'text'
        return true
      case 'word':
        if (this.#rest.charCodeAt(0) !== code) return false
        this.#rest = this.#rest.slice(1)
        if (this.#rest === '') this.#expected = 'comma'
        return true
      case 'sign':
      case 'zero':
      case 'digits':
      case 'dot':
      case 'fraction':
      case 'e':
      case 'e sign':
      case 'exponent':
        return this.#number(this.#expected, code)
      default:
        return code === 32 || code === 10 || code === 13 || code === 9 || this.#token(this.#expected, code)
    }
  }

  #token(expected: Expected, code: number): boolean {
    switch (expected) {
      case 'object':
        return code === openBrace && this.#begin(true)
      case 'first key':
        return code === closeBrace ? this.#close(true) : this.#key(code)
      case 'key':
        return this.#key(code)
      case 'colon':
        this.#expected = 'value'
        return code === colon
      case 'first value':
        return code === closeBracket ? this.#close(false) : this.#value(code)
      case 'value':
        return this.#value(code)
      case 'comma':
        if (code === closeBrace) return this.#close(true)
        if (code === closeBracket) return this.#close(false)
        this.#expected = this.#open.at(-1) === true ? 'key' : 'value'
        return code === comma
      default:
        return false
    }
  }

  #begin(object: boolean): boolean {
    this.#expected = object ? 'first key' : 'first value'
    return this.#open.push(object) <= deepest
  }

  #close(object: boolean): boolean {
    if (this.#open.pop() !== object) return false
    this.#expected = this.#open.length === 0 ? 'end' : 'comma'
    return true
  }

  #key(code: number): boolean {
    this.#inKey = true
    this.#expected = 'text'
    return code === quote
  }

  #value(code: number): boolean {
    if (code === quote) {
      this.#inKey = false
      this.#expected = 'text'
      return true
    }
    if (code === openBrace || code === openBracket) return this.#begin(code === openBrace)
    const rest = words.get(code)
    if (rest !== undefined) {
      this.#rest = rest
      this.#expected = 'word'
      return true
    }
    if (code === minus) this.#expected = 'sign'
    else if (isDigit(code)) this.#expected = code === zero ? 'zero' : 'digits'
    else return false
    return true
  }

  #text(code: number): boolean {
    if (code === quote) this.#expected = this.#inKey ? 'colon' : 'comma'
    else if (code === backslash) this.#expected = 'escape'
    return code >= 32
  }

  #escape(code: number): boolean {
    const letter = String.fromCharCode(code)
    this.#hex = 4
    this.#expected = letter === 'u' ? 'hex' : 'text'
    return '"\\/bfnrtu'.includes(letter)
  }

  #number(state: NumberState, code: number): boolean {
    const next = afterNumber(state, code)
    if (next !== undefined) {
      this.#expected = next
      return true
    }
    if (state === 'sign' || state === 'dot' || state === 'e' || state === 'e sign') return false
    this.#expected = 'comma'
    return this.#read(code)
  }
}

/** The state of a number after this character; `undefined`: the number has ended before it. */
function afterNumber(state: NumberState, code: number): NumberState | undefined {
  const exponent = code === 0x65 || code === 0x45
  switch (state) {
    case 'sign':
      return code === zero ? 'zero' : isDigit(code) ? 'digits' : undefined
    case 'zero':
    case 'digits':
      if (code === dot) return 'dot'
      if (exponent) return 'e'
      return state === 'digits' && isDigit(code) ? 'digits' : undefined
    case 'dot':
      return isDigit(code) ? 'fraction' : undefined
    case 'fraction':
      return exponent ? 'e' : isDigit(code) ? 'fraction' : undefined
    case 'e':
      return code === plus || code === minus ? 'e sign' : isDigit(code) ? 'exponent' : undefined
    case 'e sign':
    case 'exponent':
      return isDigit(code) ? 'exponent' : undefined
  }
}

function isDigit(code: number): boolean {
  return code >= zero && code <= nine
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}
