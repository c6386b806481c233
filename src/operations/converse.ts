import type { Dialect, WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { converse, type Conversation } from '../relay/conversation/conversation.js'
import type { RoutedTarget } from '../routing/target.js'
import type { OperationServices } from './operation.js'

interface ConverseOptions {
  readonly dialect: Dialect
  readonly model: string
  readonly stream: boolean
  readonly framing?: 'sse' | 'json-array'
  readonly wire: WireObject
  /** The client's own, unless given. */
  readonly bytes?: Buffer
  readonly targets?: readonly RoutedTarget[]
  readonly more?: Pick<Conversation, 'replyId' | 'observer' | 'foreignRequest'>
}

/** The common end of the four chat operations: route the model, run the conversation. */
export function runConversation(request: GatewayRequest, services: OperationServices, options: ConverseOptions): Promise<void> {
  return converse(services.relay, request, {
    dialect: options.dialect,
    model: options.model,
    stream: options.stream,
    framing: options.framing ?? 'sse',
    wire: options.wire,
    bytes: options.bytes ?? requiredBody(request).bytes,
    targets: options.targets ?? targetsOf(request, services, options.model),
    strict: request.incoming.headers['x-anywire-strict'] === 'true',
    ...options.more,
  })
}

/** The targets of a model that the token may use. Unknown and forbidden models are the same 404 (promises P06). */
export function targetsOf(request: GatewayRequest, services: OperationServices, model: string): readonly RoutedTarget[] {
  request.record.model = model
  const targets = services.routing.resolve(model, request.token)
  if (targets === undefined || targets.length === 0)
    throw new GatewayFailure({
      kind: 'model_not_found',
      message: `The model ${JSON.stringify(model)} does not exist or this token may not use it.`,
      param: 'model',
    })
  return targets
}

/** The body of an operation whose contract requires one. */
export function requiredBody(request: GatewayRequest): { readonly bytes: Buffer; readonly json: WireObject } {
  if (request.body === undefined) throw new GatewayFailure({ kind: 'invalid_request', message: 'The request has no body.' })
  return request.body
}

export function modelOf(wire: WireObject): string {
  if (typeof wire.model !== 'string' || wire.model === '')
    throw new GatewayFailure({ kind: 'invalid_request', message: 'model is required', param: '/model' })
  return wire.model
}
