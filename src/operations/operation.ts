import type { GatewayRequest } from '../relay/gateway-request.js'
import type { RelayServices } from '../relay/services.js'
import type { Routing } from '../routing/routing.js'
import type { Tokenizer } from '../token-count/tokenizer.js'
import type { KeptResponses } from './responses/kept-responses.js'

/** What operations work with. */
export interface OperationServices {
  readonly relay: RelayServices
  readonly routing: Routing
  readonly responses: KeptResponses
  readonly tokenizer: Tokenizer
}

/** Does what one operationId of the contract promises, for a valid, authenticated request. Throws `GatewayFailure`. */
export type OperationHandler = (request: GatewayRequest, services: OperationServices) => Promise<void> | void

export type OperationHandlers = Readonly<Record<string, OperationHandler>>
