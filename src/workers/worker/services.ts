import { IssuedIds } from '../../operations/issued-ids.js'
import type { ModelServices } from '../../operations/operation.js'
import { writtenResponse } from '../../operations/responses/kept-responses.js'
import type { Configuration } from '../../config/configuration.js'
import type { Log } from '../../observability/log.js'
import type { RelayServices } from '../../relay/services.js'
import type { Routing } from '../../routing/routing.js'
import { pricedTargets } from '../../server/priced-targets.js'
import { Tokenizer } from '../../token-count/tokenizer.js'
import { forGateway } from './for-gateway.js'
import type { GatewayLink } from './gateway-link.js'
import { GatewayReservations } from './gateway-reservations.js'
import type { OpenWork } from './open-work.js'

interface Parts {
  readonly configuration: Configuration
  readonly relay: RelayServices
  readonly inUse: { readonly routing: Routing }
  readonly link: GatewayLink
  readonly work: OpenWork
  readonly log: Log
}

/** The services for handlers in a worker. New responses and ids are told to the gateway's process; what needs to find some is passed on to it. */
export function servicesOf({ configuration, relay, inUse, link, work, log }: Parts): ModelServices {
  const ids = new IssuedIds({
    repository: { ownersOf: forGateway, save: forGateway, purge: forGateway },
    now: relay.now,
    get lifeMs() {
      return configuration.responses.ttl_days * 86_400_000
    },
    get unknown() {
      return configuration.unknown_ids
    },
    onTrouble: () => undefined,
  })
  return {
    relay,
    get routing() {
      return inUse.routing
    },
    responses: {
      keep: (response) => {
        link.say({ type: 'keep', response: writtenResponse(response) })
      },
      refer: (owner, id, provider, model) => {
        link.say({ type: 'refer', owner, id, provider, model })
      },
      find: forGateway,
      turns: forGateway,
    },
    objects: { find: forGateway, list: forGateway, bytesIn: forGateway, addLater: forGateway },
    issuedIds: {
      note: (owner, origin, issued) => {
        if (issued.length > 0) link.say({ type: 'issued', owner, origin, ids: issued })
      },
      check: ids.check.bind(ids),
      get refusesUnknown() {
        return ids.refusesUnknown
      },
    },
    tokenizer: new Tokenizer(),
    reservations: new GatewayReservations(link, work, relay.now),
    pricedTargets: pricedTargets(configuration, log),
  }
}
