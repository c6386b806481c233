import type { OperationHandlers, OperationServices } from '../../operations/operation.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'
import { ReceivedRequest } from '../received-request.js'

/** Hands the request to what its operationId names, and waits until the reply is written. */
export function runOperation(handlers: OperationHandlers, services: OperationServices): Middleware {
  return async (context) => {
    const { operation, caller, lease } = context.state
    const handler = operation === undefined ? undefined : handlers[operation.operationId]
    if (operation === undefined || handler === undefined || caller === undefined || lease === undefined)
      throw new GatewayFailure({ kind: 'not_found', message: 'There is nothing at this path.' })
    await handler(new ReceivedRequest(context.state, context.req, context.res, operation.operationId, caller, lease), services)
  }
}
