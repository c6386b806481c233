import type { OperationId, Operations } from '../../generated/operations.js'
import type { Accounts } from '../accounting/accounts.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { RelayServices } from '../relay/services.js'
import type { ProviderModels } from '../routing/provider-models.js'
import type { PricedTargets } from '../routing/priced-targets.js'
import type { Routing } from '../routing/routing.js'
import type { Tokenizer } from '../token-count/tokenizer.js'
import type { Platform } from './admin/platform.js'
import type { ConsoleServices } from './console/services.js'
import type { IssuedIds } from './issued-ids.js'
import type { KeptObjects } from './kept-objects.js'
import type { Reservations } from './reservations.js'
import type { KeptResponses } from './responses/kept-responses.js'

/** The services for handlers of operations that ask models. */
export interface ModelServices {
  readonly relay: RelayServices
  /** Another one after each change of providers and models. */
  readonly routing: Routing
  readonly responses: Pick<KeptResponses, 'keep' | 'refer' | 'find' | 'turns'>
  /** Conversations and stored chat completions. */
  readonly objects: Pick<KeptObjects, 'find' | 'list' | 'bytesIn' | 'addLater'>
  readonly issuedIds: Pick<IssuedIds, 'note' | 'check' | 'refusesUnknown'>
  readonly tokenizer: Tokenizer
  readonly reservations: Reservations
  readonly pricedTargets: PricedTargets
}

/** The services for handlers of all operations. */
export interface OperationServices extends ModelServices {
  readonly providerModels: ProviderModels
  readonly responses: KeptResponses
  readonly objects: KeptObjects
  readonly issuedIds: IssuedIds
  readonly accounts: Accounts
  readonly platform: Platform
  readonly console: ConsoleServices
}

/** A reply that the gateway makes itself, written as JSON. Replies of providers are relayed instead. */
export interface Reply<Body = object> {
  readonly status: 200
  readonly headers?: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * The handler of an operationId, for a valid, authenticated request and its parameters, typed from the contract. Returns nothing where it
 * has already answered. Throws `GatewayFailure`.
 */
export type OperationHandler<Id extends OperationId> = Handler<Operations[Id]['parameters'], Operations[Id]['reply'], OperationServices>

/** Handlers of some operations, which need these services. */
export type Handlers<Services> = { readonly [Id in OperationId]?: Handler<Operations[Id]['parameters'], Operations[Id]['reply'], Services> }

/** The same for an operation that asks models. */
export type ModelHandler<Id extends OperationId> = Handler<Operations[Id]['parameters'], Operations[Id]['reply'], ModelServices>

/** A handler of several operations takes the parameters that all of them have. */
interface Handler<in Parameters, out Body, in Services> {
  (request: GatewayRequest, services: Services, parameters: Parameters): Promise<Outcome<Body>> | Outcome<Body>
}

// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what a function gives back that has no return statement
type Outcome<Body> = Reply<Body> | undefined | void

/** One handler for each operation of the contract, except those that middleware answer: a missing or a surplus one does not compile. */
export type OperationHandlers = { readonly [Id in Exclude<OperationId, AnsweredByStep>]: OperationHandler<Id> }

/** Health, the contract's documents and their reference page: `src/server/middleware/`, `src/server/reference/`. */
type AnsweredByStep =
  | 'getHome'
  | 'headHome'
  | 'getHealth'
  | 'getReadiness'
  | 'getContractJson'
  | 'getContractYaml'
  | 'getContractDocument'
  | 'getContractDocumentJson'
  | 'getContractOfVersion'
  | 'getContractChanges'
  | 'getContractForPostman'
  | 'getContractForBruno'
  | 'getContractForModels'
  | 'getContractOfSocketsJson'
  | 'getContractOfSocketsYaml'
  | 'getReferencePage'
  | 'getReferenceAsset'
