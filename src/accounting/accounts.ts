import { Account, type Allowance } from './account.js'
import type { Money } from './money.js'

/** Whose account it is. */
interface Holder {
  readonly id: string
  readonly policy: Allowance
}

/** The accounts of all callers that ever paid or asked. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()

  /** `spent`: what the books say, by the caller's id. */
  constructor(
    private readonly spent: ReadonlyMap<string, Money>,
    private readonly clock: () => number,
  ) {}

  of({ id, policy }: Holder): Account {
    let account = this.#accounts.get(id)
    if (account === undefined) {
      account = new Account(policy, this.spent.get(id) ?? 0n, this.clock)
      this.#accounts.set(id, account)
    }
    return account
  }

  /** The token is gone; requests that still run settle with the account they hold. */
  forget(id: string): void {
    this.#accounts.delete(id)
  }
}
