import { RequestRecord, type RunningRequest } from './request-record.js'

/**
 * The running requests that have reached a provider, as a linked list: the hash table of a `Set` under constant adding and deleting is often
 * rebuilt, and discarded tables keep finished requests alive.
 */
export class RunningRecords implements Iterable<RunningRequest> {
  #first: RequestRecord | undefined
  /** Those of other processes of this gateway. */
  readonly elsewhere = new Set<RunningRequest>()

  add(record: RequestRecord): void {
    if (this.#holds(record)) return
    record.next = this.#first
    if (this.#first !== undefined) this.#first.previous = record
    this.#first = record
  }

  delete(record: RequestRecord): void {
    if (!this.#holds(record)) return
    const { previous, next } = record
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next !== undefined) next.previous = previous
    record.previous = record.next = undefined
  }

  has(request: RunningRequest): boolean {
    return request instanceof RequestRecord ? this.#holds(request) : this.elsewhere.has(request)
  }

  #holds(record: RequestRecord): boolean {
    return record.previous !== undefined || record === this.#first
  }

  *[Symbol.iterator](): Iterator<RunningRequest> {
    for (let record = this.#first; record !== undefined; record = record.next) yield record
    yield* this.elsewhere
  }
}
