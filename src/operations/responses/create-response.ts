import { responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { modelOf, requiredBody, runChecked, targetsOf } from '../converse.js'
import type { ModelHandler, ModelServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import { continued } from './continuation.js'
import { keeper } from './observer.js'

/** `POST /v1/responses` */
export const createResponse: ModelHandler<'createResponse'> = async (request, services) => {
  const { json, bytes } = requiredBody(request)
  await respond(request, services, { wire: json, bytes, stream: json['stream'] === true })
}

export interface ResponseRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
  readonly stream: boolean
  /** The responses that a WebSocket connection keeps beside the store. */
  readonly connection?: ConnectionMemory
}

/**
 * Answers one request for a response and stores the response. A provider of this dialect stores its responses itself, under its own ids;
 * otherwise the gateway does.
 */
export async function respond(
  request: GatewayRequest,
  services: ModelServices,
  { wire, bytes, stream, connection }: ResponseRequest,
): Promise<void> {
  const model = modelOf(wire)
  const targets = targetsOf(request, services, 'responses', model)
  const prepared = await continued(request, services, { wire, bytes, targets }, connection)
  const replyId = services.relay.newId('resp_')
  const kept = keeper({ request, services, prepared, replyId, store: wire['store'] !== false, connection })
  const echoes = prepared.conversationId === undefined ? undefined : { conversation: { id: prepared.conversationId } }
  await runChecked(
    request,
    services,
    {
      dialect: responsesDialect,
      model,
      stream,
      wire: prepared.wire,
      bytes: prepared.bytes,
      more: { replyId, observer: kept, echoes },
    },
    prepared.targets,
  )
}
