import { responsesDialect } from '../../dialects/responses/index.js'
import { eventsOfResponse, framesOfEvents } from '../../dialects/responses/reply/reply-events.js'
import type { WireObject } from '../../dialects/dialect.js'
import { LossLedger } from '../../exchange/ledger.js'
import type { Call } from '../../relay/call.js'
import { streamHeaders } from '../../relay/reply.js'
import { modelOf, requiredBody, targetsOf } from '../converse.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import { continued } from './continuation.js'
import { respond } from './create-response.js'

/** `response.create` over a WebSocket: the request without what belongs to the transport, always streamed. */
export function respondOver(connection: ConnectionMemory): OperationHandler {
  return async (call, services) => {
    const { generate, ...request } = requiredBody(call).json
    const wire = { ...request, stream: true }
    if (generate === false) await prepare(call, services, wire, connection)
    else await respond(call, services, { wire, bytes: Buffer.from(JSON.stringify(wire)), stream: true, connection })
  }
}

/** `generate: false` makes a response without output, to be continued: the client hands over what it knows already. */
async function prepare(call: Call, services: OperationServices, wire: WireObject, connection: ConnectionMemory): Promise<void> {
  const { relay, responses } = services
  const model = modelOf(wire)
  const request = await continued(call, services, { wire, bytes: Buffer.from('{}'), targets: targetsOf(call, services, model) }, connection)
  const ledger = new LossLedger()
  const id = relay.newId('resp_')
  const response = responsesDialect.encodeReply(
    { id: '', model, choices: [{ index: 0, parts: [], finish: { reason: 'stop' } }], usage: { inputTokens: 0, outputTokens: 0 } },
    {
      request: { dialect: 'responses', model, stream: true, turns: [], tools: [], settings: {} },
      wireRequest: wire,
      upstreamDialect: 'responses',
      now: Math.floor(relay.now() / 1000),
      newId: relay.newId,
      ledger,
      replyId: id,
    },
  )
  if (wire['store'] === false || request.base !== undefined)
    connection.keep(id, { items: request.conversation(), ...(request.base === undefined ? {} : { base: request.base }) })
  else {
    const { previousId, input } = request
    responses.keep({ owner: call.token.owner, id, input, reply: response, ...(previousId === undefined ? {} : { previousId }) })
  }
  call.record.style = 'responses'
  call.record.status = 200
  call.record.outcome = 'ok'
  call.response.writeHead(200, streamHeaders(call, 'sse'))
  call.response.end(framesOfEvents(eventsOfResponse(response)))
}
