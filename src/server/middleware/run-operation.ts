import type { OperationHandlers, OperationServices } from '../../operations/operation.js'
import type { Call } from '../../relay/call.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware, RequestContext } from '../context.js'

/** Hands the call to what its operationId names, and waits until the reply is complete. */
export function runOperation(handlers: OperationHandlers, services: OperationServices): Middleware {
  return async (context) => {
    const { operation, token } = context.state
    const handler = operation === undefined ? undefined : handlers[operation.operationId]
    if (operation === undefined || handler === undefined || token === undefined)
      throw new GatewayFailure({ kind: 'not_found', message: 'There is nothing at this path.' })
    await handler(callOf(context, operation.operationId, token), services)
  }
}

function callOf(context: RequestContext, operationId: string, token: NonNullable<RequestContext['state']['token']>): Call {
  const { state, req: request, res: response } = context
  const listeners = new Set<() => void>()
  const call = {
    id: state.id,
    style: state.style,
    operationId,
    parameters: state.parameters ?? {},
    path: state.path,
    query: state.query,
    request,
    response,
    token,
    ...(state.body === undefined ? {} : { body: state.body }),
    record: state.record,
    left: response.destroyed || response.closed,
    onLeave: (listener: () => void) => {
      listeners.add(listener)
    },
    offLeave: (listener: () => void) => {
      listeners.delete(listener)
    },
  }
  response.once('close', () => {
    if (response.writableFinished) return
    call.left = true
    for (const listener of listeners) listener()
  })
  return call
}
