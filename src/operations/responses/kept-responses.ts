import { toInputItems } from '../../dialects/responses/index.js'
import { defined } from '../../json/object.js'
import {
  bytesOf,
  type KeptResponse,
  type ReferredResponse,
  type ResponseRepository,
  type StoredResponse,
} from '../../store/response-repository.js'
import { keyOf, ResponseMemory, type MemoryEntry, type NewResponse } from './response-memory.js'

export interface KeptResponsesOptions {
  /** Absent: responses that do not fit into memory are lost, the oldest first (`database: memory`). */
  readonly repository?: ResponseRepository
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly lifeMs: number
  readonly capacityBytes: number
  /** Most bytes of one owner; beyond it the owner's oldest responses are removed. */
  readonly quotaBytes: number
  /** How long an entry in memory is valid, since other processes write to the same database. */
  readonly believedMs: number
  readonly onTrouble: (message: string, detail: unknown) => void
}

/** A response, its input and its reply as JSON. */
export type WrittenResponse = Pick<KeptResponse, 'owner' | 'id' | 'previousId' | 'input' | 'reply'>

/** A response that is to be kept, as JSON. */
export function writtenResponse({ owner, id, previousId, input, reply }: NewResponse): WrittenResponse {
  return defined<WrittenResponse>({
    owner,
    id,
    previousId,
    input: JSON.stringify(toInputItems(input as Parameters<typeof toInputItems>[0])),
    reply: JSON.stringify(reply),
  })
}

/** A conversation up to a response, and its bytes as JSON. */
export interface History {
  readonly turns: readonly KeptResponse[]
  readonly bytes: number
}

const flushMs = 100
const retryMs = 1000
const mostWaiting = 10_000
const purgeMs = 3_600_000

/**
 * Stored responses: the newest in memory, all in the database, written within a tenth of a second, so that neither a request nor its reply
 * waits for a disk. New ones are found at once.
 */
export class KeptResponses {
  readonly #memory: ResponseMemory
  /** Those that are still to be written, the oldest first. */
  readonly #waiting = new Map<string, MemoryEntry>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined
  #purgedAt: number
  /** By owner: bytes written since the last check of the quota. */
  readonly #unchecked = new Map<string, number>()

  constructor(private readonly options: KeptResponsesOptions) {
    const { repository, now, capacityBytes, believedMs } = options
    this.#memory = new ResponseMemory({ capacityBytes, believedMs, isCopy: repository !== undefined, now })
    this.#purgedAt = now() - purgeMs
  }

  keep(response: NewResponse): void {
    this.#put({ owner: response.owner, id: response.id, response: undefined, fresh: response })
  }

  /** Keeps a response that another process of the gateway has made. */
  keepWritten(written: WrittenResponse): void {
    const createdAt = this.options.now()
    const { owner, id } = written
    const response: KeptResponse = { kind: 'kept', ...written, createdAt, expiresAt: createdAt + this.options.lifeMs }
    this.#put({ owner, id, response, fresh: undefined })
  }

  /** Records that a provider keeps this response. */
  refer(owner: string, id: string, provider: string, model: string): void {
    const createdAt = this.options.now()
    const response: ReferredResponse = {
      kind: 'referred',
      owner,
      id,
      createdAt,
      expiresAt: createdAt + this.options.lifeMs,
      provider,
      model,
    }
    this.#put({ owner, id, response, fresh: undefined })
  }

  /** `undefined` for an unknown, expired, deleted and another owner's id, by the same look-ups. */
  async find(owner: string, id: string): Promise<StoredResponse | undefined> {
    const entry = this.#memory.recall(owner, id)
    if (entry?.hidden === false) {
      const response = this.#materialised(entry)
      return response !== undefined && response.expiresAt > this.options.now() ? response : undefined
    }
    const found = await this.options.repository?.find(owner, id, this.options.now())
    if (found !== undefined) this.#memory.remember(found, false)
    return found
  }

  /**
   * The conversation up to and including the response, the oldest turn first; `undefined` where a part of it is lost. `take` gets its bytes
   * before it is loaded from the database, and throws where that is too much.
   */
  async turns(response: KeptResponse, take: (bytes: number) => void): Promise<History | undefined> {
    const { repository } = this.options
    const newestFirst: KeptResponse[] = []
    let bytes = 0
    let next: KeptResponse | undefined = response
    let previousId: string | undefined
    while (next !== undefined) {
      newestFirst.push(next)
      bytes += bytesOf(next)
      previousId = next.previousId
      const entry: MemoryEntry | undefined = previousId === undefined ? undefined : this.#memory.recall(response.owner, previousId)
      const known: StoredResponse | undefined = entry === undefined ? undefined : this.#materialised(entry)
      next = known?.kind === 'kept' ? known : undefined
    }
    const older = previousId === undefined ? [] : ((await repository?.chainSizes(response.owner, previousId)) ?? [])
    if (previousId !== undefined && older.length === 0) return undefined
    for (const turn of older) bytes += turn.bytes
    take(bytes)
    if (repository !== undefined)
      for await (const turn of repository.load(response.owner, older)) {
        this.#memory.remember(turn, true)
        newestFirst.push(turn)
      }
    return { turns: newestFirst.reverse(), bytes }
  }

  /** Deletes a response: it cannot be found by its id any more; responses that continue it stay. */
  async forget(owner: string, id: string): Promise<void> {
    // Waiting entries are written first, so that the deletion comes after them.
    await this.flush()
    this.#memory.forget(owner, id)
    await this.options.repository?.remove(owner, id)
  }

  /** Writes the waiting entries. Never throws: failed writes are repeated. */
  async flush(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing
    if (this.#waiting.size === 0) return
    this.#writing = this.#write()
    await this.#writing
    this.#writing = undefined
    if (this.#waiting.size > 0) this.#plan(retryMs)
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  #put({ owner, id, response, fresh }: Pick<MemoryEntry, 'owner' | 'id' | 'response' | 'fresh'>): void {
    const now = this.options.now()
    const entry: MemoryEntry = { owner, id, response, fresh, createdAt: now, seenAt: now, waits: true, size: 0, hidden: false }
    this.#memory.add(entry)
    this.#waiting.set(keyOf(entry), entry)
    if (this.#waiting.size > mostWaiting) {
      const [oldest = entry] = this.#waiting.values()
      this.#waiting.delete(keyOf(oldest))
      this.#memory.drop(oldest)
      this.options.onTrouble('a response could not be stored', 'too many are waiting to be written')
    }
    this.#plan(flushMs)
  }

  #plan(delayMs: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.flush()
    }, delayMs).unref()
  }

  async #write(): Promise<void> {
    const entries = [...this.#waiting.values()]
    const { repository } = this.options
    try {
      const responses = entries.flatMap((entry) => this.#materialised(entry) ?? [])
      await repository?.save(responses)
      await this.#holdToQuota(responses)
      for (const entry of entries) {
        const key = keyOf(entry)
        if (this.#waiting.get(key) === entry) this.#waiting.delete(key)
        this.#memory.written(entry)
      }
      await this.#purge()
    } catch (error) {
      this.options.onTrouble('stored responses wait for the database', error)
    }
  }

  /** Removes the oldest responses of owners above the quota, and the responses that continue them from memory. */
  async #holdToQuota(saved: readonly StoredResponse[]): Promise<void> {
    const { repository, quotaBytes } = this.options
    if (repository === undefined) return
    for (const response of saved) {
      const { owner } = response
      const unchecked = (this.#unchecked.get(owner) ?? quotaBytes) + bytesOf(response)
      this.#unchecked.set(owner, unchecked)
      // The sum of an owner's bytes takes a while where there are many rows.
      if (unchecked < quotaBytes / 20) continue
      this.#unchecked.set(owner, 0)
      for (const id of await repository.removeOldest(owner, quotaBytes)) this.#memory.drop({ owner, id })
    }
  }

  async #purge(): Promise<void> {
    const now = this.options.now()
    if (now - this.#purgedAt < purgeMs) return
    this.#purgedAt = now
    await this.options.repository?.purge(now)
  }

  /** The serialised entry, made at the first use. */
  #materialised(entry: MemoryEntry): StoredResponse | undefined {
    const { fresh } = entry
    if (fresh === undefined) return entry.response
    const { createdAt } = entry
    entry.response = { kind: 'kept', ...writtenResponse(fresh), createdAt, expiresAt: createdAt + this.options.lifeMs }
    entry.fresh = undefined
    return entry.response
  }
}
