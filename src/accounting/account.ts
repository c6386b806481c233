import { GatewayFailure } from '../exchange/error.js'
import { formatMoney, type Money } from './money.js'

/** What a caller may spend; absent: as much as it likes. */
export interface Allowance {
  readonly budget?: Money
  readonly tokensPerMinute?: number
}

/** What one request may cost at most, taken before it is sent to a provider and given back at its end. */
export interface Reservation {
  readonly account: Account
  readonly money: Money
  /** Taken from the tokens of the minute. */
  readonly tokens: number
}

/** One caller's money and tokens, in memory. All of it is synchronous: between a look and a reservation nothing else runs. */
export class Account {
  /** Booked, of all time. */
  spent: Money
  reserved: Money = 0n
  /** Tokens that may be used at once; refills at the rate. Negative after answers that were longer than was thought. */
  #level: number
  #at: number

  constructor(
    readonly allowance: Allowance,
    spent: Money,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {
    this.spent = spent
    this.#level = allowance.tokensPerMinute ?? 0
    this.#at = clock()
  }

  /** Whether anything is limited; only then is a worst case worked out. */
  get isLimited(): boolean {
    return this.allowance.budget !== undefined || this.allowance.tokensPerMinute !== undefined
  }

  /** Takes both or throws the refusal: `insufficient_quota`, or `rate_limit_exceeded` with the time to wait (promises P30). */
  reserve(money: Money, tokens: number): Reservation {
    const { budget, tokensPerMinute: limit } = this.allowance
    if (budget !== undefined && this.spent + this.reserved + money > budget) throw this.#unaffordable(budget, money)
    const taken = limit === undefined ? 0 : Math.min(tokens, limit)
    if (limit !== undefined) {
      const level = this.#refilled(limit)
      if (level < taken) throw tooFast(limit, taken - level)
      this.#level = level - taken
    }
    this.reserved += money
    return { account: this, money, tokens: taken }
  }

  /** The refusal of a caller that has nothing left; `running`: what a session has cost so far. */
  refusalWhenSpent(running: Money = 0n): GatewayFailure | undefined {
    const { budget } = this.allowance
    return budget !== undefined && this.spent + this.reserved + running >= budget ? this.#unaffordable(budget, 0n) : undefined
  }

  /** Books what a request cost, in place of what was reserved for it. */
  settle(reservation: Reservation | undefined, cost: Money, tokens: number): void {
    this.spent += cost
    if (reservation !== undefined) this.reserved -= reservation.money
    const { tokensPerMinute: limit } = this.allowance
    if (limit !== undefined) this.#level = Math.min(limit, this.#refilled(limit) + (reservation?.tokens ?? 0) - tokens)
  }

  /** What a caller with a limit of tokens is told of it. */
  rateHeaders(): Readonly<Record<string, string>> {
    const { tokensPerMinute: limit } = this.allowance
    if (limit === undefined) return none
    const level = this.#refilled(limit)
    return {
      'x-ratelimit-limit-tokens': String(limit),
      'x-ratelimit-remaining-tokens': String(Math.max(0, Math.floor(level))),
      'x-ratelimit-reset-tokens': `${Math.ceil(((limit - level) * 60) / limit)}s`,
    }
  }

  #refilled(limit: number): number {
    const now = this.clock()
    this.#level = Math.min(limit, this.#level + ((now - this.#at) * limit) / 60_000)
    this.#at = now
    return this.#level
  }

  #unaffordable(budget: Money, money: Money): GatewayFailure {
    const left = budget - this.spent - this.reserved
    return new GatewayFailure({
      kind: 'insufficient_quota',
      message: `The budget of this token is ${formatMoney(budget)} USD, of which ${formatMoney(left < 0n ? 0n : left)} is left${money === 0n ? '' : `; this request may cost up to ${formatMoney(money)} USD`}.`,
    })
  }
}

const none: Readonly<Record<string, string>> = {}

function tooFast(limit: number, missing: number): GatewayFailure {
  const waitSeconds = Math.max(1, Math.ceil((missing * 60) / limit))
  return new GatewayFailure({
    kind: 'rate_limit_exceeded',
    message: `This token may use ${limit} tokens a minute. Try again in ${waitSeconds}s.`,
    retryAfterSeconds: waitSeconds,
  })
}
