import { OwnedLists, type MemoryLimit, type Owned } from './owned-lists.js'
import { isShort, SteppedWrite } from './stepped-write.js'
import { resultOf, type Steps } from './steps.js'

/** Shorter texts of items are kept as strings: a buffer of its own costs more than copying them. */
const shortText = 1024
/** Of one member of one owner: agents of several kinds may take turns. */
const mostVariants = 3
/** Characters that are written in one step. */
const stepLength = 64 * 1024
/**
 * Estimated memory of a kept item for each byte of its text where that is a buffer, for each UTF-16 unit where it is a string: the text, and
 * a value of which most is shared.
 */
const bytesPerUnit = 2

type Text = Buffer | string

interface Item {
  readonly value: unknown
  readonly text: Text
}

/** The items of one list, as they were written last. */
interface Written extends Owned {
  readonly items: Item[]
}

/** Writes JSON objects whose lists have mostly the items that they had before: the text of an item that is the same is not made again. */
export class RepeatedTexts {
  readonly #lists: OwnedLists<Written>

  constructor(limit: MemoryLimit) {
    this.#lists = new OwnedLists(limit)
  }

  get bytes(): number {
    return this.#lists.bytes
  }

  get owners(): Iterable<string> {
    return this.#lists.owners
  }

  /** The same as `JSON.stringify(object)`, as bytes. `kind`: of objects that have the same lists. The items may not be changed afterwards. */
  write(owner: string, kind: string, object: object): Buffer {
    return resultOf(this.#write(owner, kind, object, textAtOnce))
  }

  /** {@link write} for a large object. */
  writing(owner: string, kind: string, object: object): Steps<Buffer> {
    return this.#write(owner, kind, object, textInSteps)
  }

  *#write(owner: string, kind: string, object: object, textOf: TextOf): Steps<Buffer> {
    const pieces = new Pieces()
    let before = '{'
    for (const [key, value] of Object.entries(object)) {
      if (Array.isArray(value) && value.length > 0) {
        pieces.add(`${before}${JSON.stringify(key)}:`)
        yield* this.#writeList(owner, `${kind} ${key}`, value, pieces, textOf)
      } else {
        const text = yield* textOf(value)
        if (text === undefined) continue
        pieces.add(`${before}${JSON.stringify(key)}:`)
        pieces.add(text)
      }
      before = ','
    }
    pieces.add(before === '{' ? '{}' : '}')
    return pieces.joined()
  }

  forget(owner: string): void {
    this.#lists.forget(owner)
  }

  /** Drops what takes more memory than this. */
  shrinkTo(bytes: number): void {
    this.#lists.shrinkTo(bytes)
  }

  clear(): void {
    this.#lists.clear()
  }

  *#writeList(owner: string, key: string, list: readonly unknown[], pieces: Pieces, textOf: TextOf): Steps<void> {
    const written = this.#writtenWith(owner, key, list[0])
    let before = '['
    for (const [index, value] of list.entries()) {
      const known = written.items[index]
      const text = known !== undefined && isSame(known.value, value) ? known.text : yield* this.#writeItem(written, index, value, textOf)
      pieces.add(before)
      pieces.add(text)
      before = ','
      if (pieces.endsStep()) yield
    }
    pieces.add(']')
    this.#lists.use(written)
    this.#lists.shrink(owner)
  }

  *#writeItem(written: Written, index: number, value: unknown, textOf: TextOf): Steps<Text> {
    const made = (yield* textOf(value)) ?? 'null'
    const text = typeof made === 'string' && made.length >= shortText ? Buffer.from(made) : made
    const change = (text.length - (written.items[index]?.text.length ?? 0)) * bytesPerUnit
    written.items[index] = { value, text }
    this.#lists.resize(written, written.size + change)
    return text
  }

  /** The list that began with the same item, or a new one. */
  #writtenWith(owner: string, key: string, first: unknown): Written {
    const variants = this.#lists.list(owner, key)
    const known = variants.find(({ items: [item] }) => item !== undefined && isSame(item.value, first))
    if (known !== undefined) return known
    const [oldest] = variants
    if (variants.length >= mostVariants && oldest !== undefined) this.#lists.drop(oldest)
    const written: Written = { owner, key, items: [], size: 0 }
    this.#lists.add(written)
    return written
  }
}

/** The JSON text of a value; `undefined` for values that JSON does not have. */
type TextOf = (value: unknown) => Steps<Text | undefined>

// Steps of which there is only one.
// eslint-disable-next-line require-yield
function* textAtOnce(value: unknown): Steps<Text | undefined> {
  return JSON.stringify(value)
}

function* textInSteps(value: unknown): Steps<Text | undefined> {
  if (isShort(value, stepLength)) return JSON.stringify(value)
  const write = new SteppedWrite(value, stepLength)
  while (!write.step()) yield
  return write.bytes
}

/** Joins texts; strings between buffers become one. */
class Pieces {
  readonly #buffers: Buffer[] = []
  #text = ''
  #length = 0
  #stepEnd = stepLength

  /** Whether so much was added that this is a step of its own. */
  endsStep(): boolean {
    if (this.#length < this.#stepEnd) return false
    this.#stepEnd = this.#length + stepLength
    return true
  }

  add(text: Text): void {
    this.#length += text.length
    if (typeof text === 'string') this.#text += text
    else {
      this.#buffers.push(Buffer.from(this.#text), text)
      this.#text = ''
    }
  }

  joined(): Buffer {
    return Buffer.concat([...this.#buffers, Buffer.from(this.#text)])
  }
}

/** Whether both have the same JSON text; `false` for some that have. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (Array.isArray(other) || JSON.isRawJSON(one) || JSON.isRawJSON(other)) return false
  const names = Object.keys(one)
  const others = Object.keys(other)
  return (
    names.length === others.length &&
    names.every((name, index) => name === others[index] && isSame(Reflect.get(one, name), Reflect.get(other, name)))
  )
}
