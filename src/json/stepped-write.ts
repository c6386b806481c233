import { pieceEnd } from './cut-text.js'

/** A list or object of which some is written. */
type Open = { isFirst: boolean } & (
  | {
      /** The values that are left, the next one last. */
      readonly values: unknown[]
    }
  | {
      readonly object: Readonly<Record<string, unknown>>
      /** The keys that are left, the next one last. */
      readonly keys: string[]
    }
)

/**
 * Writes a large JSON value in many short steps, so that other work can be done between them. The bytes are those of `JSON.stringify`, which
 * writes everything that is small. Only for plain values: as parsed, without `toJSON`.
 */
export class SteppedWrite {
  readonly #pieces: Buffer[] = []
  #text = ''
  readonly #open: Open[] = []
  /** The rest of a long text. */
  #rest = ''

  constructor(
    value: unknown,
    /** Characters that `JSON.stringify` writes at a time. */
    private readonly pieceLength: number,
  ) {
    this.#write(value)
  }

  /** Only after the last step. */
  get bytes(): Buffer {
    return Buffer.concat(this.#pieces)
  }

  /** Writes about one piece; `true`: that was the last one. */
  step(): boolean {
    const depth = this.#open.length
    while (this.#text.length < this.pieceLength) {
      const open = this.#open.at(-1)
      if (this.#rest !== '') this.#writeRest()
      else if (open !== undefined) this.#writeNext(open)
      else {
        this.#flush()
        return true
      }
      // The keys of a large object take long to find.
      if (this.#open.length > depth) return false
    }
    this.#flush()
    return false
  }

  #flush(): void {
    this.#pieces.push(Buffer.from(this.#text))
    this.#text = ''
  }

  #writeNext(open: Open): void {
    const isList = 'values' in open
    if ((isList ? open.values : open.keys).length === 0) {
      this.#text += isList ? ']' : '}'
      this.#open.pop()
      return
    }
    let name = ''
    let value: unknown
    if (isList) value = open.values.pop()
    else {
      const key = open.keys.pop() ?? ''
      value = open.object[key]
      if (value === undefined) return
      name = `${JSON.stringify(key)}:`
    }
    this.#text += open.isFirst ? name : `,${name}`
    open.isFirst = false
    this.#write(value)
  }

  #write(value: unknown): void {
    if (typeof value === 'string' && value.length > this.pieceLength) {
      this.#text += '"'
      this.#rest = value
    } else if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) this.#text += JSON.stringify(value ?? null)
    else if (Array.isArray(value)) {
      if (isShort(value, this.pieceLength)) this.#text += JSON.stringify(value)
      else this.#begin('[', { values: value.toReversed(), isFirst: true })
    } else {
      const object = value as Readonly<Record<string, unknown>>
      const keys = Object.keys(object)
      if (weighMembers(object, keys, this.pieceLength - 8) >= 0) this.#text += JSON.stringify(value)
      else this.#begin('{', { object, keys: keys.reverse(), isFirst: true })
    }
  }

  #begin(start: string, open: Open): void {
    this.#text += start
    this.#open.push(open)
  }

  #writeRest(): void {
    const rest = this.#rest
    // The halves of a character would be escaped if they stood alone.
    const end = pieceEnd(rest, 0, this.pieceLength)
    this.#text += JSON.stringify(rest.slice(0, end)).slice(1, -1)
    this.#rest = rest.slice(end)
    if (this.#rest === '') this.#text += '"'
  }
}

/** Whether a value is written in about so many characters at most; finding that out takes as long as writing them. */
export function isShort(value: unknown, characters: number): boolean {
  return weigh(value, characters) >= 0
}

/** What is left of `characters` after about the length of this value; negative: it is longer. */
function weigh(value: unknown, characters: number): number {
  if (typeof value === 'string') return characters - value.length
  let left = characters - 8
  if (typeof value !== 'object' || value === null) return left
  // Not by its keys: all of them would be made first.
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = weigh(value[index], left - 1)
    return left
  }
  const object = value as Readonly<Record<string, unknown>>
  return weighMembers(object, Object.keys(object), left)
}

function weighMembers(object: Readonly<Record<string, unknown>>, keys: readonly string[], left: number): number {
  for (const key of keys) {
    if (left < 0) return left
    left = weigh(object[key], left - key.length)
  }
  return left
}
