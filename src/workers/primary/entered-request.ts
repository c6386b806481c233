import type { TokenCaller } from '../../access/caller.js'
import type { Lease } from '../../access/lease.js'
import type { Reservation } from '../../accounting/caller-account.js'
import { unpaid } from '../../accounting/charge.js'
import type { Ending } from '../../record/ending.js'
import type { FinishedRecord, RunningRequest } from '../../record/request-record.js'
import type { BegunRequest, SentRecord } from '../messages.js'

/** A request that a worker answers: what it holds in the gateway's process, and what is known of it should its worker die. */
export class EnteredRequest implements RunningRequest {
  reservation: Reservation | undefined
  #latest: SentRecord | undefined
  readonly #enteredAt: number

  constructor(
    readonly caller: TokenCaller,
    private readonly lease: Lease,
    private readonly request: BegunRequest,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {
    this.#enteredAt = clock()
  }

  get age(): number {
    return this.clock() - this.#enteredAt
  }

  /** Takes the latest state that its worker has reported. */
  isNow(record: SentRecord): void {
    this.#latest = record
  }

  /** As its worker has finished it. */
  finished(record: SentRecord): FinishedRecord {
    this.lease.release()
    return this.#whole(record)
  }

  /** The record as it was reported last, with this ending. */
  endedBy(ending: Ending): FinishedRecord {
    return this.#whole({ ...(this.#latest ?? this.#unknown(ending)), ending, age: this.age, durationMs: Math.round(this.age) })
  }

  /** It is not answered by the worker after all. */
  takeBack(): void {
    this.lease.takeBack()
  }

  release(): void {
    this.lease.release()
  }

  #whole({ age, ...record }: SentRecord): FinishedRecord {
    const { id, method, path, client } = this.request
    return { id, method, path, client, ...record, caller: this.caller, reservation: this.reservation, startedAt: this.clock() - age }
  }

  /** No provider was asked yet. */
  #unknown(ending: Ending): SentRecord {
    return {
      endUser: undefined,
      tags: [],
      style: undefined,
      model: undefined,
      attempts: [],
      firstByteMs: undefined,
      usage: undefined,
      charge: unpaid,
      conversion: undefined,
      durationMs: 0,
      ending,
      age: 0,
    }
  }
}
