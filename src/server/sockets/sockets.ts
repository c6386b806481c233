import type { IncomingMessage } from 'node:http'
import { GatewayFailure, statusOf } from '../../exchange/error.js'
import { refused } from '../../record/ending.js'
import { defaultDialect } from '../../contract/error-format.js'
import type { WireObject } from '../../dialects/dialect.js'
import { ConnectionMemory } from '../../operations/responses/connection-memory.js'
import { respondOver } from '../../operations/responses/respond-over.js'
import { styleOf } from '../../operations/styles.js'
import { clientOf } from '../../record/client.js'
import { RequestRecord } from '../../record/request-record.js'
import { jsonBytes, largeJsonBytes } from '../../relay/large-json.js'
import { serveResponses } from '../../realtime/responses-socket.js'
import type { SocketReply } from '../../realtime/socket-reply.js'
import type { Handshake, SocketRoute } from '../../realtime/handshake.js'
import { createUpgradeHandler, wantsSocket, type UpgradeHandler } from '../../realtime/upgrade.js'
import { refusalOf } from '../../access/permissions.js'
import { addLimitHeaders } from '../../access/limit-headers.js'
import { chain } from '../chain.js'
import { shuttingDown } from '../drain.js'
import type { RequestState, SharedMiddleware } from '../context.js'
import type { Gateway } from '../gateway.js'
import { admit } from '../middleware/admit.js'
import { endRequest } from '../middleware/end-request.js'
import { keepBodies } from '../middleware/keep-bodies.js'
import { parseBody, parseLargeBody } from '../parse-body.js'
import { runOperation } from '../middleware/run-operation.js'
import { validateRequest } from '../middleware/validate-request.js'
import { realtimeRoute } from './realtime-route.js'

export interface Sockets {
  readonly onUpgrade: UpgradeHandler
  /** For the server: which requests with an `Upgrade` header are handshakes. */
  readonly wantsSocket: (request: IncomingMessage) => boolean
}

export const socketPaths = ['/v1/responses', '/v1/realtime'] as const
const [responsesPath, realtimePath] = socketPaths

/** The handlers of the WebSocket routes. */
export function createSockets(gateway: Gateway): Sockets {
  const { configuration, sockets, tokens, admission, relay } = gateway
  const routes: Readonly<Record<string, SocketRoute>> = {
    [responsesPath]: responsesRoute(gateway),
    [realtimePath]: realtimeRoute(gateway),
  }
  return {
    wantsSocket: wantsSocket(Object.keys(routes)),
    onUpgrade: createUpgradeHandler({
      routes,
      sockets,
      limits: configuration.limits,
      server: configuration.server,
      findToken: (key, path) =>
        tokens.find(key, relay.now()) ?? (path === realtimePath ? tokens.findBySecret(key, relay.now()) : undefined),
      refusal: ({ policy }, request, path) =>
        refusalOf(policy.permissions, {
          address: request.socket.remoteAddress,
          area: 'inference',
          reads: false,
          style: styleOf(path === responsesPath ? 'createResponse' : 'connectRealtime'),
        }),
      onRefused: ({ record }, error) => {
        record.finish(refused(error, statusOf(error)))
      },
      requireConnection: (caller) => {
        if (sockets.leaving) throw new GatewayFailure(shuttingDown)
        admission.requireConnection(caller, sockets)
      },
      limitHeaders: (caller) => {
        const headers: Record<string, string> = {}
        const quotas = admission.quotasOf(caller)
        if (quotas !== undefined) addLimitHeaders(headers, { quotas, errorFormat: defaultDialect, now: relay.now })
        return headers
      },
      records: gateway.records,
      newId: relay.newId,
    }),
  }
}

/** Each request of the connection has a record; the open connection itself has none. */
function responsesRoute(gateway: Gateway): SocketRoute {
  const { configuration, sockets, admission, relay } = gateway
  return async (handshake) => {
    // The connection itself holds no lease; it is refused where its first request would be.
    const lease = await admission.enterAfterRecall(handshake.caller)
    lease.release()
    return {
      open(client) {
        const memory = new ConnectionMemory(admission.holding(handshake.caller), configuration.limits.body_bytes)
        client.socket.once('close', () => {
          memory.close()
        })
        return serveResponses(client, {
          tokenId: handshake.caller.id,
          sockets,
          deadlines: relay.deadlines,
          idleMs: configuration.timeouts.ws_idle_ms,
          holding: admission.holding(handshake.caller),
          frameLimit: configuration.limits.sse_frame_bytes,
          read: (message) => (message.length > largeJsonBytes ? parseLargeBody : parseBody)(message, configuration.limits),
          answer: messageSteps(gateway, handshake, memory),
          allowed: () => handshake.callerNow() !== undefined,
        })
      },
      abandon: () => undefined,
    }
  }
}

/** The middleware for requests that come as messages, in order: those of an HTTP request after its body. */
function messageSteps(
  gateway: Gateway,
  handshake: Handshake,
  memory: ConnectionMemory,
): (wire: WireObject, reply: SocketReply) => Promise<void> {
  const { contract, tokens, admission, operations, records, relay, log } = gateway
  const operation = contract.operation('createResponse')
  const run = chain([
    keepBodies(gateway.bodies, gateway.records, operations.console.clean),
    endRequest(log),
    admit(admission, { draining: () => gateway.draining, isValid: (caller) => tokens.isValid(caller, relay.now()), now: relay.now }),
    holdMessage,
    validateRequest(contract),
    runOperation({ createResponse: respondOver(memory) }, operations),
  ])
  const request = withoutSocketBeta(handshake.request)
  return async (wire, reply) => {
    const caller = handshake.callerNow()
    if (caller === undefined || operation === undefined)
      throw new GatewayFailure({ kind: 'invalid_api_key', message: 'The token is not valid.' })
    const id = relay.newId('req_')
    const record = new RequestRecord(records, id, 'WEBSOCKET', responsesPath, clientOf(request))
    record.sentBy(caller)
    const state: RequestState = {
      id,
      path: responsesPath,
      query: handshake.query,
      errorFormat: defaultDialect,
      record,
      operation,
      caller,
      body: { bytes: await jsonBytes(wire), json: wire },
    }
    await run({ state, req: request, res: reply, method: 'WEBSOCKET' })
  }
}

/** A message is read before it is admitted; from here on its memory counts: its bytes, its text and the parsed value. */
const holdMessage: SharedMiddleware = ({ state: { lease, body } }, next) => {
  lease?.hold((body?.bytes.length ?? 0) * 3)
  return next()
}

/** Clients list the WebSocket API among their beta features, which a provider must not see in an HTTP request. */
function withoutSocketBeta(request: IncomingMessage): IncomingMessage {
  const beta = request.headers['openai-beta']
  if (typeof beta !== 'string') return request
  const rest = beta.split(',').filter((feature) => !feature.trim().startsWith('responses_websockets'))
  if (rest.length > 0) request.headers['openai-beta'] = rest.join(',')
  else delete request.headers['openai-beta']
  return request
}
