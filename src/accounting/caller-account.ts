import { GatewayFailure } from '../exchange/error.js'
import type { Account } from './account.js'
import type { BudgetState, Holder } from './budgets.js'
import { formatMoney, type Money } from './money.js'
import type { Quota } from './quota.js'
import { haveLeft, waitFor, type CallerQuotas } from './quotas.js'

/** What one request may cost at most, taken before it is sent to a provider and given back at its end. */
export interface Reservation {
  /** Where the money was reserved. */
  readonly accounts: readonly Account[]
  readonly money: Money
  /** The quotas of tokens that `tokens` were reserved in; the caller may have others when the request ends. */
  readonly quotas: readonly Quota[]
  readonly tokens: number
}

/** What one caller may spend: the account of its token, and those of its user and its team, all of which must have room. */
export class CallerAccount {
  constructor(
    /** The token's own comes first. */
    private readonly accounts: readonly Account[],
    private readonly quotas: Pick<CallerQuotas, 'tokens'> = { tokens: [] },
  ) {}

  /** Of the token alone. */
  get spent(): Money {
    return this.accounts[0]?.spent ?? 0n
  }

  /** Of the token alone. */
  get reserved(): Money {
    return this.accounts[0]?.reserved ?? 0n
  }

  /** Takes both or throws the refusal: `insufficient_quota`, or `rate_limit_exceeded` with the time to wait. */
  reserve(money: Money, tokens: number): Reservation {
    for (const account of this.accounts) {
      const short = account.shortOf(money)
      if (short !== undefined) throw unaffordable(account, short, money)
    }
    // A request that is expected to use more than a limit passes when the whole limit is available.
    const quotas = this.quotas.tokens
    let taken = tokens
    for (const quota of quotas) taken = Math.min(taken, quota.limit)
    if (!haveLeft(quotas, taken)) throw tooFast(quotas, taken)
    for (const quota of quotas) quota.reserve(taken)
    for (const account of this.accounts) account.reserve(money)
    return { accounts: this.accounts, money, quotas, tokens: taken }
  }

  /**
   * Takes up to `most` for requests that have not come yet, each of which may need `each`; `undefined` where little is left, and for callers
   * with a quota of tokens, of which each request takes another number.
   */
  reserveAhead(most: Money, each: Money): Reservation | undefined {
    if (this.quotas.tokens.length > 0) return undefined
    let money = most
    for (const { mostAhead } of this.accounts) if (mostAhead !== undefined && mostAhead < money) money = mostAhead
    if (money < each || money <= 0n) return undefined
    for (const account of this.accounts) {
      account.reserve(money)
      account.countAhead(money)
    }
    return { accounts: this.accounts, money, quotas: [], tokens: 0 }
  }

  /** Whether there is so much without what is reserved for requests that have not come yet. */
  canReserveAfterRecall(money: Money): boolean {
    return this.accounts.every((account) => account.shortOf(money - account.ahead) === undefined)
  }

  /** For a while nothing is reserved ahead in those accounts that are short of so much beside what is ahead. */
  keepForRunning(money: Money): void {
    for (const account of this.accounts) if (account.shortOf(money) !== undefined) account.keepForRunning()
  }

  /** The refusal of a caller that has nothing left; `running`: what a session has cost so far. */
  refusalWhenSpent(running: Money = 0n): GatewayFailure | undefined {
    for (const account of this.accounts) {
      // What is ahead becomes a reservation only by a request that needs it.
      const short = account.shortOf(running + leastMoney - account.ahead)
      if (short !== undefined) return unaffordable(account, short, 0n)
    }
    return undefined
  }

  book(cost: Money): void {
    for (const account of this.accounts) account.book(cost)
  }

  budgets(): { readonly holder: Holder; readonly state: BudgetState }[] {
    return this.accounts.flatMap((account) => account.states().map((state) => ({ holder: account.holder, state })))
  }
}

/** A caller with less than this left counts as one with nothing left. */
const leastMoney: Money = 1n

function unaffordable({ holder, reserved }: Account, state: BudgetState, money: Money): GatewayFailure {
  const { period, beganAt, resetsAt } = state
  const free = state.limit - state.spent - reserved
  const [limit, left] = [formatMoney(state.limit), formatMoney(free < 0n ? 0n : free)]
  const whose = holder.of === 'token' ? 'this token' : `the ${holder.of} ${JSON.stringify(holder.name)}`
  return new GatewayFailure({
    kind: 'insufficient_quota',
    message: [
      `The budget of ${whose}${period === 'total' ? '' : ` for this ${period}`} is ${limit} USD, of which ${left} is left`,
      ...(money === 0n ? [] : [`this request may cost up to ${formatMoney(money)} USD`]),
      ...(resetsAt === undefined ? [] : [`the next ${period} begins at ${new Date(resetsAt).toISOString().slice(0, 16)}Z`]),
    ]
      .join('; ')
      .concat('.'),
    budget: { of: holder.of, period, limit, left, beganAt, resetsAt },
  })
}

function tooFast(quotas: readonly Quota[], tokens: number): GatewayFailure {
  const { seconds, quota } = waitFor(quotas, tokens)
  return new GatewayFailure({
    kind: 'rate_limit_exceeded',
    message: `This token may use ${quota?.limit ?? 0} tokens per ${quota?.window ?? 'minute'}. Try again in ${seconds}s.`,
    retryAfterSeconds: seconds,
  })
}
