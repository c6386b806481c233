import { gatewayDied } from '../record/ending.js'
import type { FinishedRecord, RecordSink, RunningRequest } from '../record/request-record.js'
import { RequestBatch } from '../store/booking/request-batch.js'
import type { RequestRepository } from '../store/request-repository.js'
import type { SpendingRepository } from '../store/spending-repository.js'
import type { UsageRepository } from '../store/usage-repository.js'
import { bookedOf } from './booked.js'
import { CountedNames } from './counted-names.js'

interface BooksOptions {
  readonly repository: Pick<RequestRepository, 'book' | 'purge' | 'keepNewest'>
  readonly spending: Pick<SpendingRepository, 'purge'>
  readonly usage: Pick<UsageRepository, 'purge' | 'purgeKeys'>
  /** Requests that are at a provider now. */
  readonly running: Iterable<RunningRequest> & { has(request: RunningRequest): boolean }
  /** Milliseconds since the epoch, and monotonic ones. */
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  /** What the books show of an end user. */
  readonly showUser: (endUser: string) => string | undefined
  /** Of records, of sums of five minutes, of sums of days. */
  readonly retention: { readonly retention_days: number; readonly fine_usage_days: number; readonly usage_days: number }
  /** Called when all that has ended so far is about to be written; what it returns, once it is. */
  readonly onWriting?: (() => (() => Promise<void>) | undefined) | undefined
  /** Records that are kept at most; only for a database in memory. */
  readonly mostKept?: number
}

const mostQueued = 10_000
/** Names that are told apart in a day. */
const mostUsers = 50_000
const mostModels = 5000
const mostTags = 5000
const writeEveryMs = 50
/** After a failure. */
const retryEveryMs = 500
const mostAtOnce = 5000
/** Requests that end sooner are written once, at their end; those that run longer are written again every second. */
const shortMs = 250
const runningEveryMs = 250
const runningAgainMs = 1000
const purgeEveryMs = 60_000
/** Where there is more to remove. */
const purgeAgainMs = 200
/** At the end the database gets this many tries more. */
const lastTries = 8

const noTags: readonly string[] = []
const nothing = new RequestBatch()

/** A running request as it was last written. */
interface Announced {
  readonly at: number
  /** What changes while it runs. */
  readonly state: string
}

/**
 * Writes one record for each request of a token, off the path of requests: what ended is queued and
 * handed to the database many at a time, which adds it up in the same transaction. Requests that take longer are written beforehand as
 * the records that they become if the process dies.
 */
export class Books implements RecordSink {
  /** Batches that are to be written, the oldest first. */
  #full: RequestBatch[] = []
  #filling = new RequestBatch()
  /** A written one, to be filled again. */
  #spare: RequestBatch | undefined
  #queued = 0
  readonly #users = new CountedNames(mostUsers)
  readonly #models = new CountedNames(mostModels)
  readonly #tags = new CountedNames(mostTags)
  readonly #announced = new Map<RunningRequest, Announced>()
  #writing: Promise<void> | undefined
  #failing = false
  #notBefore = 0
  #lookedAt = -Infinity
  #purgeAt = -Infinity
  /** Records that were written since the surplus was removed. */
  #sinceKept = 0
  readonly #timer: NodeJS.Timeout

  constructor(private readonly options: BooksOptions) {
    this.#timer = setInterval(() => {
      if (options.clock() >= this.#notBefore) void this.write()
    }, writeEveryMs)
    this.#timer.unref()
  }

  /** The database has been unavailable for so long that no more can be queued: requests would leave no record. */
  get isFull(): boolean {
    return this.#queued >= mostQueued
  }

  take(record: FinishedRecord): void {
    const startedAt = this.#startOf(record)
    const request = bookedOf(record, startedAt, this.options.showUser)
    if (request === undefined) return
    const counted = {
      end_user: request.end_user === null ? null : this.#users.counted(request.end_user, startedAt),
      // What no provider was asked for may be any text.
      model: request.model === null || request.provider === null ? null : this.#models.counted(request.model, startedAt),
      upstream_model: request.upstream_model === null ? null : this.#models.counted(request.upstream_model, startedAt),
    }
    const tags = record.tags.length === 0 ? noTags : [...new Set(record.tags.map((tag) => this.#tags.counted(tag, startedAt)))]
    if (this.#filling.length >= mostAtOnce) this.#begin()
    this.#filling.add(request, startedAt, record.charge.cost, counted, tags)
    this.#queued++
  }

  /** Writes all that has ended so far. Never rejects: what could not be written is tried again. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  /** Writes what is left, and writes no more. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (let attempt = 0; attempt < lastTries; attempt++) {
      await this.write()
      if (this.#queued === 0) return
      await new Promise((resolve) => setTimeout(resolve, retryEveryMs))
    }
    this.options.onTrouble('records of requests were lost: the database cannot be written', { records: this.#queued })
  }

  async #writeAll(): Promise<void> {
    try {
      if (this.#filling.length > 0) this.#begin()
      const written = this.options.onWriting?.()
      const batches = this.#full.length
      for (let count = 0; count < Math.max(1, batches); count++) await this.#writeOne()
      if (this.#failing) this.options.onTrouble('records of requests are stored again', {})
      this.#failing = false
      await written?.()
      await this.#keepNewest()
      await this.#purge()
    } catch (error) {
      if (!this.#failing) this.options.onTrouble('records of requests cannot be stored now; they are kept and tried again', error)
      this.#failing = true
      this.#notBefore = this.options.clock() + retryEveryMs
      // Nobody knows whether they were written.
      this.#announced.clear()
    }
  }

  /** The oldest batch, and what is new of running requests. A batch that fails stays the first: nobody knows whether it was written. */
  async #writeOne(): Promise<void> {
    const [ended = nothing] = this.#full
    const running = this.#changedRunning()
    if (ended.length === 0 && running.length === 0) return
    await this.options.repository.book({ ended, running: JSON.stringify(running) })
    if (ended === nothing) return
    this.#full.shift()
    this.#queued -= ended.length
    this.#sinceKept += ended.length
    ended.clear()
    this.#spare = ended
  }

  /** Begins another batch. */
  #begin(): void {
    this.#full.push(this.#filling)
    this.#filling = this.#spare ?? new RequestBatch()
    this.#spare = undefined
  }

  /** Id and record of running requests that are not written as they are now. */
  #changedRunning(): [string, string][] {
    const { running, clock } = this.options
    const now = clock()
    if (now - this.#lookedAt < runningEveryMs) return []
    this.#lookedAt = now
    for (const record of this.#announced.keys()) if (!running.has(record)) this.#announced.delete(record)
    const changed: [string, string][] = []
    for (const record of running) {
      if (record.age < shortMs) continue
      const last = this.#announced.get(record)
      if (last !== undefined && now - last.at < runningAgainMs) continue
      const interrupted = record.endedBy(gatewayDied)
      const request = bookedOf(interrupted, this.#startOf(interrupted), this.options.showUser)
      if (request === undefined) continue
      const state = `${request.output_tokens} ${request.upstream_model ?? ''} ${interrupted.attempts.length}`
      this.#announced.set(record, { at: now, state })
      if (last?.state !== state) changed.push([request.id, JSON.stringify(request)])
    }
    return changed
  }

  #startOf({ startedAt }: FinishedRecord): number {
    const { now, clock } = this.options
    return Math.round(now() - (clock() - startedAt))
  }

  /** In memory only so many records are kept: looked at whenever there may be twice as many. */
  async #keepNewest(): Promise<void> {
    const { repository, mostKept } = this.options
    if (mostKept === undefined || this.#sinceKept < mostKept) return
    this.#sinceKept = 0
    await repository.keepNewest(mostKept)
  }

  /** A small part at a time, so that what ends meanwhile is not kept waiting. */
  async #purge(): Promise<void> {
    const { repository, spending, usage, now, clock, retention } = this.options
    if (clock() < this.#purgeAt) return
    const daysAgo = (days: number): number => now() - days * 86_400_000
    const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000)
    const moreRequests = await repository.purge(new Date(daysAgo(retention.retention_days)).toISOString())
    const moreUsage = await usage.purge({ slot: seconds(daysAgo(retention.fine_usage_days)), day: seconds(daysAgo(retention.usage_days)) })
    await usage.purgeKeys()
    await spending.purge(now())
    this.#purgeAt = clock() + (moreRequests || moreUsage ? purgeAgainMs : purgeEveryMs)
  }
}
