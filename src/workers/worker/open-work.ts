import type { FinishedRecord, RecordSink, RequestRecord } from '../../record/request-record.js'
import type { Arrival, SentRecord } from '../messages.js'
import { workerDied } from '../../record/ending.js'
import type { GatewayLink } from './gateway-link.js'
import type { Dealt } from './hand.js'

interface Work {
  readonly number: number
  /** The gateway's process does not know yet that it has begun. */
  unsaid: Unsaid | undefined
  /** Of its caller, where it has entered by an admission that was given ahead. */
  readonly key: string | undefined
  reserved: boolean
  /** When it was reported last, and in which state. */
  toldAt: number
  told: string
  output: number
}

interface Unsaid {
  readonly dealt: Dealt
  readonly arrival: Arrival
}

/** Sooner than the books write it. */
const firstMs = 150
const tellEveryMs = 50
/** Again, before and after there is some output. */
const againMs = 250
const laterMs = 1000

/** The requests that this worker answers. Their records are kept by the gateway's process. */
export class OpenWork implements RecordSink {
  readonly #byRecord = new Map<string, Work>()
  readonly #running = new Map<RequestRecord, Work>()

  constructor(
    private readonly link: GatewayLink,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {
    setInterval(() => {
      for (const work of this.#byRecord.values()) this.#sayBegun(work)
      this.#tellRunning()
      this.link.hand.tidy()
    }, tellEveryMs).unref()
  }

  begin({ id }: RequestRecord, number: number, unsaid?: Unsaid): void {
    this.#byRecord.set(id, { number, unsaid, key: unsaid?.arrival.key, reserved: false, toldAt: -Infinity, told: '', output: 0 })
  }

  /** The request is passed on: nothing of it is counted here. */
  leave(record: RequestRecord): void {
    const work = this.#byRecord.get(record.id)
    record.leave()
    this.#byRecord.delete(record.id)
    if (work?.unsaid !== undefined) this.link.hand.putBack(work.unsaid.dealt)
    else if (work !== undefined) this.link.say({ type: 'leave', number: work.number })
  }

  /** Whether the gateway's process has all records. */
  get isEmpty(): boolean {
    return this.#byRecord.size === 0
  }

  /** Marks the request as one with a reservation. Returns its number. */
  reserving(record: RequestRecord): number | undefined {
    const work = this.#byRecord.get(record.id)
    if (work === undefined) return undefined
    this.#sayBegun(work)
    work.reserved = true
    return work.number
  }

  /** At a provider. What is reserved for is told at once, so that its money is booked whatever happens to this process. */
  add(record: RequestRecord): void {
    const work = this.#byRecord.get(record.id)
    if (work === undefined) return
    this.#running.set(record, work)
    if (work.reserved) this.#tell(record.endedBy(workerDied), work, false)
  }

  delete(record: RequestRecord): void {
    this.#running.delete(record)
  }

  take(record: FinishedRecord): void {
    const work = this.#byRecord.get(record.id)
    if (work === undefined) return
    this.#byRecord.delete(record.id)
    this.#sayBegun(work)
    const finished = { type: 'finished', number: work.number, record: this.#sent(record) } as const
    // Who needs this one's slot has those recalled that its caller has ahead, and is told of this with them.
    if (work.key !== undefined && this.link.hand.has(work.key)) this.link.sayLater(finished)
    else this.link.say(finished)
  }

  #sayBegun(work: Work): void {
    if (work.unsaid === undefined) return
    const { dealt, arrival } = work.unsaid
    work.unsaid = undefined
    this.link.sayLater({ type: 'begin', number: work.number, caller: dealt.caller.id, arrival })
  }

  #tellRunning(): void {
    const now = this.clock()
    for (const [record, work] of this.#running) {
      if (record.age < firstMs || now - work.toldAt < (work.output > 0 ? laterMs : againMs)) continue
      const ended = record.endedBy(workerDied)
      work.output = ended.charge.usage.outputTokens ?? 0
      const state = `${work.output} ${ended.attempts.length}`
      work.toldAt = now
      if (state === work.told) continue
      work.told = state
      this.#tell(ended, work, true)
    }
  }

  /** `record`: as if it ended now. */
  #tell(record: FinishedRecord, { number }: Work, isLong: boolean): void {
    this.link.say({ type: 'running', number, isLong, record: this.#sent(record) })
  }

  #sent(record: FinishedRecord): SentRecord {
    const { endUser, tags, style, model, attempts, firstByteMs, usage, charge, conversion, startedAt, durationMs, ending } = record
    const age = this.clock() - startedAt
    return { endUser, tags, style, model, attempts, firstByteMs, usage, charge, conversion, durationMs, ending, age }
  }
}
