import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptKind, KeptObject, KeptObjectRepository, KeptPage, KeptPlace } from '../store/kept-object-repository.js'

export interface KeptObjectsOptions {
  readonly repository: KeptObjectRepository
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly lifeMs: number
  /** Most bytes of one owner; beyond it the owner's oldest objects are removed. */
  readonly quotaBytes: number
  /** Most bytes of all owners together, where the database is in memory. */
  readonly capacityBytes: number | undefined
  readonly onTrouble: (message: string, detail: unknown) => void
}

/** A new object; place and time are added. */
export interface NewObject {
  readonly id: string
  readonly value: unknown
  readonly metadata?: unknown
  readonly model?: string
}

const purgeMs = 3_600_000
const [tries, retryMs] = [5, 1000]
/** Positions of one millisecond. The largest position of this century is below 2^53. */
const inOneMillisecond = 1024

/** Conversations and stored chat completions. What was written here is found by the next request of this process, also while it is being written. */
export class KeptObjects {
  #position = 0
  #purgedAt = 0
  /** Writes after a reply, by owner and object. */
  readonly #writing = new Map<string, Promise<void>>()
  /** By owner: bytes written since the last check of the quota. */
  readonly #unchecked = new Map<string, number>()

  constructor(private readonly options: KeptObjectsOptions) {}

  /** `undefined` for an unknown, expired, deleted and another owner's id. */
  async find(place: KeptPlace, id: string): Promise<KeptObject | undefined> {
    await this.#writing.get(keyOf(place, id))
    return await this.options.repository.find(place, id, this.options.now())
  }

  async list(place: KeptPlace, page: KeptPage): Promise<readonly KeptObject[]> {
    return await this.options.repository.list(place, page, this.options.now())
  }

  async bytesIn(place: KeptPlace): Promise<number> {
    return await this.options.repository.bytesIn(place)
  }

  /** Adds objects in this order, which count as used now, as does their parent. */
  async add(place: KeptPlace, added: readonly NewObject[]): Promise<readonly KeptObject[]> {
    const { repository, now, lifeMs } = this.options
    const at = now()
    const objects = added.map(({ id, value, metadata, model }): KeptObject => {
      this.#position = Math.max(this.#position + 1, at * inOneMillisecond)
      return {
        ...place,
        id,
        position: this.#position,
        model: model ?? '',
        metadata: JSON.stringify(metadata ?? {}),
        value: JSON.stringify(value),
        createdAt: at,
        expiresAt: place.parent === '' ? at + lifeMs : endOfTime,
      }
    })
    await repository.add(objects)
    if (place.parent !== '') await repository.change(parentOf(place), place.parent, { expiresAt: at + lifeMs })
    await this.#holdToQuota(place.owner, objects)
    await this.#purge()
    return objects
  }

  /** The same after a reply was sent: reads of the object, or of its parent, wait for it. */
  addLater(place: KeptPlace, added: readonly NewObject[]): void {
    const [first] = added
    if (first === undefined) return
    const key = place.parent === '' ? keyOf(place, first.id) : keyOf(parentOf(place), place.parent)
    const before = this.#writing.get(key) ?? Promise.resolve()
    const writing = before
      .then(() => this.#addWithRetries(place, added))
      .finally(() => {
        if (this.#writing.get(key) === writing) this.#writing.delete(key)
      })
    this.#writing.set(key, writing)
  }

  async setMetadata(place: KeptPlace, id: string, metadata: unknown): Promise<void> {
    await this.options.repository.change(place, id, { metadata: JSON.stringify(metadata) })
  }

  async remove(place: KeptPlace, id: string): Promise<boolean> {
    await this.#writing.get(keyOf(place, id))
    return await this.options.repository.remove(place, id)
  }

  /** Resolves when all is written. */
  async close(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing.values())
  }

  async #addWithRetries(place: KeptPlace, added: readonly NewObject[]): Promise<void> {
    for (let left = tries - 1; ; left--) {
      try {
        await this.add(place, added)
        return
      } catch (error) {
        this.options.onTrouble(left > 0 ? 'a stored object waits for the database' : 'an object could not be stored', error)
        if (left === 0) return
        await sleep(retryMs, undefined, { ref: false })
      }
    }
  }

  async #purge(): Promise<void> {
    const now = this.options.now()
    if (now - this.#purgedAt < purgeMs) return
    this.#purgedAt = now
    await this.options.repository.purge(now)
  }

  async #holdToQuota(owner: string, added: readonly KeptObject[]): Promise<void> {
    const { repository, quotaBytes, capacityBytes } = this.options
    let unchecked = this.#unchecked.get(owner) ?? quotaBytes
    for (const { value, metadata } of added) unchecked += value.length + metadata.length
    this.#unchecked.set(owner, unchecked)
    // The sum of an owner's bytes takes a while where there are many rows.
    if (unchecked < Math.min(quotaBytes, capacityBytes ?? Infinity) / 20) return
    this.#unchecked.set(owner, 0)
    await repository.removeOldest(owner, quotaBytes)
    if (capacityBytes !== undefined) await repository.removeOldest(undefined, capacityBytes)
  }
}

/** For items: their conversation says how long they are kept. */
const endOfTime = Date.parse('9999-12-31T23:59:59Z')

/** The place of objects without a parent. */
export function placeOf(owner: string, kind: KeptKind): KeptPlace {
  return { owner, kind, parent: '' }
}

function parentOf({ owner }: KeptPlace): KeptPlace {
  return placeOf(owner, 'conversation')
}

function keyOf({ owner, kind, parent }: KeptPlace, id: string): string {
  return [owner, kind, parent, id].join('\n')
}
