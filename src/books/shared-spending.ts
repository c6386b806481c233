import type { Account } from '../accounting/account.js'
import type { SpendingRepository } from '../store/spending-repository.js'

interface SharedSpendingOptions {
  /** By the id of a token, a user or a team. */
  readonly accounts: ReadonlyMap<string, Pick<Account, 'bookedHere' | 'follow'>>
  readonly spending: Pick<SpendingRepository, 'isShared' | 'totals'>
  /** Monotonic milliseconds. */
  readonly clock: () => number
  readonly onTrouble: (message: string, detail: unknown) => void
}

const lookEveryMs = 500
/** More accounts take turns. */
const mostAtOnce = 2000

/** Takes over what other gateways at the same database have booked: within a second, for up to 4,000 accounts. */
export class SharedSpending {
  #notBefore = -Infinity
  #next = 0
  #wasShared = false
  #failing = false

  constructor(private readonly options: SharedSpendingOptions) {}

  /** Called when all that has ended so far is about to be written; what it returns, once it is. */
  begin(): (() => Promise<void>) | undefined {
    const { accounts, clock } = this.options
    const now = clock()
    if (accounts.size === 0 || now < this.#notBefore) return undefined
    this.#notBefore = now + lookEveryMs
    if (this.#next >= accounts.size) this.#next = 0
    const looked = [...accounts].slice(this.#next, this.#next + mostAtOnce)
    this.#next += looked.length
    const written = looked.map(([id, account]) => ({ id, account, here: account.bookedHere }))
    return async () => {
      try {
        const isShared = await this.options.spending.isShared()
        // One that has just ended may have booked something after the last look.
        if (isShared || this.#wasShared) {
          const totals = await this.options.spending.totals(written.map(({ id }) => id))
          for (const { id, account, here } of written) account.follow(totals.get(id) ?? 0n, here)
        }
        this.#wasShared = isShared
        this.#failing = false
      } catch (error) {
        if (!this.#failing) this.options.onTrouble('what other gateways have booked cannot be read now', error)
        this.#failing = true
      }
    }
  }
}
