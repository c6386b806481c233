import type { Admission } from '../access/admission.js'
import type { SharedIdentity } from '../access/shared-identity.js'
import type { Tokens } from '../access/tokens.js'
import type { Bodies } from '../books/bodies.js'
import type { Books } from '../books/books.js'
import type { Configuration } from '../config/configuration.js'
import type { Contract } from '../contract/contract.js'
import type { Log } from '../observability/log.js'
import type { OperationHandlers, OperationServices } from '../operations/operation.js'
import type { OpenSockets } from '../realtime/open-sockets.js'
import type { RecordServices } from '../record/request-record.js'
import type { RelayServices } from '../relay/services.js'
import type { UpstreamClient } from '../relay/upstream/upstream-client.js'
import type { AuditRetention } from './audit-retention.js'
import type { ClientConnections } from './connections/client-connections.js'
import type { ConsoleFiles } from './console/console-files.js'
import type { ContractTexts } from './published/contract-texts.js'
import type { Idempotency } from './idempotency.js'
import type { OpenRequests } from './open-requests.js'
import type { ReferencePage } from './reference/reference-page.js'

/** All state and services of one gateway process. Made once at the start and passed down; modules have no state of their own. */
export interface Gateway {
  /** As it counts now, see `LiveConfiguration`: read its members when they are needed. */
  readonly configuration: Configuration
  readonly contract: Contract
  readonly contractTexts: ContractTexts
  readonly reference: ReferencePage
  readonly console: ConsoleFiles
  readonly tokens: Tokens
  readonly admission: Admission
  readonly handlers: OperationHandlers
  readonly operations: OperationServices
  readonly relay: RelayServices
  readonly upstreamClient: UpstreamClient
  readonly sockets: OpenSockets
  readonly requests: OpenRequests
  readonly connections: ClientConnections
  readonly records: RecordServices
  readonly sharedIdentity: SharedIdentity
  readonly auditRetention: AuditRetention
  readonly books: Books
  readonly bodies: Bodies
  readonly idempotency: Idempotency
  readonly log: Log
  /** Whether the gateway is stopping: `/readyz` fails, new requests are still served for a while. */
  draining: boolean
}
