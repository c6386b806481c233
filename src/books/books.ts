import { setImmediate } from 'node:timers/promises'
import { parseMoney, type Money } from '../accounting/money.js'
import type { FinishedRecord, RecordSink, RequestRecord } from '../record/request-record.js'
import type { Ending } from '../record/ending.js'
import type { BookedRequest, RequestRepository } from '../store/request-repository.js'
import { bookedOf } from './booked.js'

interface BooksOptions {
  readonly repository: RequestRepository
  /** Requests that are at a provider now. */
  readonly running: ReadonlySet<RequestRecord>
  /** Milliseconds since the epoch, and monotonic ones. */
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  readonly retentionDays: number
  /** Records that are kept at most; only for a database in memory. */
  readonly mostKept?: number
}

const mostQueued = 10_000
const writeEveryMs = 250
/** One entry holds up the event loop for some milliseconds. */
const mostAtOnce = 200
/** Requests that end sooner are written once, at their end. */
const shortMs = 250
const purgeEveryMs = 60_000
/** At the end the database gets this many tries more. */
const lastTries = 8

const interruption: Ending = { outcome: 'interrupted', status: 500, error: 'internal', message: 'The gateway ended without a word.' }

/**
 * Writes one record for each request of a token (promises P29, P47, P48), off the path of requests: what ended is queued and written a
 * few times a second, in one transaction with what its token has spent. Requests that take longer are written beforehand as the
 * records that they become if the process dies.
 */
export class Books implements RecordSink {
  #queue: FinishedRecord[] = []
  /** Written as running. */
  readonly #announced = new Map<string, string>()
  #writing: Promise<void> | undefined
  #failing = false
  #purgedAt = -Infinity
  readonly #timer: NodeJS.Timeout

  constructor(private readonly options: BooksOptions) {
    this.#timer = setInterval(() => void this.write(), writeEveryMs)
    this.#timer.unref()
  }

  /** Books what ran when the last process died. To be called before requests are served. */
  static async recover(repository: RequestRepository): Promise<number> {
    const interrupted = await repository.interrupted()
    for (let from = 0; from < interrupted.length; from += mostAtOnce) {
      const ended = interrupted.slice(from, from + mostAtOnce)
      await repository.book({ ended, running: [], settled: ended.map(({ id }) => id), spent: sums(ended) })
    }
    return interrupted.length
  }

  /** The database has been away for so long that no more can be queued: requests would leave no record. */
  get isFull(): boolean {
    return this.#queue.length >= mostQueued
  }

  take(record: FinishedRecord): void {
    if (record.caller !== undefined) this.#queue.push(record)
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
      if (this.#queue.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, writeEveryMs))
    }
    this.options.onTrouble('records of requests were lost: the database cannot be written', { records: this.#queue.length })
  }

  async #writeAll(): Promise<void> {
    try {
      let left = this.#queue.length
      await this.#writeSome()
      while ((left -= mostAtOnce) > 0) {
        await setImmediate()
        await this.#writeSome()
      }
      if (this.#failing) this.options.onTrouble('records of requests are stored again', {})
      this.#failing = false
      await this.#purge()
    } catch (error) {
      if (!this.#failing) this.options.onTrouble('records of requests cannot be stored now; they are kept and tried again', error)
      this.#failing = true
    }
  }

  async #writeSome(): Promise<void> {
    const { repository } = this.options
    const batch = this.#queue.slice(0, mostAtOnce)
    const all = batch.flatMap((record) => this.#booked(record) ?? [])
    // After a failure nobody knows whether the last entry was written.
    const known = this.#failing ? await repository.bookedAmong(all.map(({ id }) => id)) : undefined
    const ended = known === undefined ? all : all.filter(({ id }) => !known.has(id))
    const running = this.#changedRunning()
    const settled = all.filter(({ id }) => this.#announced.has(id)).map(({ id }) => id)
    if (all.length === 0 && running.length === 0) return
    await repository.book({ ended, running, settled, spent: sums(ended) })
    this.#queue.splice(0, batch.length)
    for (const id of settled) this.#announced.delete(id)
    for (const request of running) this.#announced.set(request.id, stateOf(request))
  }

  /** Running requests that are not written as they are now. */
  #changedRunning(): BookedRequest[] {
    const changed: BookedRequest[] = []
    for (const record of this.options.running) {
      const interrupted = record.endedBy(interruption)
      const request = interrupted.durationMs < shortMs ? undefined : this.#booked(interrupted)
      if (request !== undefined && this.#announced.get(request.id) !== stateOf(request)) changed.push(request)
    }
    return changed
  }

  #booked(record: FinishedRecord): BookedRequest | undefined {
    const { now, clock } = this.options
    return bookedOf(record, Math.round(now() - (clock() - record.startedAt)))
  }

  async #purge(): Promise<void> {
    const { repository, now, clock, retentionDays, mostKept } = this.options
    if (clock() - this.#purgedAt < purgeEveryMs) return
    const more = await repository.purge(new Date(now() - retentionDays * 86_400_000).toISOString(), mostKept)
    if (!more) this.#purgedAt = clock()
  }
}

/** What changes in a running request. */
function stateOf({ output_tokens: output, upstream_model: model, attempts }: BookedRequest): string {
  return `${output} ${model ?? ''} ${attempts}`
}

function sums(requests: readonly BookedRequest[]): Map<string, Money> {
  const sums = new Map<string, Money>()
  for (const { token_id: id, cost_usd: cost } of requests) if (cost !== '0') sums.set(id, (sums.get(id) ?? 0n) + parseMoney(cost))
  return sums
}
