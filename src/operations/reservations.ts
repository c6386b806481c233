import type { Admission } from '../access/admission.js'
import type { Accounts } from '../accounting/accounts.js'
import type { Reservation } from '../accounting/caller-account.js'
import type { Money } from '../accounting/money.js'
import type { Payer } from '../accounting/payer.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'

/** Sets aside what requests may cost, until their records are finished. */
export interface Reservations {
  /**
   * Takes money and tokens for a request. Throws the refusal, or rejects with it
   * where other processes have to be asked.
   */
  take(request: GatewayRequest, money: Money, tokens: number): Reservation | Promise<Reservation>
}

/** Reservations in the accounts of this process. */
export class AccountReservations implements Reservations {
  constructor(
    private readonly accounts: Accounts,
    private readonly admission: Pick<Admission, 'recall'>,
  ) {}

  /** What its tokens refuse does not count as a request either. */
  take({ caller, lease }: Pick<GatewayRequest, 'caller' | 'lease'>, money: Money, tokens: number): Reservation | Promise<Reservation> {
    const refuse = (thrown: unknown): never => {
      if (thrown instanceof GatewayFailure && thrown.error.kind === 'rate_limit_exceeded') lease.takeBackStarts()
      throw thrown
    }
    try {
      const taken = this.takeFor(caller, money, tokens)
      return taken instanceof Promise ? taken.catch(refuse) : taken
    } catch (thrown) {
      return refuse(thrown)
    }
  }

  /** Before a refusal, what was reserved ahead for requests that have not come is given back. */
  takeFor(caller: Payer, money: Money, tokens: number): Reservation | Promise<Reservation> {
    const account = this.accounts.of(caller)
    try {
      return account.reserve(money, tokens)
    } catch (thrown) {
      if (!(thrown instanceof GatewayFailure) || thrown.error.kind !== 'insufficient_quota') throw thrown
      if (!account.canReserveAfterRecall(money)) throw thrown
      account.keepForRunning(money)
      // Other tokens may share the budget of a user or a team.
      const isShared = caller.user !== undefined || caller.team !== undefined
      const recalled = this.admission.recall?.(isShared ? undefined : caller.id)
      if (recalled === undefined) throw thrown
      return recalled.then(() => this.accounts.of(caller).reserve(money, tokens))
    }
  }
}
