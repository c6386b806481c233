import { responsesDialect } from '../../dialects/responses/index.js'
import { eventsOfResponse, framesOfEvents } from '../../dialects/responses/reply/reply-events.js'
import type { WireObject } from '../../dialects/dialect.js'
import { LossLedger } from '../../exchange/ledger.js'
import { patchTopLevel, removeTopLevel } from '../../json/body-patch.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { sendFrames } from '../../relay/reply.js'
import { LongOutput } from '../../relay/stream/long-output.js'
import { modelOf, requiredBody, targetsOf } from '../converse.js'
import type { ModelHandler, ModelServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import { continued } from './continuation.js'
import { respond } from './create-response.js'
import { defined } from '../../json/object.js'

/** `response.create` over a WebSocket: the request without what belongs to the transport, always streamed. */
export function respondOver(connection: ConnectionMemory): ModelHandler<'createResponse'> {
  return async (request, services) => {
    const { json, bytes } = requiredBody(request)
    const { generate, ...rest } = json
    const wire = { ...rest, stream: true }
    if (generate === false) await prepare(request, services, wire, connection)
    else {
      const streamed = patchTopLevel(removeTopLevel(bytes, ['generate']), { stream: 'true' })
      await respond(request, services, { wire, bytes: streamed, stream: true, connection })
    }
  }
}

/** `generate: false` makes a response without output, to be continued: the client sends context in advance. */
async function prepare(request: GatewayRequest, services: ModelServices, wire: WireObject, connection: ConnectionMemory): Promise<void> {
  const { relay, responses } = services
  const model = modelOf(wire)
  const prepared = await continued(
    request,
    services,
    { wire, bytes: Buffer.from('{}'), targets: targetsOf(request, services, 'responses', model) },
    connection,
  )
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
  if (wire['store'] === false || prepared.base !== undefined)
    connection.keep(
      id,
      defined({
        items: prepared.conversation(),
        bytes: prepared.historyBytes + (request.body?.bytes.length ?? 0),
        base: prepared.base,
      }),
    )
  else {
    const { previousId, input } = prepared
    responses.keep(defined({ owner: request.caller.owner, id, input, reply: response, previousId }))
  }
  sendFrames(request, new LongOutput(1, framesOfEvents(eventsOfResponse(response))))
}
