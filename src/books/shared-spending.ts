import type { Account } from '../accounting/account.js'
import type { Accounts } from '../accounting/accounts.js'
import type { Money } from '../accounting/money.js'
import type { SpendingRepository } from '../store/spending-repository.js'

interface SharedSpendingOptions {
  readonly accounts: Pick<Accounts, 'all' | 'knownTotal' | 'learn'>
  readonly spending: Pick<SpendingRepository, 'isShared' | 'totalsAfter' | 'known'>
  /** Milliseconds since the epoch, and monotonic ones. */
  readonly now: () => number
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
  /** Tokens, users and teams that are read at a time; more of them take turns. */
  readonly mostAtOnce?: number
}

const lookEveryMs = 500
const usualMost = 2000

/** Takes over what other gateways at the same database have booked: within a second, where that are at most 4,000 tokens, users and teams. */
export class SharedSpending {
  #notBefore = -Infinity
  /** The last id that was read; empty at the beginning of a round. */
  #after = ''
  #wasShared = false
  #failing = false

  constructor(private readonly options: SharedSpendingOptions) {}

  /** Called when all that has ended so far is about to be written; what it returns, once it is. */
  begin(): (() => Promise<void>) | undefined {
    const { accounts, clock, onTrouble } = this.options
    const now = clock()
    if (now < this.#notBefore) return undefined
    this.#notBefore = now + lookEveryMs
    const written = new Map<Account, Money>()
    for (const account of accounts.all.values()) written.set(account, account.bookedHere)
    return async () => {
      try {
        const isShared = await this.options.spending.isShared()
        // One that has just ended may have booked something after the last look.
        if (isShared || this.#wasShared) await this.#takeOver(written)
        this.#wasShared = isShared
        this.#failing = false
      } catch (error) {
        if (!this.#failing) onTrouble('what other gateways have booked cannot be read now', error)
        this.#failing = true
      }
    }
  }

  async #takeOver(written: ReadonlyMap<Account, Money>): Promise<void> {
    const { accounts, spending, now, mostAtOnce = usualMost } = this.options
    const totals = await spending.totalsAfter(this.#after, mostAtOnce)
    this.#after = totals.size < mostAtOnce ? '' : ([...totals.keys()].at(-1) ?? '')
    const changed: string[] = []
    for (const [id, total] of totals) {
      const account = accounts.all.get(id)
      const here = account === undefined ? undefined : written.get(account)
      if (account !== undefined && here !== undefined) account.follow(total, here)
      else if (account === undefined && total !== accounts.knownTotal(id)) changed.push(id)
    }
    if (changed.length === 0) return
    // These may have spent it on any day since the last look at them.
    const readAt = now()
    const { spent } = await spending.known(readAt, changed)
    for (const [id, ofHolder] of spent) if (!accounts.all.has(id)) accounts.learn(id, ofHolder, readAt)
  }
}
