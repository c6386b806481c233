import type { JsonObject } from '../../json/object.js'
import { bytesOf, type StoredResponse } from '../../store/response-repository.js'

export interface ResponseMemoryOptions {
  readonly capacityBytes: number
  /** How long an entry is valid, since other processes write to the same database. */
  readonly believedMs: number
  /** Whether a database has what is dropped here. */
  readonly isCopy: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** A new response, which is serialised only when it is written. */
export interface NewResponse {
  readonly owner: string
  readonly id: string
  readonly previousId?: string
  /** `input` of the request, without the turns before. */
  readonly input: unknown
  readonly reply: JsonObject
}

export interface MemoryEntry {
  readonly owner: string
  readonly id: string
  response: StoredResponse | undefined
  /** Set while it is not serialised. */
  fresh: NewResponse | undefined
  readonly createdAt: number
  readonly seenAt: number
  /** Whether it is still to be written: then it cannot be dropped for others. */
  waits: boolean
  /** Bytes counted against the capacity; 0 while it waits to be written. */
  size: number
  /** Kept only because others continue it: it cannot be found by its id. */
  hidden: boolean
}

/** The stored responses in memory, by owner and id. Beyond the capacity the least recently used are dropped. */
export class ResponseMemory {
  /** In order of use, the least recently used first. */
  readonly #entries = new Map<string, MemoryEntry>()
  #bytes = 0

  constructor(private readonly options: ResponseMemoryOptions) {}

  /** Adds an entry that waits to be written. */
  add(entry: MemoryEntry): void {
    const key = keyOf(entry)
    this.drop(entry)
    this.#entries.set(key, entry)
  }

  recall(owner: string, id: string): MemoryEntry | undefined {
    const key = keyOf({ owner, id })
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    if (!entry.waits && this.options.now() - entry.seenAt > this.options.believedMs) {
      this.drop(entry)
      return undefined
    }
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry
  }

  /** Adds what the database has. `hidden`: it was not asked for by its id. */
  remember(response: StoredResponse, hidden: boolean): void {
    const { owner, id, createdAt } = response
    const known = this.#entries.get(keyOf(response))
    if (known !== undefined) {
      if (!hidden) known.hidden = false
      return
    }
    const seenAt = this.options.now()
    const entry: MemoryEntry = { owner, id, response, fresh: undefined, createdAt, seenAt, waits: false, size: 0, hidden }
    this.#entries.set(keyOf(entry), entry)
    this.#weigh(entry)
  }

  written(entry: MemoryEntry): void {
    entry.waits = false
    this.#weigh(entry)
  }

  /** Makes a response unknown by its id; where there is no database, it is kept for those that continue it. */
  forget(owner: string, id: string): void {
    const entry = this.#entries.get(keyOf({ owner, id }))
    if (entry === undefined) return
    if (!this.options.isCopy && this.#hasContinuation(entry)) entry.hidden = true
    else this.drop(entry)
  }

  drop(place: { readonly owner: string; readonly id: string }): void {
    const key = keyOf(place)
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.size
  }

  /** Counts a written entry, and makes room. Entries that wait to be written are not counted: they cannot be dropped. */
  #weigh(entry: MemoryEntry): void {
    const key = keyOf(entry)
    if (this.#entries.get(key) !== entry || entry.size > 0) return
    const { response } = entry
    const size = response === undefined ? 400 : 400 + bytesOf(response)
    // One huge entry must not displace all others where the database has it.
    if (size > this.options.capacityBytes / 4 && this.options.isCopy) {
      this.#entries.delete(key)
      return
    }
    entry.size = size
    this.#bytes += size
    for (const candidate of this.#entries.values()) {
      if (this.#bytes <= this.options.capacityBytes) break
      if (candidate.size > 0) this.drop(candidate)
    }
  }

  #hasContinuation({ owner, id }: MemoryEntry): boolean {
    for (const { response } of this.#entries.values())
      if (response?.kind === 'kept' && response.owner === owner && response.previousId === id) return true
    return false
  }
}

export function keyOf({ owner, id }: { readonly owner: string; readonly id: string }): string {
  return `${owner}\n${id}`
}
