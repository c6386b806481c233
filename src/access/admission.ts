import { GatewayFailure } from '../exchange/error.js'
import type { Quota } from '../accounting/quota.js'
import type { CallerQuotas, Quotas } from '../accounting/quotas.js'
import type { Caller } from './caller.js'
import { Holding, type ProcessBytes } from './holding.js'
import { Lease, noneRunning, type Running } from './lease.js'
import { start } from './start.js'
import { WaitingLine, type WaitingClient } from './waiting-line.js'

export interface AdmissionOptions {
  /** Most requests that run, and most connections that are open, at the same time in this process. */
  readonly inFlight: number
  /** Milliseconds that a request may wait where its token sets no time; left out: it does not wait. */
  readonly maxWaitMs?: number
  /** Most bytes for the bodies of all requests together. */
  readonly memoryBytes: number
  /** What the process's requests hold; left out: nobody else looks at it. */
  readonly process?: Running & ProcessBytes
  readonly quotas: Quotas
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** The caller with this id as it is now, for requests that have waited; `undefined`: it is not known any more. */
  readonly callerNow?: (id: string) => Caller | undefined
  /** Whether another request could be recorded; without a record none is served. */
  readonly canRecord?: () => boolean
}

/** The WebSocket connections that are open. */
export interface OpenConnections {
  readonly size: number
  countOf(callerId: string): number
}

/**
 * Admits HTTP requests, requests that come as messages of a WebSocket, and realtime sessions under the process's limit,
 * a caller's concurrency and its rate.
 */
export class Admission {
  readonly #process: Running & ProcessBytes
  readonly #uses = new Map<string, Running>()
  readonly #line: WaitingLine
  /** Of what was taken ahead: all, and by caller. */
  #ahead = 0
  readonly #aheadOf = new Map<string, number>()
  /** Has what was taken ahead for this caller, or for all, given back. `undefined`: nobody has any. */
  recall: ((callerId: string | undefined) => Promise<unknown> | undefined) | undefined
  readonly #freed = (): void => {
    if (this.#line.size > 0) this.#line.advance()
  }

  constructor(private readonly options: AdmissionOptions) {
    this.#process = options.process ?? noneRunning()
    options.quotas.runningOf = this.runningOf.bind(this)
    const asNow = (caller: Caller): Caller => options.callerNow?.(caller.id) ?? caller
    this.#line = new WaitingLine({
      get most() {
        return options.inFlight
      },
      clock: options.clock,
      waitOf: (caller) => this.#waitOf(asNow(caller)),
      enter: (caller) => this.enter(asNow(caller)),
    })
  }

  /** Requests that run. */
  get inFlight(): number {
    return this.#process.running - this.#ahead
  }

  /** The load of the process; above 80 % replies ask clients to reconnect. */
  get load(): 'free' | 'busy' | 'full' {
    const { running } = this.#process
    if (running >= this.options.inFlight) return 'full'
    return running >= this.options.inFlight * 0.8 ? 'busy' : 'free'
  }

  /** How long a request waits where its token sets no time, in milliseconds. */
  get maxWaitMs(): number {
    return this.options.maxWaitMs ?? 0
  }

  /** `false` while requests are refused because the database has been unavailable for too long. */
  get canRecord(): boolean {
    return this.options.canRecord?.() ?? true
  }

  /** Requests of one caller that run. */
  runningOf(callerId: string): number {
    return (this.#uses.get(callerId)?.running ?? 0) - (this.#aheadOf.get(callerId) ?? 0)
  }

  /** Takes a slot of the process and one of the caller, before a body is read. Throws `GatewayFailure` where none is free. */
  enter(caller: Caller): Lease {
    return this.#enter(caller, this.quotasOf(caller)?.requests)
  }

  /** The same for what a caller asks about itself: it takes nothing from its rate, and has one of its own. */
  enterToAsk(caller: Caller): Lease {
    return this.#enter(caller, this.options.quotas.ofQuestions(caller.id))
  }

  #enter(caller: Caller, quotas: readonly Quota[] | undefined): Lease {
    if (this.load === 'full') throw overloaded()
    if (!this.canRecord) throw unrecordable()
    const { maxConcurrent } = caller.policy
    const use = this.#useOf(caller.id)
    if (use.running >= maxConcurrent) throw tooMany(`run ${maxConcurrent} requests`)
    const { memoryBytes } = this.options
    if (quotas === undefined || quotas.length === 0) return new Lease(this.#process, use, memoryBytes, this.#freed)
    start(quotas, 1)
    return new Lease(this.#process, use, memoryBytes, this.#freed, quotas)
  }

  /** The same where it needs neither a refusal nor a wait; `undefined` otherwise. */
  enterAtOnce(caller: Caller): Lease | undefined {
    if (this.#line.has(caller)) return undefined
    try {
      return this.enter(caller)
    } catch (thrown) {
      if (thrown instanceof GatewayFailure) return undefined
      throw thrown
    }
  }

  /**
   * Takes the same for up to `most` requests that have not come yet. None where what is left is not many times as much: nobody may be
   * refused for want of what nobody uses.
   */
  enterAhead(caller: Caller, most: number): Lease[] {
    if (this.load !== 'free' || !this.canRecord || this.#line.has(caller)) return []
    const slots = Math.min(this.options.inFlight - this.#process.running, caller.policy.maxConcurrent - this.#useOf(caller.id).running)
    let count = Math.min(most, Math.floor(slots / slotsForOneAhead))
    for (const { left } of this.quotasOf(caller)?.requests ?? []) count = Math.min(count, Math.floor(left / startsForOneAhead))
    const leases = Array.from({ length: Math.max(0, count) }, () => this.enter(caller))
    for (const lease of leases) lease.countAhead(1)
    this.#countAhead(caller, leases.length)
    return leases
  }

  /** A request has come for one that was taken ahead, or none will. */
  notAhead(caller: Caller, lease: Lease): void {
    lease.countAhead(-1)
    this.#countAhead(caller, -1)
  }

  #countAhead({ id }: Caller, count: number): void {
    this.#ahead += count
    const ofCaller = (this.#aheadOf.get(id) ?? 0) + count
    if (ofCaller === 0) this.#aheadOf.delete(id)
    else this.#aheadOf.set(id, ofCaller)
  }

  /** The same for a caller whose requests may wait where they would be refused. */
  enterInTurn(caller: Caller, client: WaitingClient): Lease | Promise<Lease> {
    try {
      return this.#enterInTurn(caller, client)
    } catch (thrown) {
      return this.#afterRecall(caller, thrown, () => this.#enterInTurn(caller, client))
    }
  }

  /** `enter`, for those who can wait until what was taken ahead is given back. */
  enterAfterRecall(caller: Caller): Lease | Promise<Lease> {
    try {
      return this.enter(caller)
    } catch (thrown) {
      return this.#afterRecall(caller, thrown, () => this.enter(caller))
    }
  }

  /** Has given back what was taken ahead, and may be what a refused request of this caller needs. `undefined`: nobody has any. */
  recallFor(caller: Caller): Promise<unknown> | undefined {
    return this.recall?.(this.load === 'full' ? undefined : caller.id)
  }

  #afterRecall(caller: Caller, thrown: unknown, enter: () => Lease | Promise<Lease>): Promise<Lease> {
    const recalled = thrown instanceof GatewayFailure ? this.recallFor(caller) : undefined
    if (recalled === undefined) throw thrown
    return recalled.then(enter)
  }

  #enterInTurn(caller: Caller, client: WaitingClient): Lease | Promise<Lease> {
    const maxWaitMs = caller.policy.maxWaitMs ?? this.maxWaitMs
    if (maxWaitMs === 0 || !this.canRecord) return this.enter(caller)
    if (this.#line.has(caller)) return this.#line.join(caller, maxWaitMs, client, tooMany(`run ${caller.policy.maxConcurrent} requests`))
    try {
      return this.enter(caller)
    } catch (thrown) {
      if (thrown instanceof GatewayFailure) return this.#line.join(caller, maxWaitMs, client, thrown)
      throw thrown
    }
  }

  /** Milliseconds after which a request of this caller can enter: 0 = now, Infinity = when a slot is free. */
  #waitOf(caller: Caller): number {
    if (this.load === 'full' || this.#useOf(caller.id).running >= caller.policy.maxConcurrent) return Infinity
    const quotas = this.quotasOf(caller)?.requests
    let wait = 0
    if (quotas !== undefined) for (const quota of quotas) if (quota.left < 1) wait = Math.max(wait, quota.until(1) * 1000)
    return wait
  }

  /** Accounts for memory that outlives a request: what a connection keeps. */
  holding(caller: Caller): Holding {
    return new Holding(this.#process, this.#useOf(caller.id), this.options.memoryBytes)
  }

  /** Throws `GatewayFailure` where the process or the caller has its most connections open. */
  requireConnection(caller: Caller, open: OpenConnections): void {
    // What was taken ahead is for requests that have not come, and is recalled for the first one of the connection.
    if (Math.max(this.inFlight, open.size) >= this.options.inFlight) throw overloaded()
    const { maxConcurrent } = caller.policy
    if (open.countOf(caller.id) >= maxConcurrent) throw tooMany(`have ${maxConcurrent} connections`)
  }

  /** What limits the caller in time; `undefined`: nothing. */
  quotasOf(caller: Caller): CallerQuotas | undefined {
    return this.options.quotas.of(caller)
  }

  #useOf(callerId: string): Running {
    let use = this.#uses.get(callerId)
    if (use === undefined) {
      use = noneRunning()
      this.#uses.set(callerId, use)
    }
    return use
  }
}

/** What must be left for each admission that is taken ahead. */
const slotsForOneAhead = 16
const startsForOneAhead = 64

function overloaded(): GatewayFailure {
  return new GatewayFailure({ kind: 'overloaded', message: 'The gateway is at its limit. Try again in 1s.', retryAfterSeconds: 1 })
}

function unrecordable(): GatewayFailure {
  return new GatewayFailure({
    kind: 'overloaded',
    message: 'The gateway cannot record requests now. Try again in 5s.',
    retryAfterSeconds: 5,
  })
}

function tooMany(what: string): GatewayFailure {
  return new GatewayFailure({ kind: 'concurrency_limit', message: `This token may ${what} at the same time.`, retryAfterSeconds: 1 })
}
