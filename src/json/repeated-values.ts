import { isAscii } from 'node:buffer'
import { closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './characters.js'
import { countValues, unwatched, type SkippedValue } from './count-values.js'
import { OwnedLists, type MemoryLimit, type Owned } from './owned-lists.js'
import { isSpace, skipSpace, valueEnd } from './scan.js'

/** Of one member of one owner: agents of several kinds may take turns. */
const mostParsed = 4
const mostSeen = 2
/** Members of a body; agents send a few dozen at most. */
const mostMembers = 1000
/** A list may be cut after items with so many bytes together: very short ones are not worth a place each. */
const bytesBetweenCuts = 256
/** Bytes that are scanned or counted in one step. */
const stepLength = 64 * 1024
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
  /** Lists: where they may be cut; only where there is a value. */
  cuts: Cuts | undefined
  /** `undefined`: only the bytes are kept until they have come again. */
  parsed: Parsed | undefined
}

/** Places in a list after an item. */
interface Cuts {
  /** The offset from its bracket. */
  readonly ends: readonly number[]
  /** The items before it. */
  readonly counts: readonly number[]
}

interface Parsed {
  readonly value: unknown
  /** How many values and members it has; of a list up to each place where it may be cut. */
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
  /** Lists: at which place they are cut; 0 of another value. */
  readonly cut: number
  /** Bytes. */
  readonly length: number
}

/** What was seen and has come again. */
interface Again {
  /** Of a list: where it may be cut, as far as it has come again. */
  readonly cuts: Cuts | undefined
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
  /** How often something was forgotten: what was read before is not remembered afterwards. */
  #forgotten = 0

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
    const forgotten = this.#forgotten
    const isForgotten = (): boolean => forgotten !== this.#forgotten
    return new RepeatedReading(bytes, this.#lists.of(owner), (found, end, value) =>
      this.#learn(owner, bytes, { ...found, end, value }, isForgotten),
    )
  }

  forget(owner: string): void {
    this.#forgotten++
    this.#lists.forget(owner)
  }

  /** Drops what takes more memory than this. */
  shrinkTo(bytes: number): void {
    this.#lists.shrinkTo(bytes)
  }

  clear(): void {
    this.#forgotten++
    this.#lists.clear()
  }

  *#learn(
    owner: string,
    bytes: Buffer,
    member: Found & { readonly end: number; readonly value: unknown },
    isForgotten: () => boolean,
  ): Generator<void, void> {
    const { key, start, end, hit, value } = member
    if (isForgotten()) return
    if (hit !== undefined) this.#lists.use(hit.known)
    const { leastBytes } = this.options
    // A list grows with each body: it is kept again only when an eighth more has come to it, since that copies and counts all of it.
    if (hit !== undefined && (hit.known.cuts === undefined || end - start - hit.length < leastBytes + hit.length / 8)) return
    if (end - start < leastBytes || !endsItself(bytes[start]) || key === '__proto__') return
    for (const seen of [...this.#lists.list(owner, key)]) {
      if (!this.#awaitsValue(seen)) continue
      const again = yield* seenAgain(seen, bytes, [start, end], leastBytes + (hit?.length ?? 0))
      if (again === undefined) continue
      const kept = Buffer.from(seen.bytes.subarray(0, again.length))
      const counts = yield* countedTo(kept, again.cuts?.ends ?? [again.length])
      if (isForgotten() || !this.#awaitsValue(seen)) return
      this.#lists.use(seen)
      this.#keep(seen, kept, again.cuts, { value: again.cuts === undefined ? value : firstOf(value, again.cuts), ...counts })
      if (hit !== undefined && hit.cut + 1 === hit.known.cuts?.ends.length) this.#lists.drop(hit.known)
      this.#dropOldest(this.#lists.list(owner, key), (known) => known.parsed !== undefined, mostParsed)
      return
    }
    if (!isForgotten()) this.#add(owner, key, bytes.subarray(start, end))
  }

  #awaitsValue(seen: Known): boolean {
    return seen.parsed === undefined && this.#lists.has(seen)
  }

  /** Keeps the value of what has come again. */
  #keep(seen: Known, bytes: Buffer, cuts: Cuts | undefined, parsed: Parsed): void {
    this.options.onKept?.(parsed.value)
    seen.bytes = bytes
    seen.cuts = cuts
    seen.parsed = parsed
    this.#lists.resize(seen, bytes.length * 3 + (parsed.values.at(-1) ?? 0) * bytesPerValue)
    this.#lists.shrink(seen.owner)
  }

  #add(owner: string, key: string, part: Buffer): void {
    // Not copied where it is most of its body: most bodies never come again.
    const isMost = part.length > part.buffer.byteLength / 2
    const bytes = isMost ? part : Buffer.from(part)
    this.#dropOldest(this.#lists.list(owner, key), ({ parsed }) => parsed === undefined, mostSeen - 1)
    this.#lists.add({ owner, key, bytes, cuts: undefined, parsed: undefined, size: isMost ? part.buffer.byteLength : part.length })
    this.#lists.shrink(owner)
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
    private readonly learn: (member: Found, end: number, value: unknown) => Generator<void, void>,
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
    this.values += parsed.values[hit.cut] ?? 0
    this.keys += parsed.keys[hit.cut] ?? 0
    const isList = hit.known.cuts !== undefined
    // Of a list its bracket stays, too.
    this.omittedLength += (parsed.lengths[hit.cut] ?? 0) - placeholder.length - (isList ? 1 : 0)
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
      const isList = hit.known.cuts !== undefined
      pieces.push(this.bytes.subarray(from, isList ? start + 1 : start), placeholder)
      from = start + hit.length
    }
    pieces.push(this.bytes.subarray(from))
    return Buffer.concat(pieces)
  }

  /** Puts the known values into the value of {@link rest}. Not for a body in which a number needs its place: no value that is known has one. */
  complete(value: Record<string, unknown>): void {
    for (const { key, hit } of this.#members) {
      const known: unknown = hit?.known.parsed?.value
      if (hit === undefined || known === undefined) continue
      const { cuts } = hit.known
      if (cuts === undefined) value[key] = known
      else {
        const count = cuts.counts[hit.cut] ?? 0
        const after = (value[key] as readonly unknown[]).slice(1)
        const items = known as readonly unknown[]
        value[key] = after.length === 0 && count === items.length ? items : items.slice(0, count).concat(after)
      }
    }
  }

  /** Remembers what may come again in the complete value, in steps of much less than a millisecond. */
  *remember(value: Readonly<Record<string, unknown>>): Generator<void, void> {
    for (const [index, member] of this.#members.entries()) {
      const next = this.#members[index + 1]
      yield* this.learn(member, endBefore(this.bytes, next?.keyStart), value[member.key])
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

function firstOf(list: unknown, { counts }: Cuts): unknown {
  return (list as readonly unknown[]).slice(0, counts.at(-1))
}

function hitOf(known: Known, bytes: Buffer, start: number): Hit | undefined {
  const { length } = known.bytes
  if (start + length <= bytes.length && known.bytes.compare(bytes, start, start + length) === 0)
    return { known, cut: (known.cuts?.ends.length ?? 1) - 1, length }
  if (known.cuts === undefined) return undefined
  const cut = equalCuts(known.bytes, known.cuts.ends, bytes, start) - 1
  const end = known.cuts.ends[cut]
  return end === undefined ? undefined : { known, cut, length: end }
}

/** How much of what was seen comes again as the value from `start` to `end`; `undefined`: not this many bytes of it. */
function* seenAgain(
  seen: Known,
  bytes: Buffer,
  [start, end]: readonly [number, number],
  leastBytes: number,
): Generator<void, Again | undefined> {
  const { length } = seen.bytes
  const least = seen.bytes[0] === openBracket ? leastBytes : length
  if (least > length || end - start < least || seen.bytes.compare(bytes, start, start + least, 0, least) !== 0) return undefined
  if (seen.bytes[0] !== openBracket) return end - start === length ? { cuts: undefined, length } : undefined
  // No more of it: a short list takes no time for a long one with the same beginning.
  const all = yield* cutsOf(seen.bytes.toString('latin1', 0, end - start))
  const equal = equalCuts(seen.bytes, all.ends, bytes, start)
  const last = all.ends[equal - 1]
  if (last === undefined || last < least) return undefined
  return { cuts: { ends: all.ends.slice(0, equal), counts: all.counts.slice(0, equal) }, length: last }
}

/** Up to how many of the places `ends` a list has the same bytes as the one at `start` in `bytes`. */
function equalCuts(list: Buffer, ends: readonly number[], bytes: Buffer, start: number): number {
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

/** Where a list, or the beginning of one, may be cut, as far as its items end themselves. */
function* cutsOf(list: string): Generator<void, Cuts> {
  const cuts: { ends: number[]; counts: number[] } = { ends: [], counts: [] }
  let [items, last, end] = [0, 0, 0]
  let stepEnd = stepLength
  const cut = (): void => {
    cuts.ends.push((last = end))
    cuts.counts.push(items)
  }
  let at = skipSpace(list, 1)
  while (at < list.length && list.charCodeAt(at) !== closeBracket) {
    if (!endsItself(list.charCodeAt(at))) break
    const itemEnd = valueEnd(list, at)
    // The list is cut off there, or does not end.
    if (itemEnd === list.length) break
    end = itemEnd
    items++
    if (end - last >= bytesBetweenCuts) cut()
    if (end >= stepEnd) {
      yield
      stepEnd = end + stepLength
    }
    const mark = skipSpace(list, end)
    if (list.charCodeAt(mark) !== comma) break
    at = skipSpace(list, mark + 1)
  }
  if (end > last) cut()
  return cuts
}

/** Whether a value that begins like this ends with a character of its own: its bytes alone show where it ends. */
function endsItself(first: number | undefined): boolean {
  return first === openBrace || first === openBracket || first === quote
}

/** The values, members and UTF-16 units up to each of these offsets, each at the end of a value. */
function* countedTo(bytes: Buffer, ends: readonly number[]): Generator<void, Omit<Parsed, 'value'>> {
  const counts: { values: number[]; keys: number[]; lengths: number[] } = { values: [], keys: [], lengths: [] }
  const oneByte = isAscii(bytes)
  let [from, values, keys, length] = [0, 0, 0, 0]
  let stepEnd = stepLength
  for (const end of ends) {
    const count = countValues(bytes.toString('latin1', from, end), unlimited, unwatched)
    counts.values.push((values += count.values))
    counts.keys.push((keys += count.keys))
    counts.lengths.push((length += oneByte ? end - from : bytes.toString('utf8', from, end).length))
    from = end
    if (end < stepEnd) continue
    yield
    stepEnd = end + stepLength
  }
  return counts
}
