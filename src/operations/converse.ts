import type { Dialect, WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { Conversation } from '../relay/conversation/conversation.js'
import { converse } from '../relay/conversation/converse.js'
import { checkOtherModels } from './other-models.js'
import { requestsCost } from '../relay/usage-cost.js'
import { resolveModel } from '../routing/resolve-model.js'
import type { RoutedTarget } from '../routing/target.js'
import { recordingMade } from './made-objects.js'
import type { OperationServices } from './operation.js'
import { reserve } from './reserve.js'

interface ConverseOptions {
  readonly dialect: Dialect
  readonly model: string
  readonly stream: boolean
  readonly framing?: 'sse' | 'json-array'
  readonly wire: WireObject
  /** The client's own, unless given. */
  readonly bytes?: Buffer
  readonly targets: readonly RoutedTarget[]
  readonly more?: Pick<Conversation, 'replyId' | 'echoes' | 'observer' | 'foreignRequest' | 'tellsCost'>
}

/** The common end of the chat operations: route the model, check whose objects are named, run the conversation. */
export function runConversation(
  request: GatewayRequest,
  services: OperationServices,
  options: Omit<ConverseOptions, 'targets'>,
): Promise<void> {
  const { dialect, wire } = options
  const targets = targetsOf(request, services, dialect.name, options.model)
  const checked = services.issuedIds.check(request.caller.owner, dialect.objectIds, wire, requiredBody(request).bytes)
  const run = (): Promise<void> => runChecked(request, services, { ...options, targets })
  return checked === undefined ? run() : checked.then(run)
}

/** The same for a request whose objects are the caller's. */
export function runChecked(request: GatewayRequest, services: OperationServices, options: ConverseOptions): Promise<void> {
  const { dialect, model, wire, targets } = options
  const observer = recordingMade(request, services, dialect.objectIds, wire, options.more?.observer)
  return converse(services.relay, request, {
    dialect,
    model,
    stream: options.stream,
    framing: options.framing ?? 'sse',
    wire,
    bytes: options.bytes ?? requiredBody(request).bytes,
    targets: reserve(request, services, { model, wire, targets, writes: true }),
    ...(requestsCost(request) ? { tellsCost: true } : {}),
    ...options.more,
    ...(observer === undefined ? {} : { observer }),
  })
}

/** The targets of the requested model. Sets the model and the dialect or media task in the request's record. */
export function targetsOf(request: GatewayRequest, services: OperationServices, style: string, model: string): readonly RoutedTarget[] {
  request.record.asks(style, model)
  const targets = resolveModel(services.routing, request.caller, model)
  if (request.body !== undefined) checkOtherModels(request.body.json, services.routing, request.caller)
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
