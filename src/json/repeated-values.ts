import { closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './characters.js'
import { countValues, unwatched, type SkippedValue } from './count-values.js'
import { OwnedLists, type MemoryLimit, type Owned } from './owned-lists.js'
import { isSpace, skipSpace, valueEnd } from './scan.js'

/** Of one member of one owner: agents of several kinds may take turns. */
const mostParsed = 4
const mostSeen = 2
/** Members of a body; agents send a few dozen at most. */
const mostMembers = 1000
/** Estimated memory of a value beside its characters. */
const bytesPerValue = 32

interface RepeatedOptions extends MemoryLimit {
  /** Shorter values are parsed each time; a list is kept again when as much has come to it. */
  readonly leastBytes: number
  /** Called with each value that is kept. */
  readonly onKept?: (value: unknown) => void
}

/** The value of a member, or the first items of a list, by its bytes. */
interface Known extends Owned {
  /** Of a list from its bracket to the end of the last item that is kept. */
  bytes: Buffer
  /** Lists: the offset in `bytes` after each item; only where there is a value. */
  ends: readonly number[] | undefined
  /** `undefined`: only the bytes are kept until they have come again. */
  parsed: Parsed | undefined
}

interface Parsed {
  readonly value: unknown
  /** How many values and members it has; of a list up to the end of each item. */
  readonly values: readonly number[]
  readonly keys: readonly number[]
  /** UTF-16 units of its text, likewise. */
  readonly lengths: readonly number[]
}

/** A member of a body that is read. */
interface Found {
  readonly key: string
  readonly keyStart: number
  readonly start: number
  readonly hit: Hit | undefined
}

interface Hit {
  readonly known: Known
  /** How many items of a list; 1 of another value. */
  readonly count: number
  /** Bytes. */
  readonly length: number
}

/** What was seen and has come again. */
interface Again {
  /** Of a list: the offset after each item that has come again. */
  readonly ends: readonly number[] | undefined
  /** Bytes. */
  readonly length: number
}

/**
 * Large members of JSON bodies that come again and again, as the tools, the instructions and the history of an agent do: parsed once, and
 * found by their bytes. The bytes are kept when they come first, the value when they come again. Values are shared: nobody may change
 * them.
 */
export class RepeatedValues {
  readonly #lists: OwnedLists<Known>
  #depth = 0

  constructor(private readonly options: RepeatedOptions) {
    this.#lists = new OwnedLists(options)
  }

  get bytes(): number {
    return this.#lists.bytes
  }

  get owners(): Iterable<string> {
    return this.#lists.owners
  }

  /** Reads one body. `depth`: how deep bodies may nest; kept values have been checked with it. */
  read(owner: string, bytes: Buffer, depth: number): RepeatedReading {
    if (depth !== this.#depth) this.clear()
    this.#depth = depth
    return new RepeatedReading(bytes, this.#lists.of(owner), (found, end, value) => {
      this.#learn(owner, bytes, { ...found, end, value })
    })
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

  #learn(owner: string, bytes: Buffer, member: Found & { readonly end: number; readonly value: unknown }): void {
    const { key, start, end, hit, value } = member
    if (hit !== undefined) this.#lists.use(hit.known)
    const { leastBytes } = this.options
    // A list grows with each body: it is kept again only when an eighth more has come to it, since that copies and counts all of it.
    if (hit !== undefined && (hit.known.ends === undefined || end - start - hit.length < leastBytes + hit.length / 8)) return
    if (end - start < leastBytes || !endsItself(bytes[start]) || key === '__proto__') return
    const list = this.#lists.list(owner, key)
    for (const seen of list) {
      if (seen.parsed !== undefined) continue
      const again = seenAgain(seen, bytes, [start, end], leastBytes + (hit?.length ?? 0))
      if (again === undefined) continue
      this.#lists.use(seen)
      this.#keep(seen, again, value)
      if (hit?.count === hit?.known.ends?.length && hit !== undefined) this.#lists.drop(hit.known)
      this.#dropOldest(list, (known) => known.parsed !== undefined, mostParsed)
      return
    }
    this.#add({
      owner,
      key,
      // Not copied: most bodies never come again.
      bytes: bytes.subarray(start, end),
      ends: undefined,
      parsed: undefined,
      size: bytes.buffer.byteLength,
    })
  }

  /** Keeps the value of what has come again. */
  #keep(seen: Known, { ends, length }: Again, value: unknown): void {
    const bytes = Buffer.from(seen.bytes.subarray(0, length))
    const counts = countedTo(bytes, ends ?? [length])
    const kept: unknown = ends === undefined ? value : (value as readonly unknown[]).slice(0, ends.length)
    this.options.onKept?.(kept)
    seen.bytes = bytes
    seen.ends = ends
    seen.parsed = { value: kept, ...counts }
    this.#lists.resize(seen, length * 3 + (counts.values.at(-1) ?? 0) * bytesPerValue)
    this.#lists.shrink()
  }

  #add(known: Known): void {
    this.#dropOldest(this.#lists.list(known.owner, known.key), ({ parsed }) => parsed === undefined, mostSeen - 1)
    this.#lists.add(known)
    this.#lists.shrink()
  }

  #dropOldest(list: readonly Known[], of: (known: Known) => boolean, most: number): void {
    const those = list.filter(of)
    for (const known of those.slice(0, Math.max(0, those.length - most))) this.#lists.drop(known)
  }
}

const unlimited = { depth: Infinity, values: Infinity, keys: Infinity }

/** Finds the known members of one body while its values are counted: offsets are those of its bytes. */
export class RepeatedReading {
  /** Values and members in what was skipped. */
  values = 0
  keys = 0
  /** A key occurs twice, or is not ASCII, or there are too many: the body is to be read without this. */
  needsPlainParsing = false
  /** How many UTF-16 units more the body has than {@link rest}. */
  omittedLength = 0
  readonly #members: Found[] = []
  readonly #keys = new Set<string>()
  #hits = 0

  constructor(
    private readonly bytes: Buffer,
    private readonly known: ReadonlyMap<string, readonly Known[]> | undefined,
    private readonly learn: (member: Found, end: number, value: unknown) => void,
  ) {}

  skip(key: string, keyStart: number, at: number): SkippedValue | undefined {
    if (this.needsPlainParsing) return undefined
    if (this.#keys.has(key) || this.#keys.size === mostMembers || /[^\0-\x7f]/.test(key)) {
      this.needsPlainParsing = true
      return undefined
    }
    this.#keys.add(key)
    let start = at
    while (isSpace(this.bytes[start] ?? 0)) start++
    const hit = this.#longest(key, start)
    this.#members.push({ key, keyStart, start, hit })
    const parsed = hit?.known.parsed
    if (hit === undefined || parsed === undefined) return undefined
    this.#hits++
    this.values += parsed.values[hit.count - 1] ?? 0
    this.keys += parsed.keys[hit.count - 1] ?? 0
    const isList = hit.known.ends !== undefined
    // Of a list its bracket stays, too.
    this.omittedLength += (parsed.lengths[hit.count - 1] ?? 0) - placeholder.length - (isList ? 1 : 0)
    return { end: start + hit.length, isList }
  }

  #longest(key: string, start: number): Hit | undefined {
    let longest: Hit | undefined
    for (const known of this.known?.get(key) ?? []) {
      if (known.parsed === undefined) continue
      const hit = hitOf(known, this.bytes, start)
      if (hit !== undefined && hit.length > (longest?.length ?? 0)) longest = hit
    }
    return longest
  }

  get found(): boolean {
    return this.#hits > 0
  }

  /** The body with `null` in the place of each value that is known, and of the first items of a list. */
  rest(): Buffer {
    const pieces: Buffer[] = []
    let from = 0
    for (const { start, hit } of this.#members) {
      if (hit === undefined) continue
      const isList = hit.known.ends !== undefined
      pieces.push(this.bytes.subarray(from, isList ? start + 1 : start), placeholder)
      from = start + hit.length
    }
    pieces.push(this.bytes.subarray(from))
    return Buffer.concat(pieces)
  }

  /**
   * Puts the known values into the value of {@link rest}. Remembers what may come again. Not for a body in which a number needs its place:
   * no value that is known has one.
   */
  complete(value: Record<string, unknown>): void {
    for (const { key, hit } of this.#members) {
      const known: unknown = hit?.known.parsed?.value
      if (hit === undefined || known === undefined) continue
      if (hit.known.ends === undefined) value[key] = known
      else {
        const after = (value[key] as readonly unknown[]).slice(1)
        const items = known as readonly unknown[]
        value[key] = after.length === 0 && hit.count === items.length ? items : [...items.slice(0, hit.count), ...after]
      }
    }
    for (const [index, member] of this.#members.entries()) {
      const next = this.#members[index + 1]
      this.learn(member, endBefore(this.bytes, next?.keyStart), value[member.key])
    }
  }
}

const placeholder = Buffer.from('null')

/** The end of the value before the key at `keyStart`, or of the last value of the body. */
function endBefore(bytes: Buffer, keyStart: number | undefined): number {
  const mark = keyStart === undefined ? closeBrace : comma
  let at = keyStart ?? bytes.length
  while (bytes[at - 1] !== mark) at--
  at--
  while (isSpace(bytes[at - 1] ?? 0)) at--
  return at
}

function hitOf(known: Known, bytes: Buffer, start: number): Hit | undefined {
  const { length } = known.bytes
  if (start + length <= bytes.length && known.bytes.compare(bytes, start, start + length) === 0)
    return { known, count: known.ends?.length ?? 1, length }
  if (known.ends === undefined) return undefined
  const count = equalItems(known.bytes, known.ends, bytes, start)
  const end = known.ends[count - 1]
  return end === undefined ? undefined : { known, count, length: end }
}

/** How much of what was seen comes again as the value from `start` to `end`; `undefined`: not this many bytes of it. */
function seenAgain(seen: Known, bytes: Buffer, [start, end]: readonly [number, number], leastBytes: number): Again | undefined {
  const { length } = seen.bytes
  const least = seen.bytes[0] === openBracket ? leastBytes : length
  if (least > length || end - start < least || seen.bytes.compare(bytes, start, start + least, 0, least) !== 0) return undefined
  if (seen.bytes[0] !== openBracket) return end - start === length ? { ends: undefined, length } : undefined
  const all = itemEnds(seen.bytes.toString('latin1'))
  const ends = all.slice(0, equalItems(seen.bytes, all, bytes, start))
  const last = ends.at(-1)
  return last === undefined || last < least ? undefined : { ends, length: last }
}

/** How many items of a list, whose items end at `ends` in `list`, are the first ones of that at `start` in `bytes`. */
function equalItems(list: Buffer, ends: readonly number[], bytes: Buffer, start: number): number {
  let [equal, different] = [0, ends.length + 1]
  let from = 0
  while (different - equal > 1) {
    const middle = (equal + different) >> 1
    const end = ends[middle - 1] ?? 0
    if (start + end <= bytes.length && list.compare(bytes, start + from, start + end, from, end) === 0) {
      equal = middle
      from = end
    } else different = middle
  }
  return equal
}

/** The offset after each item of a list, as far as items end themselves. */
function itemEnds(list: string): readonly number[] {
  const ends: number[] = []
  let at = skipSpace(list, 1)
  while (at < list.length && list.charCodeAt(at) !== closeBracket) {
    if (!endsItself(list.charCodeAt(at))) break
    const end = valueEnd(list, at)
    ends.push(end)
    const mark = skipSpace(list, end)
    if (list.charCodeAt(mark) !== comma) break
    at = skipSpace(list, mark + 1)
  }
  return ends
}

/** Whether a value that begins like this ends with a character of its own: its bytes alone show where it ends. */
function endsItself(first: number | undefined): boolean {
  return first === openBrace || first === openBracket || first === quote
}

/** The values, members and UTF-16 units up to each of these offsets, each at the end of a value. */
function countedTo(bytes: Buffer, ends: readonly number[]): Omit<Parsed, 'value'> {
  const counts: { values: number[]; keys: number[]; lengths: number[] } = { values: [], keys: [], lengths: [] }
  let [from, values, keys, length] = [0, 0, 0, 0]
  for (const end of ends) {
    const count = countValues(bytes.toString('latin1', from, end), unlimited, unwatched)
    counts.values.push((values += count.values))
    counts.keys.push((keys += count.keys))
    counts.lengths.push((length += bytes.toString('utf8', from, end).length))
    from = end
  }
  return counts
}
