import type { Accounts } from '../accounting/accounts.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Reservation } from '../accounting/caller-account.js'
import type { Money } from '../accounting/money.js'
import type { GatewayRequest } from '../relay/gateway-request.js'

/** Sets aside what requests may cost, until their records are finished. */
export interface Reservations {
  /**
   * Takes money and tokens for a request. Throws the refusal, or rejects with it
   * where another process has the accounts.
   */
  take(request: GatewayRequest, money: Money, tokens: number): Reservation | Promise<Reservation>
}

/** Reservations in the accounts of this process. */
export class AccountReservations implements Reservations {
  constructor(private readonly accounts: Accounts) {}

  /** What its tokens refuse does not count as a request either. */
  take({ caller, lease }: Pick<GatewayRequest, 'caller' | 'lease'>, money: Money, tokens: number): Reservation {
    try {
      return this.accounts.of(caller).reserve(money, tokens)
    } catch (thrown) {
      if (thrown instanceof GatewayFailure && thrown.error.kind === 'rate_limit_exceeded') lease.takeBackStarts()
      throw thrown
    }
  }
}
