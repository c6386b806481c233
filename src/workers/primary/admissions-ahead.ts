import type { Admission } from '../../access/admission.js'
import type { TokenCaller } from '../../access/caller.js'
import type { Lease } from '../../access/lease.js'

/** Requests of a caller in this time that make it likely that more come. */
const busyMs = 50
const busyRequests = 4
/** The most at a time. */
const mostAhead = 64
/** Of how many callers the requests are counted; beyond it, those that have none ahead are forgotten. */
const mostCallers = 10_000

interface Ahead {
  readonly leases: { readonly caller: TokenCaller; readonly lease: Lease }[]
  /** When it was asked for more than `busyMs` after the time before. */
  since: number
  requests: number
}

/** Admissions that one worker has for requests that have not come yet. They hold what any other holds, so that no limit is exceeded. */
export class AdmissionsAhead {
  readonly #byCaller = new Map<string, Ahead>()
  /** Of all callers. */
  #count = 0

  constructor(
    private readonly admission: Pick<Admission, 'enterAhead' | 'notAhead'>,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {}

  /** How many the worker gets after it has asked for a request of this caller. */
  grantAfter(caller: TokenCaller): number {
    const ahead = this.#of(caller.id)
    const now = this.clock()
    if (now - ahead.since > busyMs) {
      ahead.since = now
      ahead.requests = 0
    }
    return ++ahead.requests < busyRequests ? 0 : this.grant(caller)
  }

  grant(caller: TokenCaller): number {
    const { leases } = this.#of(caller.id)
    const more = this.admission.enterAhead(caller, mostAhead - leases.length)
    for (const lease of more) leases.push({ caller, lease })
    this.#count += more.length
    return more.length
  }

  /** The admission of a request that has come. */
  take(callerId: string): { readonly caller: TokenCaller; readonly lease: Lease } | undefined {
    const taken = this.#byCaller.get(callerId)?.leases.shift()
    if (taken === undefined) return undefined
    this.#count--
    this.admission.notAhead(taken.caller, taken.lease)
    return taken
  }

  /** They are not used. */
  giveBack(callerId: string, count: number): void {
    for (let index = 0; index < count; index++) this.take(callerId)?.lease.takeBack()
    if (this.#byCaller.get(callerId)?.leases.length === 0) this.#byCaller.delete(callerId)
  }

  /** The worker has ended. Some may have been used before it said so: their slots are free, and their starts stay counted. */
  lost(): void {
    for (const [callerId, { leases }] of this.#byCaller) while (leases.length > 0) this.take(callerId)?.lease.release()
    this.#byCaller.clear()
  }

  /** Whether the worker has some for this caller, or for any. */
  has(callerId: string | undefined): boolean {
    return callerId === undefined ? this.#count > 0 : (this.#byCaller.get(callerId)?.leases.length ?? 0) > 0
  }

  #of(callerId: string): Ahead {
    let ahead = this.#byCaller.get(callerId)
    if (ahead === undefined) {
      if (this.#byCaller.size >= mostCallers) this.#forgetIdle()
      ahead = { leases: [], since: this.clock(), requests: 0 }
      this.#byCaller.set(callerId, ahead)
    }
    return ahead
  }

  #forgetIdle(): void {
    for (const [callerId, { leases }] of this.#byCaller) if (leases.length === 0) this.#byCaller.delete(callerId)
  }
}
