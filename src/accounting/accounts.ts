import { Account, type Spent } from './account.js'
import type { Holder } from './budgets.js'
import { CallerAccount, type Reservation } from './caller-account.js'
import type { Money } from './money.js'
import type { Group, Payer } from './payer.js'
import type { CrossingWatcher } from './thresholds.js'
import type { Quotas } from './quotas.js'

interface Options extends CrossingWatcher {
  /** What the books say of the windows that are open, by the id of a token, a user or a team. */
  readonly spent?: ReadonlyMap<string, Spent>
  /** When that was read, in milliseconds since the epoch. */
  readonly spentAt?: number
  readonly quotas: Quotas
  /** As the payer with this id is now; `undefined`: only the request knows it. */
  readonly payerNow?: (id: string) => Payer | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** The accounts of all tokens, users and teams that have sent or paid a request. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()
  /** What the books say of those that have no account yet, where they were read again, and when. */
  readonly #learnt = new Map<string, { readonly spent: Spent; readonly at: number }>()
  readonly #callers = new Map<string, { readonly payer: Payer; readonly account: CallerAccount }>()

  constructor(private readonly options: Options) {}

  /** The account with the budgets that this caller has now. */
  of(payer: Payer): CallerAccount {
    const known = this.#callers.get(payer.id)
    if (known?.payer === payer) return known.account
    const current = this.options.payerNow?.(payer.id) ?? payer
    if (current !== payer) {
      // A request knows its payer as it was: it pays from the same accounts, with the budgets that they have now.
      this.of(current)
      return this.#accountOf(payer, (holder) => this.#account(holder))
    }
    const account = this.#accountOf(payer, (holder) => this.#open(holder))
    this.#callers.set(payer.id, { payer, account })
    return account
  }

  #accountOf(payer: Payer, open: (holder: Holder) => Account): CallerAccount {
    return new CallerAccount(holdersOf(payer).map(open), this.options.quotas.of(payer))
  }

  /** Books what a request cost, in place of what was reserved for it. */
  settle(payer: Payer, reservation: Reservation | undefined, cost: Money, tokens: number): void {
    if (reservation !== undefined) for (const account of reservation.accounts) account.reserve(-reservation.money)
    if (cost !== 0n) this.#book(payer, cost)
    if (reservation !== undefined) for (const quota of reservation.quotas) quota.settle(reservation.tokens, tokens)
    // One that was set since the request began has reserved nothing for it.
    for (const quota of this.options.quotas.known(payer.id)?.tokens ?? [])
      if (reservation?.quotas.includes(quota) !== true) quota.take(tokens)
  }

  /** A record of it has ended, for limits of the day that its caller gets later. */
  countEnded(payer: Payer, requests: number, tokens: number): void {
    this.options.quotas.countEnded(payer.id, requests, tokens)
  }

  /** What a user or a team has spent and reserved. */
  ofGroup(of: 'user' | 'team', { id, name, budgets }: Group): Account {
    return this.#open({ of, id, name, budgets })
  }

  /** Of all that have sent or paid a request, by their ids. */
  get all(): ReadonlyMap<string, Account> {
    return this.#accounts
  }

  /** What the books were last known to have in all for one who has no account yet. */
  knownTotal(id: string): Money {
    return (this.#learnt.get(id)?.spent ?? this.options.spent?.get(id))?.total ?? 0n
  }

  /** The books were read again for one who has no account yet. `at`: milliseconds since the epoch. */
  learn(id: string, spent: Spent, at: number): void {
    this.#learnt.set(id, { spent, at })
  }

  /** The token was removed; its running requests are still settled. */
  forget(id: string): void {
    this.#callers.delete(id)
    this.#accounts.delete(id)
    this.options.quotas.forget(id)
  }

  /** To those that the caller had when it asked; it may have others by now. */
  #book(payer: Payer, cost: Money): void {
    const known = this.#callers.get(payer.id)
    if (known?.payer === payer) known.account.book(cost)
    else for (const holder of holdersOf(payer)) this.#account(holder).book(cost)
  }

  #open(holder: Holder): Account {
    const account = this.#account(holder)
    account.belongsTo(holder)
    return account
  }

  #account(holder: Holder): Account {
    let account = this.#accounts.get(holder.id)
    if (account === undefined) {
      const { spent, spentAt, now } = this.options
      const learnt = this.#learnt.get(holder.id)
      account = new Account(holder, learnt?.spent ?? spent?.get(holder.id) ?? nothing, now, this.options, learnt?.at ?? spentAt)
      this.#accounts.set(holder.id, account)
    }
    return account
  }
}

const nothing: Spent = { day: 0n, week: 0n, month: 0n, total: 0n }

function holdersOf({ id, name, policy, user, team }: Payer): Holder[] {
  const holders: Holder[] = [{ of: 'token', id, name, budgets: policy.budgets }]
  if (user !== undefined) holders.push({ of: 'user', id: user.id, name: user.name, budgets: user.budgets })
  if (team !== undefined) holders.push({ of: 'team', id: team.id, name: team.name, budgets: team.budgets })
  return holders
}
