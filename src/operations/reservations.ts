import type { Accounts } from '../accounting/accounts.js'
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

  take({ caller }: GatewayRequest, money: Money, tokens: number): Reservation {
    return this.accounts.of(caller).reserve(money, tokens)
  }
}
