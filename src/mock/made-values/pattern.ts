import type { Random } from './random.js'
import { Steps } from './unmakeable.js'

/** What a pattern matches; `undefined` of {@link parsePattern}: it has something that this reader does not know. */
export type PatternNode =
  | { readonly type: 'characters'; readonly from: readonly string[] }
  | { readonly type: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number }

const longestPattern = 1000
const deepestGroup = 20
const mostRepeats = 1000

/** Reads a regular expression without look-around, back-references and word boundaries. */
export function parsePattern(source: string): PatternNode | undefined {
  if (source.length > longestPattern) return undefined
  try {
    return new PatternReader(source).whole()
  } catch (error) {
    if (error instanceof UnknownSyntax) return undefined
    throw error
  }
}

/** Most pieces of one text. */
const mostPieces = 20_000

/** A text that matches. `wished`: its usual length, where the pattern leaves it open. Throws {@link Steps}' error for one that is too long. */
export function textOfPattern(pattern: PatternNode, random: Random, wished: number): string {
  const steps = new Steps(mostPieces)
  const write = (node: PatternNode): string => {
    steps.take()
    switch (node.type) {
      case 'characters':
        return random.pick(node.from) ?? ''
      case 'choice': {
        const chosen = random.pick(node.nodes)
        return chosen === undefined ? '' : write(chosen)
      }
      case 'sequence':
        return node.nodes.map(write).join('')
      case 'repeat': {
        const count = random.whole(node.least, Math.min(node.most, Math.max(node.least, wished) + 2))
        return Array.from({ length: count }, () => write(node.node)).join('')
      }
    }
  }
  return write(pattern)
}

class UnknownSyntax extends Error {}

const between = (first: string, last: string): string[] =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index))

const digits = between('0', '9')
const letters = [...between('a', 'z'), ...between('A', 'Z')]
const printable = between(' ', '~')
const word = [...letters, ...digits, '_']
const without = (excluded: readonly string[]): string[] => printable.filter((character) => !excluded.includes(character))

const classes: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  D: without(digits),
  w: word,
  W: without(word),
  s: [' '],
  S: without([' ']),
}
const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }

class PatternReader {
  #at = 0
  #depth = 0

  constructor(private readonly source: string) {}

  whole(): PatternNode {
    const node = this.#choice()
    if (this.#at < this.source.length) throw new UnknownSyntax()
    return node
  }

  #choice(): PatternNode {
    const nodes = [this.#sequence()]
    while (this.#takes('|')) nodes.push(this.#sequence())
    return { type: 'choice', nodes }
  }

  #sequence(): PatternNode {
    const nodes: PatternNode[] = []
    this.#takes('^')
    while (this.#at < this.source.length && !'|)'.includes(this.#next)) {
      if (this.#takes('$')) {
        if (this.#at < this.source.length && !'|)'.includes(this.#next)) throw new UnknownSyntax()
        break
      }
      nodes.push(this.#repeated(this.#atom()))
    }
    return { type: 'sequence', nodes }
  }

  get #next(): string {
    return this.source[this.#at] ?? ''
  }

  #takes(text: string): boolean {
    if (!this.source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #atom(): PatternNode {
    if (this.#takes('(')) return this.#group()
    if (this.#takes('[')) return { type: 'characters', from: this.#class() }
    if (this.#takes('.')) return { type: 'characters', from: [...letters, ...digits] }
    if (this.#takes('\\')) return { type: 'characters', from: this.#escape() }
    if ('*+?{^'.includes(this.#next)) throw new UnknownSyntax()
    return { type: 'characters', from: [this.#character()] }
  }

  #group(): PatternNode {
    if (this.#takes('?') && !this.#takes(':')) {
      const name = /^<[A-Za-z]\w*>/.exec(this.source.slice(this.#at))
      if (name === null) throw new UnknownSyntax()
      this.#at += name[0].length
    }
    if (++this.#depth > deepestGroup) throw new UnknownSyntax()
    const node = this.#choice()
    this.#depth -= 1
    if (!this.#takes(')')) throw new UnknownSyntax()
    return node
  }

  #character(): string {
    const character = String.fromCodePoint(this.source.codePointAt(this.#at) ?? 0)
    this.#at += character.length
    return character
  }

  #escape(): readonly string[] {
    const coded = /^(?:u\{([0-9a-fA-F]{1,5})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))/.exec(this.source.slice(this.#at, this.#at + 8))
    if (coded !== null) {
      this.#at += coded[0].length
      return [String.fromCodePoint(Number.parseInt(coded[1] ?? coded[2] ?? coded[3] ?? '', 16))]
    }
    const property = /^p\{(L|Letter|Lu|Ll|N|Nd|Alphabetic)\}/.exec(this.source.slice(this.#at, this.#at + 16))
    if (property !== null) {
      this.#at += property[0].length
      return property[1]?.startsWith('N') === true ? digits : property[1] === 'Lu' ? between('A', 'Z') : between('a', 'z')
    }
    const character = this.#character()
    const known = classes[character] ?? (controls[character] === undefined ? undefined : [controls[character]])
    if (known !== undefined) return known
    if (/\w/.test(character)) throw new UnknownSyntax()
    return [character]
  }

  #class(): string[] {
    const negated = this.#takes('^')
    const members = new Set<string>()
    while (!this.#takes(']')) {
      if (this.#at >= this.source.length) throw new UnknownSyntax()
      const first = this.#classMember()
      const [from] = first
      if (first.length === 1 && from !== undefined && this.#next === '-' && this.source[this.#at + 1] !== ']') {
        this.#at += 1
        const [to, ...more] = this.#classMember()
        if (to === undefined || more.length > 0 || to < from) throw new UnknownSyntax()
        // Of a long range the first characters are enough.
        for (const character of between(from, to < '\u{3000}' ? to : from)) members.add(character)
      } else for (const character of first) members.add(character)
    }
    const from = negated ? without([...members]) : [...members]
    if (from.length === 0) throw new UnknownSyntax()
    return from
  }

  #classMember(): readonly string[] {
    return this.#takes('\\') ? this.#escape() : [this.#character()]
  }

  #repeated(node: PatternNode): PatternNode {
    const [least, most] = this.#count()
    if (least === 1 && most === 1) return node
    this.#takes('?')
    if ('*+{'.includes(this.#next) && this.#next !== '') throw new UnknownSyntax()
    return { type: 'repeat', node, least, most }
  }

  #count(): readonly [least: number, most: number] {
    if (this.#takes('?')) return [0, 1]
    if (this.#takes('*')) return [0, Infinity]
    if (this.#takes('+')) return [1, Infinity]
    const braces = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(this.source.slice(this.#at, this.#at + 12))
    if (braces === null) {
      if (this.#next === '{') throw new UnknownSyntax()
      return [1, 1]
    }
    this.#at += braces[0].length
    const least = Number(braces[1])
    const most = braces[2] === undefined ? least : braces[3] === '' ? Infinity : Number(braces[3])
    if (least > mostRepeats || most < least) throw new UnknownSyntax()
    return [least, most]
  }
}
