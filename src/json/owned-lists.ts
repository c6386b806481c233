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

/**
 * Entries of several owners, in lists by their keys, with the memory that all of them take. Each owner has its own; those that were not used
 * for the longest time go first.
 */
export class OwnedLists<Entry extends Owned> {
  readonly #byOwner = new Map<string, Map<string, Entry[]>>()
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
    return this.#byOwner.get(owner)
  }

  /** In the order of their coming. */
  list(owner: string, key: string): readonly Entry[] {
    return this.#byOwner.get(owner)?.get(key) ?? []
  }

  add(entry: Entry): void {
    const { owner, key } = entry
    const lists = this.#byOwner.get(owner) ?? new Map<string, Entry[]>()
    const list = lists.get(key) ?? []
    this.#byOwner.set(owner, lists)
    lists.set(key, list)
    list.push(entry)
    this.#uses.add(entry)
    this.#bytes += entry.size
  }

  use(entry: Entry): void {
    if (this.#uses.delete(entry)) this.#uses.add(entry)
  }

  resize(entry: Entry, size: number): void {
    this.#bytes += size - entry.size
    entry.size = size
  }

  /** Drops what takes more than the memory for all. */
  shrink(): void {
    this.shrinkTo(this.limit.limitBytes)
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
    const lists = this.#byOwner.get(owner)
    const list = lists?.get(key)
    if (lists === undefined || list === undefined) return
    list.splice(list.indexOf(entry), 1)
    if (list.length === 0) lists.delete(key)
    if (lists.size === 0) this.#byOwner.delete(owner)
  }

  forget(owner: string): void {
    for (const list of this.#byOwner.get(owner)?.values() ?? []) for (const entry of [...list]) this.drop(entry)
  }

  clear(): void {
    this.#byOwner.clear()
    this.#uses.clear()
    this.#bytes = 0
  }
}
