import type { TokenCaller } from '../../access/caller.js'
import type { Money } from '../../accounting/money.js'
import type { QuotaState } from '../../accounting/quota.js'
import type { QuotaStates } from '../../accounting/quotas.js'
import type { SentAhead, WorkerMessage } from '../messages.js'

/** How long admissions count that nobody has used: a caller that was changed or removed is admitted no longer than this. */
const lifeMs = 100

interface Held {
  readonly caller: TokenCaller
  count: number
  money: Money
  quotas: QuotaStates | undefined
  /** Taken since `quotas` were told. */
  taken: number
  until: number
  asked: boolean
  /** What it had when it asked for more. */
  full: number
}

/** An admission that was given ahead. */
export interface Dealt {
  readonly caller: TokenCaller
  readonly quotas: QuotaStates | undefined
}

/** Admissions, and money reserved for them, that the gateway's process has given ahead, by the key of their caller. */
export class Hand {
  readonly #byKey = new Map<string, Held>()

  constructor(
    private readonly say: (message: WorkerMessage) => void,
    /** Monotonic milliseconds. */
    private readonly clock: () => number,
  ) {}

  take(key: string): Dealt | undefined {
    const held = this.#byKey.get(key)
    if (held === undefined || held.count === 0 || this.clock() > held.until) return undefined
    held.count--
    held.taken++
    if (!held.asked && held.count <= held.full / 2) {
      held.asked = true
      this.say({ type: 'more', key })
    }
    return { caller: held.caller, quotas: held.quotas === undefined ? undefined : afterTaking(held.quotas, held.taken) }
  }

  /** Whether there was so much of the caller's money, for a request that has entered. A key may belong to another caller since then. */
  pay(key: string, callerId: string, money: Money): boolean {
    const held = this.#byKey.get(key)
    if (held?.caller.id !== callerId || held.money < money || this.clock() > held.until) return false
    // Tokens are taken by the gateway's process.
    if (held.quotas !== undefined && held.quotas.tokens.length > 0) return false
    held.money -= money
    return true
  }

  /** More money. */
  addMoney(key: string, callerId: string, money: Money): void {
    const held = this.#byKey.get(key)
    if (held?.caller.id === callerId) held.money += money
    else this.say({ type: 'return', caller: callerId, count: 0, money })
  }

  /** The first ones of a caller, or more of them. */
  begin(key: string, caller: TokenCaller, { count, money, quotas }: Omit<SentAhead, 'caller'>): void {
    const held = this.#byKey.get(key)
    const before = held?.count ?? 0
    const all = before + count
    // Those that were here before are not among what is left.
    this.#byKey.set(key, {
      caller,
      count: all,
      money: (held?.money ?? 0n) + money,
      quotas,
      taken: -before,
      until: this.clock() + lifeMs,
      asked: false,
      full: all,
    })
  }

  add({ key, caller, count, money, quotas }: SentAhead & { readonly key: string }): void {
    const held = this.#byKey.get(key)
    // Recalled, or too old, since they were asked for; or the key belongs to another caller now.
    if (held?.caller.id !== caller) this.say({ type: 'return', caller, count, money })
    else this.begin(key, held.caller, { count, money, quotas })
  }

  /** Whether some are left that the gateway's process can recall. */
  has(key: string): boolean {
    const held = this.#byKey.get(key)
    return held !== undefined && (held.count > 0 || held.money > 0n)
  }

  /** One of them, and this much of the money, is not used after all. */
  putBack({ caller }: Dealt, money: Money): void {
    this.say({ type: 'return', caller: caller.id, count: 1, money })
  }

  /** Gives back what was not used in time. */
  tidy(): void {
    const now = this.clock()
    for (const [key, held] of this.#byKey) if (now > held.until) this.#giveBack(key, held)
  }

  /** Gives back what is held for this caller, or for all. */
  recall(callerId: string | undefined): void {
    for (const [key, held] of this.#byKey) if (callerId === undefined || held.caller.id === callerId) this.#giveBack(key, held)
  }

  #giveBack(key: string, { caller, count, money }: Held): void {
    this.#byKey.delete(key)
    if (count > 0 || money > 0n) this.say({ type: 'return', caller: caller.id, count, money })
  }
}

function afterTaking({ requests, tokens, rateLimitPolicy }: QuotaStates, taken: number): QuotaStates {
  return { requests: requests.map((state): QuotaState => ({ ...state, left: state.left - taken })), tokens, rateLimitPolicy }
}
