import type { Money } from '../../accounting/money.js'
import { LinkedList } from '../../record/linked-list.js'
import type { FinishedRecord, RecordSink, RequestRecord } from '../../record/request-record.js'
import type { Arrival, SentRecord, WorkerMessage } from '../messages.js'
import { workerDied } from '../../record/ending.js'
import type { GatewayLink } from './gateway-link.js'
import type { Dealt } from './hand.js'

/** What is known of one request. */
class Work {
  previous: Work | undefined
  next: Work | undefined
  /** From what was given ahead. */
  money: Money = 0n
  reserved = false
  /** While it is at a provider. */
  running: RequestRecord | undefined
  /** When it was reported last, and in which state. */
  toldAt = -Infinity
  told = ''
  output = 0
  readonly isAhead: boolean

  constructor(
    readonly number: number,
    /** Of its caller. */
    readonly key: string,
    /** The gateway's process does not know yet that it has begun. */
    public unsaid: Unsaid | undefined,
  ) {
    this.isAhead = unsaid !== undefined
  }
}

/** A request that the gateway's process does not know yet. */
export interface Unsaid {
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
  readonly #works = new LinkedList<Work>()

  constructor(
    private readonly link: GatewayLink,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {
    setInterval(() => {
      for (let work = this.#works.first; work !== undefined; work = work.next) this.#sayBegun(work)
      this.#tellRunning()
      this.link.hand.tidy()
    }, tellEveryMs).unref()
  }

  /** `unsaid`: where it has entered by an admission that was given ahead. */
  begin(record: RequestRecord, number: number, key: string, unsaid?: Unsaid): void {
    const work = new Work(number, key, unsaid)
    this.#works.add(work)
    record.companion = work
  }

  #end(record: RequestRecord): Work | undefined {
    const work = workOf(record)
    if (work === undefined) return undefined
    record.companion = undefined
    this.#works.delete(work)
    return work
  }

  /** The request is passed on: nothing of it is counted here. */
  leave(record: RequestRecord): void {
    const work = this.#end(record)
    record.leave()
    if (work?.unsaid !== undefined) this.link.hand.putBack(work.unsaid.dealt, work.money)
    else if (work !== undefined) this.link.say({ type: 'leave', number: work.number })
  }

  /** Whether the gateway's process has all records. */
  get isEmpty(): boolean {
    return this.#works.first === undefined
  }

  /** Whether this much was reserved ahead for the request. */
  pays(record: RequestRecord, money: Money): boolean {
    const work = workOf(record)
    if (work?.unsaid === undefined || work.reserved) return false
    if (!this.link.hand.pay(work.key, work.unsaid.dealt.caller.id, money)) return false
    work.money = money
    work.reserved = true
    return true
  }

  /** Marks the request as one with a reservation. */
  reserving(record: RequestRecord): { readonly number: number; readonly key: string } | undefined {
    const work = workOf(record)
    if (work === undefined) return undefined
    this.#sayBegun(work)
    work.reserved = true
    return work
  }

  /** At a provider. What is reserved for is told at once, so that its money is booked whatever happens to this process. */
  add(record: RequestRecord): void {
    const work = workOf(record)
    if (work === undefined) return
    work.running = record
    if (!work.reserved) return
    const ended = record.endedBy(workerDied)
    if (work.unsaid === undefined) this.#tell(ended, work, false)
    else this.link.say({ type: 'begin', number: work.number, ...beginning(work, work.unsaid), record: this.#sent(ended) })
    work.unsaid = undefined
  }

  delete(record: RequestRecord): void {
    const work = workOf(record)
    if (work !== undefined) work.running = undefined
  }

  take(record: FinishedRecord, request?: RequestRecord): void {
    const work = request === undefined ? undefined : this.#end(request)
    if (work === undefined) return
    const sent = this.#sent(record)
    const finished: WorkerMessage =
      work.unsaid === undefined
        ? { type: 'finished', number: work.number, record: sent }
        : { type: 'whole', ...beginning(work, work.unsaid), record: sent }
    // A refused request of this caller recalls its admissions; this message then goes with the answer, so it need not hurry.
    if (work.isAhead && this.link.hand.has(work.key)) this.link.sayLater(finished)
    else this.link.say(finished)
  }

  #sayBegun(work: Work): void {
    if (work.unsaid === undefined) return
    this.link.sayLater({ type: 'begin', number: work.number, ...beginning(work, work.unsaid), record: undefined })
    work.unsaid = undefined
  }

  #tellRunning(): void {
    const now = this.clock()
    for (let work = this.#works.first; work !== undefined; work = work.next) {
      const record = work.running
      if (record === undefined) continue
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

function beginning({ money }: Work, { dealt, arrival }: Unsaid): { caller: string; money: Money; request: Arrival } {
  return { caller: dealt.caller.id, money, request: arrival }
}

function workOf({ companion }: RequestRecord): Work | undefined {
  return companion instanceof Work ? companion : undefined
}
