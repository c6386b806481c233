import type { Admission } from '../../access/admission.js'
import type { TokenCaller } from '../../access/caller.js'
import type { Lease } from '../../access/lease.js'

/** Requests of a caller in this time that make it likely that more come. */
const busyMs = 50
const busyRequests = 4
/** The most at a time. */
const mostAhead = 64

interface Ahead {
  readonly leases: { readonly caller: TokenCaller; readonly lease: Lease }[]
  /** When it was asked for more than `busyMs` after the time before. */
  since: number
  requests: number
}

/** Admissions that one worker has for requests that have not come yet. They hold what any other holds, so that no limit is exceeded. */
export class AdmissionsAhead {
  readonly #byCaller = new Map<string, Ahead>()

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
    return more.length
  }

  /** The admission of a request that has come. */
  take(callerId: string): { readonly caller: TokenCaller; readonly lease: Lease } | undefined {
    const taken = this.#byCaller.get(callerId)?.leases.shift()
    if (taken !== undefined) this.admission.notAhead(taken.caller)
    return taken
  }

  /** They are not used. */
  giveBack(callerId: string, count: number): void {
    for (let index = 0; index < count; index++) this.take(callerId)?.lease.takeBack()
    if (this.#byCaller.get(callerId)?.leases.length === 0) this.#byCaller.delete(callerId)
  }

  giveBackAll(): void {
    for (const [callerId, { leases }] of this.#byCaller) this.giveBack(callerId, leases.length)
  }

  /** Whether the worker has some for this caller, or for any. */
  has(callerId: string | undefined): boolean {
    if (callerId !== undefined) return (this.#byCaller.get(callerId)?.leases.length ?? 0) > 0
    for (const { leases } of this.#byCaller.values()) if (leases.length > 0) return true
    return false
  }

  #of(callerId: string): Ahead {
    let ahead = this.#byCaller.get(callerId)
    if (ahead === undefined) {
      ahead = { leases: [], since: this.clock(), requests: 0 }
      this.#byCaller.set(callerId, ahead)
    }
    return ahead
  }
}
