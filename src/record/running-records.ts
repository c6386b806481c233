import { LinkedList } from './linked-list.js'
import { RequestRecord, type RunningRequest } from './request-record.js'

/** The running requests that have reached a provider. */
export class RunningRecords implements Iterable<RunningRequest> {
  readonly #own = new LinkedList<RequestRecord>()
  /** Those of other processes of this gateway. */
  readonly elsewhere = new Set<RunningRequest>()

  add(record: RequestRecord): void {
    this.#own.add(record)
  }

  delete(record: RequestRecord): void {
    this.#own.delete(record)
  }

  has(request: RunningRequest): boolean {
    return request instanceof RequestRecord ? this.#own.has(request) : this.elsewhere.has(request)
  }

  *[Symbol.iterator](): Iterator<RunningRequest> {
    for (let record = this.#own.first; record !== undefined; record = record.next) yield record
    yield* this.elsewhere
  }
}
