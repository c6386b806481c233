import Koa from 'koa'
import { AdminKey } from '../access/admin-key.js'
import type { RequestState } from './context.js'
import type { Gateway } from './gateway.js'
import { answerPreflight } from './cors/answer-preflight.js'
import { sessionAuthentication } from './console/authenticate-session.js'
import { refuseForeignHosts } from './console/refuse-foreign-hosts.js'
import { serveConsole } from './console/serve-console.js'
import { shareReplies } from './cors/share-replies.js'
import { admit } from './middleware/admit.js'
import { authenticate } from './middleware/authenticate.js'
import { checkHead } from './middleware/check-head.js'
import { endRequest } from './middleware/end-request.js'
import { findOperation } from './middleware/find-operation.js'
import { identifyRequest } from './middleware/identify-request.js'
import { keepBodies } from './middleware/keep-bodies.js'
import { readBody } from './middleware/read-body.js'
import { refuseUnknownPaths } from './middleware/refuse-unknown-paths.js'
import { replayReply } from './middleware/replay-reply.js'
import { runOperation } from './middleware/run-operation.js'
import { serveContract } from './published/serve-contract.js'
import { serveHealth } from './middleware/serve-health.js'
import { traceRequests } from './middleware/trace-requests.js'
import { validateRequest } from './middleware/validate-request.js'
import { serveReference } from './reference/serve-reference.js'

/** The path of every request, top to bottom. */
export function createApp(gateway: Gateway): Koa<RequestState> {
  const { contract, tokens, admission, handlers, operations, relay, configuration, log } = gateway
  const draining = (): boolean => gateway.draining
  const app = new Koa<RequestState>()
  app.use(identifyRequest(relay.newId, gateway.records))
  app.use(keepBodies(gateway.bodies, gateway.records, operations.console.clean))
  app.use(endRequest(log))
  app.use(shareReplies(configuration.server))
  app.use(checkHead(configuration.limits))
  app.use(refuseForeignHosts(configuration.server))
  app.use(serveConsole(gateway.console))
  app.use(serveHealth(() => (gateway.draining ? 'draining' : admission.canRecord ? 'ready' : 'unavailable')))
  app.use(findOperation(contract))
  app.use(answerPreflight)
  app.use(
    authenticate({
      tokens,
      now: relay.now,
      adminKey: new AdminKey(configuration.admin),
      authenticateSession: sessionAuthentication(operations.console.sessions, configuration.server),
    }),
  )
  app.use(traceRequests(operations.console.traces))
  app.use(refuseUnknownPaths(contract, configuration.server))
  app.use(serveContract(gateway.contractTexts, configuration.server))
  app.use(serveReference(gateway.reference))
  app.use(admit(admission, { draining, isValid: (caller) => tokens.isValid(caller, relay.now()), now: relay.now }))
  const { deadlines, repeated } = relay
  app.use(readBody({ limits: configuration.limits, timeouts: configuration.timeouts, deadlines, repeated: repeated.values }))
  app.use(validateRequest(contract))
  app.use(replayReply(gateway.idempotency))
  app.use(runOperation(handlers, operations))
  return app
}
