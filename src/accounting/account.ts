import { beginOf, endOf, periods, type BudgetState, type Holder, type Period } from './budgets.js'
import type { Money } from './money.js'
import { ReachedThresholds, type CrossingWatcher } from './thresholds.js'

/** What was spent in the window that is open. */
export type Spent = Record<Period, Money>

interface Limit {
  readonly period: Period
  readonly limit: Money
}

function limitsOf({ budgets }: Holder): Limit[] {
  return periods.flatMap((period) => {
    const limit = budgets?.[period]
    return limit === undefined ? [] : [{ period, limit }]
  })
}

/** The money of one token, user or team, in memory. Synchronous: nothing else runs between a check and its reservation. */
export class Account {
  #holder: Holder
  /** The windows in which it has a budget. */
  #limits: readonly Limit[]
  /** Since midnight. */
  #today: Money
  /** What each window had spent at midnight. */
  readonly #before: Record<Period, Money>
  /** Reserved, for running requests and for those that have not come yet. */
  #held: Money = 0n
  #ahead: Money = 0n
  /** Until when nothing is reserved ahead: milliseconds since the epoch. */
  #notAheadUntil = 0
  /** In all, when this gateway began; what it has booked since; what others at the same database have. */
  readonly #atStart: Money
  #here: Money = 0n
  #elsewhere: Money = 0n
  /** When the next window begins. */
  #rollsAt: number
  readonly #thresholds = new ReachedThresholds()

  constructor(
    holder: Holder,
    spent: Readonly<Spent>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    /** Who is told, which may change. */
    private readonly watcher: CrossingWatcher = {},
    /** When `spent` was read, in milliseconds since the epoch: its windows may have ended since. */
    spentAt = now(),
  ) {
    this.#holder = holder
    this.#limits = limitsOf(holder)
    const { day, week, month, total } = spent
    this.#today = day
    this.#atStart = total
    this.#before = { day: 0n, week: week - day, month: month - day, total: total - day }
    this.#rollsAt = beginOf('day', spentAt) + dayMs
    this.#thresholds.expect(this.states())
  }

  get holder(): Holder {
    return this.#holder
  }

  /** Its name or its budgets have changed. */
  belongsTo(holder: Holder): void {
    const before = this.#holder.budgets
    this.#holder = holder
    if (holder.budgets === before) return
    this.#limits = limitsOf(holder)
    this.#thresholds.expect(this.states())
  }

  /** Booked, of all time. */
  get spent(): Money {
    return this.#before.total + this.#today
  }

  /** For running requests. */
  get reserved(): Money {
    return this.#held - this.#ahead
  }

  /** For requests that have not come yet. */
  get ahead(): Money {
    return this.#ahead
  }

  /** Takes this amount; a negative one is given back. */
  reserve(money: Money): void {
    this.#held += money
  }

  /** So much of what is reserved is for requests that have not come yet. A negative amount: they have come, or will not. */
  countAhead(money: Money): void {
    this.#ahead += money
  }

  /** For a while nothing is reserved ahead: somebody needs what is left. */
  keepForRunning(): void {
    this.#notAheadUntil = this.now() + keptMs
  }

  /**
   * How much more may be reserved ahead; negative: it is too much already. Together it is little of what is left, so that it is seldom
   * needed for a request that has come.
   */
  get mostAhead(): Money | undefined {
    const now = this.now()
    if (now < this.#notAheadUntil) return 0n
    if (this.#limits.length === 0) return undefined
    this.#roll()
    let most: Money | undefined
    for (const { period, limit } of this.#limits) {
      const left = limit - this.#before[period] - this.#today - this.#held
      if (most === undefined || left < most) most = left
    }
    // What is ahead is left, too.
    return most === undefined ? undefined : (most + this.#ahead) / leftForOneAhead - this.#ahead
  }

  /** The budget that has less than this amount left beside what is spent and reserved. */
  shortOf(money: Money): BudgetState | undefined {
    if (this.#limits.length === 0) return undefined
    this.#roll()
    const more = this.#today + this.#held + money
    for (const { period, limit } of this.#limits) if (this.#before[period] + more > limit) return this.#state(period, limit)
    return undefined
  }

  book(cost: Money): void {
    if (cost === 0n) return
    this.#roll()
    this.#today += cost
    this.#here += cost
    const { onCrossing } = this.watcher
    // States have the times of their windows, which cost more than all of the rest.
    if (onCrossing !== undefined && this.#reachesMore()) this.#thresholds.tell(this.#holder, this.states(), onCrossing)
  }

  #reachesMore(): boolean {
    for (const { period, limit } of this.#limits)
      if (this.#thresholds.reachesMore(period, this.#before[period] + this.#today, limit)) return true
    return false
  }

  /** Booked by this gateway since it began. */
  get bookedHere(): Money {
    return this.#here
  }

  /** The books have `total` in all, and of this gateway `here`; the rest was booked by others. It counts in the windows of now. */
  follow(total: Money, here: Money): void {
    const elsewhere = total - this.#atStart - here
    this.#roll()
    this.#today += elsewhere - this.#elsewhere
    this.#elsewhere = elsewhere
  }

  /** Every budget that it has. */
  states(): BudgetState[] {
    this.#roll()
    return this.#limits.map(({ period, limit }) => this.#state(period, limit))
  }

  #state(period: Period, limit: Money): BudgetState {
    const now = this.now()
    const beganAt = period === 'total' ? undefined : beginOf(period, now)
    return { period, limit, spent: this.#before[period] + this.#today, beganAt, resetsAt: endOf(period, now) }
  }

  #roll(): void {
    const now = this.now()
    if (now < this.#rollsAt) return
    const last = this.#rollsAt - dayMs
    for (const period of periods) {
      const isNew = beginOf(period, now) > last
      this.#before[period] = isNew ? 0n : this.#before[period] + this.#today
      if (isNew) this.#thresholds.restart(period)
    }
    this.#today = 0n
    this.#rollsAt = beginOf('day', now) + dayMs
  }
}

const dayMs = 86_400_000
/** What must be left for each amount that is ahead. */
const leftForOneAhead = 16n
const keptMs = 1000
