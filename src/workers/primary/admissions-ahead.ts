import type { Admission } from '../../access/admission.js'
import type { TokenCaller } from '../../access/caller.js'
import type { Lease } from '../../access/lease.js'
import type { Accounts } from '../../accounting/accounts.js'
import type { Reservation } from '../../accounting/caller-account.js'
import type { Money } from '../../accounting/money.js'

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
  /** Reserved for them. */
  moneyAhead: Reservation | undefined
  /** What its requests reserve: of late, the most. */
  each: Money
}

/** Admissions, and money, that one worker has for requests that have not come yet. They hold what any other holds, so that no limit is exceeded. */
export class AdmissionsAhead {
  readonly #byCaller = new Map<string, Ahead>()
  /** Of all callers. */
  #count = 0
  /** Callers with money. */
  #withMoney = 0

  constructor(
    private readonly admission: Pick<Admission, 'enterAhead' | 'notAhead'>,
    private readonly accounts: Pick<Accounts, 'of'>,
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

  /** The admission of a request that has come: the oldest, which the worker had first. After a change of the caller the newer ones are of the caller as it is now. */
  take(callerId: string): { readonly caller: TokenCaller; readonly lease: Lease } | undefined {
    const taken = this.#byCaller.get(callerId)?.leases.shift()
    if (taken === undefined) return undefined
    this.#count--
    this.admission.notAhead(taken.caller, taken.lease)
    return taken
  }

  /** How much money the worker gets for the next requests of a caller that has admissions. `money`: what the last one has reserved. */
  payAhead(caller: TokenCaller, money = 0n): Money {
    const ahead = this.#byCaller.get(caller.id)
    if (ahead === undefined) return 0n
    if (money > 0n) this.#expect(ahead, money)
    const { each, leases, moneyAhead } = ahead
    // A request may have entered before its caller was changed: then others pay for it than for those that will come.
    if (leases.at(-1)?.caller !== caller) return 0n
    const wanted = each * BigInt(leases.length) - (moneyAhead?.money ?? 0n)
    if (wanted <= 0n) return 0n
    const more = this.accounts.of(caller).reserveAhead(wanted, each)
    if (more === undefined) return 0n
    if (moneyAhead !== undefined && moneyAhead.accounts !== more.accounts) {
      // The caller has other accounts now; the worker still returns money of the former ones.
      giveBack(more, more.money)
      return 0n
    }
    this.#setMoneyAhead(ahead, { ...more, money: more.money + (moneyAhead?.money ?? 0n) })
    return more.money
  }

  /** The reservation of a request that has come, from what was given ahead. */
  spend(callerId: string, money: Money): Reservation | undefined {
    const ahead = this.#byCaller.get(callerId)
    if (ahead?.moneyAhead === undefined) return undefined
    this.#expect(ahead, money)
    const { moneyAhead } = ahead
    for (const account of moneyAhead.accounts) account.countAhead(-money)
    this.#setMoneyAhead(ahead, { ...moneyAhead, money: moneyAhead.money - money })
    return { ...moneyAhead, money }
  }

  /** They are not used. */
  giveBack(callerId: string, count: number, money = 0n): void {
    for (let index = 0; index < count; index++) this.take(callerId)?.lease.takeBack()
    const ahead = this.#byCaller.get(callerId)
    if (ahead === undefined) return
    if (ahead.moneyAhead !== undefined && money > 0n) {
      giveBack(ahead.moneyAhead, money)
      this.#setMoneyAhead(ahead, { ...ahead.moneyAhead, money: ahead.moneyAhead.money - money })
    }
    if (ahead.leases.length === 0 && ahead.moneyAhead === undefined) this.#byCaller.delete(callerId)
  }

  #setMoneyAhead(ahead: Ahead, moneyAhead: Reservation): void {
    const next = moneyAhead.money > 0n ? moneyAhead : undefined
    this.#withMoney += (next === undefined ? 0 : 1) - (ahead.moneyAhead === undefined ? 0 : 1)
    ahead.moneyAhead = next
  }

  /** Falls slowly to what later requests reserve. */
  #expect(ahead: Ahead, money: Money): void {
    ahead.each = money >= ahead.each ? money : ahead.each - (ahead.each - money) / 16n
  }

  /** The worker has ended. Some may have been used before it said so: their slots are free, and their starts stay counted. */
  lost(): void {
    for (const [callerId, { leases, moneyAhead }] of this.#byCaller) {
      while (leases.length > 0) this.take(callerId)?.lease.release()
      // Of a request that has used some, the worker says so in the same turn of the event loop in which it is sent to a provider.
      if (moneyAhead !== undefined) giveBack(moneyAhead, moneyAhead.money)
    }
    this.#withMoney = 0
    this.#byCaller.clear()
  }

  /** Whether the worker has some for this caller, or for any. */
  has(callerId: string | undefined): boolean {
    if (callerId === undefined) return this.#count + this.#withMoney > 0
    const ahead = this.#byCaller.get(callerId)
    return ahead !== undefined && (ahead.leases.length > 0 || ahead.moneyAhead !== undefined)
  }

  #of(callerId: string): Ahead {
    let ahead = this.#byCaller.get(callerId)
    if (ahead === undefined) {
      if (this.#byCaller.size >= mostCallers) this.#forgetIdle()
      ahead = { leases: [], since: this.clock(), requests: 0, moneyAhead: undefined, each: 0n }
      this.#byCaller.set(callerId, ahead)
    }
    return ahead
  }

  #forgetIdle(): void {
    for (const [callerId, { leases, moneyAhead }] of this.#byCaller)
      if (leases.length === 0 && moneyAhead === undefined) this.#byCaller.delete(callerId)
  }
}

function giveBack({ accounts }: Reservation, money: Money): void {
  for (const account of accounts) {
    account.countAhead(-money)
    account.reserve(-money)
  }
}
