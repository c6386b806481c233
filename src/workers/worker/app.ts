import Koa from 'koa'
import type { Running } from '../../access/lease.js'
import type { Contract } from '../../contract/contract.js'
import { modelOperations } from '../../operations/model-operations.js'
import type { ModelServices } from '../../operations/operation.js'
import type { RecordServices } from '../../record/request-record.js'
import type { RequestState } from '../../server/context.js'
import { shareReplies } from '../../server/cors/share-replies.js'
import type { ServedGateway } from '../../server/listen.js'
import { checkHead } from '../../server/middleware/check-head.js'
import { endRequest } from '../../server/middleware/end-request.js'
import { findOperation } from '../../server/middleware/find-operation.js'
import { identifyRequest } from '../../server/middleware/identify-request.js'
import { readBody } from '../../server/middleware/read-body.js'
import { runOperation } from '../../server/middleware/run-operation.js'
import { validateRequest } from '../../server/middleware/validate-request.js'
import type { GatewayLink } from './gateway-link.js'
import type { OpenWork } from './open-work.js'
import type { PassOn } from './pass-on.js'
import { enter, passOnKept, passOnOthers } from './steps.js'

export interface WorkerParts extends ServedGateway {
  readonly contract: Contract
  readonly records: RecordServices
  readonly operations: ModelServices
  /** What the requests of this process hold. */
  readonly held: Running
  readonly link: GatewayLink
  readonly work: OpenWork
  readonly passOn: PassOn
}

/** The path of every request in a worker, top to bottom: the steps of the gateway's own that a request to a model takes. */
export function createWorkerApp({
  configuration,
  contract,
  records,
  operations,
  relay,
  held,
  link,
  work,
  passOn,
  log,
}: WorkerParts): Koa<RequestState> {
  const app = new Koa<RequestState>()
  app.use(identifyRequest(relay.newId, records))
  app.use(endRequest(log))
  app.use(shareReplies(configuration.server))
  app.use(checkHead(configuration.limits))
  app.use(findOperation(contract))
  app.use(passOnOthers(passOn, new Set(Object.keys(modelOperations)), configuration, work, link))
  app.use(enter({ link, work, held, configuration, now: relay.now }))
  const { deadlines, repeated } = relay
  app.use(readBody({ limits: configuration.limits, timeouts: configuration.timeouts, deadlines, repeated: repeated.values }))
  app.use(validateRequest(contract))
  app.use(passOnKept)
  app.use(runOperation(modelOperations, operations))
  return app
}
