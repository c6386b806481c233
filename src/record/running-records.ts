import type { RequestRecord } from './request-record.js'

/**
 * The running requests that have reached a provider, as a linked list: the hash table of a `Set` under constant adding and deleting is often
 * rebuilt, and discarded tables keep finished requests alive.
 */
export class RunningRecords implements Iterable<RequestRecord> {
  #first: RequestRecord | undefined

  add(record: RequestRecord): void {
    if (this.has(record)) return
    record.next = this.#first
    if (this.#first !== undefined) this.#first.previous = record
    this.#first = record
  }

  delete(record: RequestRecord): void {
    if (!this.has(record)) return
    const { previous, next } = record
    if (previous === undefined) this.#first = next
    else previous.next = next
    if (next !== undefined) next.previous = previous
    record.previous = record.next = undefined
  }

  has(record: RequestRecord): boolean {
    return record.previous !== undefined || record === this.#first
  }

  *[Symbol.iterator](): Iterator<RequestRecord> {
    for (let record = this.#first; record !== undefined; record = record.next) yield record
  }
}
