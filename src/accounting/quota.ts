/** How much of something may be used in a window of time. Times of its methods are in seconds. */
export interface Quota {
  readonly limit: number
  readonly window: 'minute' | 'day'
  /** What is left now; negative where more was used than expected. */
  readonly left: number
  take(amount: number): void
  /** Counts so many of what was taken as for requests that have not come yet: their time is when they come, so it does not refill. */
  countAhead(count: number): void
  /** Until this amount is available. */
  until(amount: number): number
  /** Until the whole limit is available. */
  readonly reset: number
}

/** A quota as clients see it. */
export type QuotaState = Pick<Quota, 'window' | 'limit' | 'left' | 'reset'>

export const windowSeconds: Readonly<Record<Quota['window'], number>> = { minute: 60, day: 86_400 }

/** A token bucket: its capacity is the limit of a minute, and it refills continuously. */
export class MinuteQuota implements Quota {
  readonly window = 'minute'
  #level: number
  #at: number
  #ahead = 0

  constructor(
    readonly limit: number,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
    used = 0,
  ) {
    this.#level = limit - used
    this.#at = clock()
  }

  get left(): number {
    const now = this.clock()
    this.#level = Math.min(this.limit - this.#ahead, this.#level + ((now - this.#at) * this.limit) / 60_000)
    this.#at = now
    return this.#level
  }

  take(amount: number): void {
    this.#level = Math.min(this.limit - this.#ahead, this.left - amount)
  }

  countAhead(count: number): void {
    this.#level = this.left
    this.#ahead += count
  }

  until(amount: number): number {
    return ((amount - this.left) * 60) / this.limit
  }

  get reset(): number {
    return this.until(this.limit)
  }
}

const dayMs = 86_400_000

/** The limit of one day, from midnight to midnight in UTC. */
export class DayQuota implements Quota {
  readonly window = 'day'
  #left: number
  #ends: number
  #ahead = 0

  constructor(
    readonly limit: number,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    used = 0,
  ) {
    this.#left = limit - used
    this.#ends = nextMidnight(now())
  }

  get left(): number {
    const now = this.now()
    if (now >= this.#ends) {
      this.#left = this.limit - this.#ahead
      this.#ends = nextMidnight(now)
    }
    return this.#left
  }

  take(amount: number): void {
    this.#left = Math.min(this.limit - this.#ahead, this.left - amount)
  }

  countAhead(count: number): void {
    this.#ahead += count
  }

  until(amount: number): number {
    return this.left >= amount ? 0 : this.reset
  }

  get reset(): number {
    return this.left === this.limit ? 0 : (this.#ends - this.now()) / 1000
  }
}

function nextMidnight(now: number): number {
  return (Math.floor(now / dayMs) + 1) * dayMs
}

export interface QuotaLimits {
  readonly minute: number | undefined
  readonly day: number | undefined
}

export interface QuotaClocks {
  /** Monotonic milliseconds. */
  readonly clock: () => number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The quotas of one caller for requests or for tokens. `before`: those that it had until now; what it has used of them stays used.
 * `usedToday`: what the books know of an earlier process.
 */
export function quotasOf(
  { minute, day }: QuotaLimits,
  { clock, now }: QuotaClocks,
  before: readonly Quota[] = [],
  usedToday = 0,
): readonly Quota[] {
  const used = (window: Quota['window'], otherwise: number): number => {
    const quota = before.find((one) => one.window === window)
    return quota === undefined ? otherwise : quota.limit - quota.left
  }
  return [
    ...(minute === undefined ? [] : [new MinuteQuota(minute, clock, used('minute', 0))]),
    ...(day === undefined ? [] : [new DayQuota(day, now, used('day', usedToday))]),
  ]
}
