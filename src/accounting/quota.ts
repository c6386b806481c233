/** How much of something may be used in a window of time. Times of its methods are in seconds. */
export interface Quota {
  readonly limit: number
  readonly window: 'minute' | 'day'
  /** What is left now; negative where more was used than expected. */
  readonly left: number
  take(amount: number): void
  /** Takes an estimate for a request that runs. */
  reserve(amount: number): void
  /** The request has ended: what it has used takes the place of what was reserved in this quota. */
  settle(reserved: number, used: number): void
  /** Counts so many of what was taken as for requests that have not come yet: their time is when they come, so it does not refill. */
  countAhead(count: number): void
  /** Another limit from now on: what was used stays used. */
  limitTo(limit: number): void
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
  #limit: number
  #level: number
  #at: number
  #ahead = 0

  constructor(
    limit: number,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {
    this.#limit = limit
    this.#level = limit
    this.#at = clock()
  }

  get limit(): number {
    return this.#limit
  }

  get left(): number {
    const now = this.clock()
    this.#level = Math.min(this.#limit - this.#ahead, this.#level + ((now - this.#at) * this.#limit) / 60_000)
    this.#at = now
    return this.#level
  }

  take(amount: number): void {
    this.#level = Math.min(this.#limit - this.#ahead, this.left - amount)
  }

  reserve(amount: number): void {
    this.take(amount)
  }

  settle(reserved: number, used: number): void {
    this.take(used - reserved)
  }

  countAhead(count: number): void {
    this.#level = this.left
    this.#ahead += count
  }

  /** A lower limit leaves nothing, but makes no debt that would take longer than a minute to refill. */
  limitTo(limit: number): void {
    const { left } = this
    this.#level = Math.max(left + limit - this.#limit, Math.min(left, 0))
    this.#limit = limit
  }

  until(amount: number): number {
    return ((amount - this.left) * 60) / this.#limit
  }

  get reset(): number {
    return this.until(this.#limit)
  }
}

const dayMs = 86_400_000

/** The limit of one day, from midnight to midnight in UTC. */
export class DayQuota implements Quota {
  readonly window = 'day'
  #limit: number
  #left: number
  #ends: number
  #ahead = 0
  /** For requests that run: they count on the day of their end. */
  #reserved = 0

  constructor(
    limit: number,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
    used = 0,
  ) {
    this.#limit = limit
    this.#left = limit - used
    this.#ends = nextMidnight(now())
  }

  get limit(): number {
    return this.#limit
  }

  get left(): number {
    const now = this.now()
    if (now >= this.#ends) {
      this.#left = this.#most
      this.#ends = nextMidnight(now)
    }
    return this.#left
  }

  /** What may be left at most. */
  get #most(): number {
    return this.#limit - this.#ahead - this.#reserved
  }

  take(amount: number): void {
    this.#left = Math.min(this.#most, this.left - amount)
  }

  reserve(amount: number): void {
    this.take(amount)
    this.#reserved += amount
  }

  settle(reserved: number, used: number): void {
    const left = this.left + reserved - used
    this.#reserved -= reserved
    this.#left = Math.min(this.#most, left)
  }

  countAhead(count: number): void {
    this.#ahead += count
  }

  limitTo(limit: number): void {
    this.#left = this.left + limit - this.#limit
    this.#limit = limit
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
 * The quotas of one caller for requests or for tokens. `before`: those that it had until now, which stay with another limit, so that
 * running requests settle with the same. `usedToday`: what a limit of the day that it did not have counts from the beginning.
 */
export function quotasOf(
  { minute, day }: QuotaLimits,
  { clock, now }: QuotaClocks,
  before: readonly Quota[] = [],
  usedToday = 0,
): readonly Quota[] {
  const limited = (limit: number | undefined, window: Quota['window'], make: (limit: number) => Quota): Quota[] => {
    if (limit === undefined) return []
    const quota = before.find((one) => one.window === window)
    if (quota === undefined) return [make(limit)]
    quota.limitTo(limit)
    return [quota]
  }
  return [
    ...limited(minute, 'minute', (limit) => new MinuteQuota(limit, clock)),
    ...limited(day, 'day', (limit) => new DayQuota(limit, now, usedToday)),
  ]
}
