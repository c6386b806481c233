import type { OperationHandlers, OperationServices, Reply } from '../../operations/operation.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import { sendJson } from '../../relay/reply.js'
import type { ParameterValues } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SharedMiddleware } from '../context.js'
import { endUserOf } from '../../record/client.js'
import { ReceivedRequest } from '../received-request.js'

/** Calls the handler of the request's operation, and waits until the reply is written. */
export function runOperation(handlers: Partial<OperationHandlers>, services: OperationServices): SharedMiddleware {
  return async (context) => {
    const { operation, caller, lease, parameters } = context.state
    const handler = operation === undefined ? undefined : handlerOf(handlers, operation.operationId)
    if (operation === undefined || handler === undefined || caller === undefined || lease === undefined || parameters === undefined)
      throw new GatewayFailure({ kind: 'not_found', message: 'There is nothing at this path.' })
    const { body, record } = context.state
    if (body !== undefined) record.onBehalfOf(endUserOf(body.json))
    const request = new ReceivedRequest(context.state, context.req, context.res, operation.operationId, caller, lease)
    const reply = await handler(request, services, parameters)
    if (reply !== undefined) sendJson(request, reply.status, Buffer.from(JSON.stringify(reply.body)), reply.headers ?? {})
  }
}

type AnyHandler = (
  request: GatewayRequest,
  services: OperationServices,
  parameters: ParameterValues,
) => Promise<Reply | undefined> | Reply | undefined

/** The handler, without the types of its operation; the parameters were read by the same operation. */
function handlerOf(handlers: Partial<OperationHandlers>, operationId: string): AnyHandler | undefined {
  return Object.hasOwn(handlers, operationId) ? (handlers[operationId as keyof OperationHandlers] as AnyHandler | undefined) : undefined
}
