import type { Reservation } from '../../accounting/caller-account.js'
import type { Money } from '../../accounting/money.js'
import type { Reservations } from '../../operations/reservations.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { ForGateway } from './for-gateway.js'
import type { GatewayLink } from './gateway-link.js'
import type { OpenWork } from './open-work.js'

/** The accounts and quotas are the gateway's. */
const elsewhere: Pick<Reservation, 'accounts' | 'quotas'> = { accounts: [], quotas: [] }

/** Reservations in the accounts of the gateway's process. A request that is refused there is passed on, and gets its refusal there. */
export class GatewayReservations implements Reservations {
  constructor(
    private readonly link: Pick<GatewayLink, 'reserve'>,
    private readonly work: Pick<OpenWork, 'pays' | 'reserving'>,
    /** Milliseconds since the epoch. */
    private readonly now: () => number,
  ) {}

  take(request: GatewayRequest, money: Money, tokens: number): Reservation | Promise<Reservation> {
    return this.work.pays(request.record, money) ? { ...elsewhere, money, tokens } : this.#ask(request, money, tokens)
  }

  async #ask({ record, response, errorFormat }: GatewayRequest, money: Money, tokens: number): Promise<Reservation> {
    const work = this.work.reserving(record)
    const reserved = work === undefined ? undefined : await this.link.reserve(work.key, work.number, money, tokens)
    if (reserved === undefined) throw new ForGateway()
    const { quotas, tokens: taken } = reserved
    if (quotas !== undefined) response.limits = { quotas, errorFormat, now: this.now }
    return { ...elsewhere, money, tokens: taken }
  }
}
