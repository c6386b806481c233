import type { Handlers, OperationServices, Reply } from '../../operations/operation.js'
import { styleOf } from '../../operations/styles.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { RequestRecord } from '../../record/request-record.js'
import type { Trace } from '../../relay/trace/trace.js'
import { sendJson } from '../../relay/reply.js'
import type { ParameterValues } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SharedMiddleware } from '../context.js'
import { endUserOf } from '../../record/client.js'
import { tagsHeader, tagsOf } from '../../record/tags.js'
import { ReceivedRequest } from '../received-request.js'
import { done } from './identify-request.js'

/** Calls the handler of the request's operation, and waits until the reply is written. */
export function runOperation<Services extends Pick<OperationServices, 'relay'>>(
  handlers: Handlers<Services>,
  services: Services,
): SharedMiddleware {
  const handlerOf = byOperation<Services>(handlers)
  return (context) => {
    const { operation, caller, lease, parameters } = context.state
    const handler = operation === undefined ? undefined : handlerOf.get(operation.operationId)
    if (operation === undefined || handler === undefined || caller === undefined || lease === undefined || parameters === undefined)
      throw new GatewayFailure({ kind: 'not_found', message: 'There is nothing at this path.' })
    const { body, record, traces } = context.state
    const style = styleOf(operation.operationId)
    if (style !== undefined) record.asks(style)
    if (body !== undefined) record.onBehalfOf(endUserOf(body.json))
    const tags = context.req.headers[tagsHeader]
    if (tags !== undefined) record.tagged(tagsOf(tags))
    const request = new ReceivedRequest(context.state, context.req, context.res, operation.operationId, caller, lease)
    const outcome = handler(request, traces === undefined ? services : traced(services, traces, record), parameters)
    if (outcome instanceof Promise)
      return outcome.then((reply) => {
        send(request, reply)
      })
    send(request, outcome)
    return done
  }
}

function send(request: GatewayRequest, reply: Reply | undefined): void {
  if (reply !== undefined) sendJson(request, reply.status, JSON.stringify(reply.body), reply.headers ?? {})
}

/** The services of a request whose upstream requests are traced. */
function traced<Services extends Pick<OperationServices, 'relay'>>(
  services: Services,
  traces: readonly Trace[],
  record: RequestRecord,
): Services {
  const target = (): { readonly provider: string; readonly model: string } => ({
    provider: record.trying?.provider.settings.name ?? '',
    model: record.trying?.model ?? '',
  })
  const client = traces.reduce((inner, trace) => trace.client(inner, target), services.relay.client)
  return { ...services, relay: { ...services.relay, client } }
}

type AnyHandler<Services> = (
  request: GatewayRequest,
  services: Services,
  parameters: ParameterValues,
) => Promise<Reply | undefined> | Reply | undefined

/** The handlers by operationId. The parameters that a handler gets were read by its own operation of the contract, which its type is made from. */
function byOperation<Services>(handlers: Handlers<Services>): ReadonlyMap<string, AnyHandler<Services>> {
  return new Map(Object.entries(handlers) as [string, AnyHandler<Services>][])
}
