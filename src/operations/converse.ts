import type { Dialect, WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Call } from '../relay/call.js'
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
export function runConversation(call: Call, services: OperationServices, options: ConverseOptions): Promise<void> {
  return converse(services.relay, call, {
    dialect: options.dialect,
    model: options.model,
    stream: options.stream,
    framing: options.framing ?? 'sse',
    wire: options.wire,
    bytes: options.bytes ?? requiredBody(call).bytes,
    targets: options.targets ?? targetsOf(call, services, options.model),
    strict: call.request.headers['x-anywire-strict'] === 'true',
    ...options.more,
  })
}

/** The targets of a model that the token may use. Unknown and forbidden models are the same 404 (promises P06). */
export function targetsOf(call: Call, services: OperationServices, model: string): readonly RoutedTarget[] {
  call.record.model = model
  const targets = services.routing.resolve(model, call.token)
  if (targets === undefined || targets.length === 0)
    throw new GatewayFailure({
      kind: 'model_not_found',
      message: `The model ${JSON.stringify(model)} does not exist or this token may not use it.`,
      param: 'model',
    })
  return targets
}

/** The body of an operation whose contract requires one. */
export function requiredBody(call: Call): { readonly bytes: Buffer; readonly json: WireObject } {
  if (call.body === undefined) throw new GatewayFailure({ kind: 'invalid_request', message: 'The request has no body.' })
  return call.body
}

export function modelOf(wire: WireObject): string {
  if (typeof wire.model !== 'string' || wire.model === '')
    throw new GatewayFailure({ kind: 'invalid_request', message: 'model is required', param: '/model' })
  return wire.model
}
