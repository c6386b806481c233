export interface Owned {
  readonly owner: string
  readonly key: string
  /** Estimated memory in bytes. */
  size: number
}

/** Memory for all entries; it may change with what else needs memory. */
export interface MemoryLimit {
  readonly limitBytes: number
}

/** The entries of one owner. */
interface OwnersEntries<Entry> {
  readonly lists: Map<string, Entry[]>
  /** In the order of their last use. */
  readonly uses: Set<Entry>
  bytes: number
}

/**
 * Entries of several owners, in lists by their keys, with the memory that all of them take. Each owner has its own, and at most half of the
 * memory: what one sends takes nothing from others that have the other half. Those that were not used for the longest time go first.
 */
export class OwnedLists<Entry extends Owned> {
  readonly #byOwner = new Map<string, OwnersEntries<Entry>>()
  /** In the order of their last use. */
  readonly #uses = new Set<Entry>()
  #bytes = 0

  constructor(private readonly limit: MemoryLimit) {}

  get bytes(): number {
    return this.#bytes
  }

  get owners(): Iterable<string> {
    return this.#byOwner.keys()
  }

  of(owner: string): ReadonlyMap<string, readonly Entry[]> | undefined {
    return this.#byOwner.get(owner)?.lists
  }

  /** In the order of their coming. */
  list(owner: string, key: string): readonly Entry[] {
    return this.of(owner)?.get(key) ?? []
  }

  has(entry: Entry): boolean {
    return this.#uses.has(entry)
  }

  add(entry: Entry): void {
    const { owner, key } = entry
    const all: OwnersEntries<Entry> = this.#byOwner.get(owner) ?? { lists: new Map(), uses: new Set(), bytes: 0 }
    const list = all.lists.get(key) ?? []
    this.#byOwner.set(owner, all)
    all.lists.set(key, list)
    list.push(entry)
    all.uses.add(entry)
    this.#uses.add(entry)
    all.bytes += entry.size
    this.#bytes += entry.size
  }

  use(entry: Entry): void {
    const all = this.#byOwner.get(entry.owner)
    if (all === undefined || !this.#uses.delete(entry)) return
    this.#uses.add(entry)
    all.uses.delete(entry)
    all.uses.add(entry)
  }

  resize(entry: Entry, size: number): void {
    const all = this.#byOwner.get(entry.owner)
    if (all !== undefined && this.#uses.has(entry)) {
      all.bytes += size - entry.size
      this.#bytes += size - entry.size
    }
    entry.size = size
  }

  /** Drops what takes more than the memory for all, and what this owner has beyond half of that. */
  shrink(owner: string): void {
    const { limitBytes } = this.limit
    const all = this.#byOwner.get(owner)
    for (const entry of all?.uses ?? []) {
      if (all === undefined || all.bytes <= limitBytes / 2) break
      this.drop(entry)
    }
    this.shrinkTo(limitBytes)
  }

  shrinkTo(bytes: number): void {
    for (const entry of this.#uses) {
      if (this.#bytes <= bytes) return
      this.drop(entry)
    }
  }

  drop(entry: Entry): void {
    if (!this.#uses.delete(entry)) return
    this.#bytes -= entry.size
    const { owner, key } = entry
    const all = this.#byOwner.get(owner)
    const list = all?.lists.get(key)
    if (all === undefined || list === undefined) return
    all.uses.delete(entry)
    all.bytes -= entry.size
    list.splice(list.indexOf(entry), 1)
    if (list.length === 0) all.lists.delete(key)
    if (all.lists.size === 0) this.#byOwner.delete(owner)
  }

  forget(owner: string): void {
    for (const entry of this.#byOwner.get(owner)?.uses ?? []) this.drop(entry)
  }

  clear(): void {
    this.#byOwner.clear()
    this.#uses.clear()
    this.#bytes = 0
  }
}
