import { responsesDialect } from '../../dialects/responses/index.js'
import type { WireObject } from '../../dialects/dialect.js'
import type { Call } from '../../relay/call.js'
import { modelOf, requiredBody, runConversation, targetsOf } from '../converse.js'
import type { OperationHandler, OperationServices } from '../operation.js'
import type { ConnectionMemory } from './connection-memory.js'
import { continued } from './continuation.js'
import { keeper } from './observer.js'

/** `POST /v1/responses` */
export const createResponse: OperationHandler = async (call, services) => {
  const { json, bytes } = requiredBody(call)
  await respond(call, services, { wire: json, bytes, stream: json['stream'] === true })
}

export interface ResponseRequest {
  readonly wire: WireObject
  readonly bytes: Buffer
  readonly stream: boolean
  /** What one WebSocket connection keeps beside the store. */
  readonly connection?: ConnectionMemory
}

/**
 * Answers one request for a response and keeps the answer. A provider of this style keeps its responses itself, under its own
 * ids; elsewhere the gateway does.
 */
export async function respond(
  call: Call,
  services: OperationServices,
  { wire, bytes, stream, connection }: ResponseRequest,
): Promise<void> {
  const model = modelOf(wire)
  call.record.style = 'responses'
  const targets = targetsOf(call, services, model)
  const request = await continued(call, services, { wire, bytes, targets }, connection)
  const replyId = services.relay.newId('resp_')
  const observer = keeper({ call, services, request, replyId, store: wire['store'] !== false, connection })
  await runConversation(call, services, {
    dialect: responsesDialect,
    model,
    stream,
    wire: request.wire,
    bytes: request.bytes,
    targets: request.targets,
    more: { replyId, ...(observer === undefined ? {} : { observer }) },
  })
}
