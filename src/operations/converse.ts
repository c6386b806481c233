import type { Dialect, WireObject } from '../dialects/dialect.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest, RequestBody } from '../relay/gateway-request.js'
import type { Conversation } from '../relay/conversation/conversation.js'
import { converse } from '../relay/conversation/converse.js'
import { checkOtherModels } from './other-models.js'
import { requestsCost } from '../relay/usage-cost.js'
import { resolveModel } from '../routing/resolve-model.js'
import type { RoutedTarget } from '../routing/target.js'
import { recordingMade } from './made-objects.js'
import type { ModelServices } from './operation.js'
import { reserve } from './reserve.js'

interface ConverseOptions {
  readonly dialect: Dialect
  readonly model: string
  readonly stream: boolean
  readonly framing?: 'sse' | 'json-array'
  readonly wire: WireObject
  /** The client's own, unless given. */
  readonly bytes?: Buffer
  readonly more?: Partial<Pick<Conversation, 'replyId' | 'echoes' | 'observer' | 'foreignRequest' | 'tellsCost'>>
}

/** The common end of the chat operations: route the model, check whose objects are named, run the conversation. */
export function runConversation(request: GatewayRequest, services: ModelServices, options: ConverseOptions): Promise<void> {
  const { dialect, wire } = options
  const targets = targetsOf(request, services, dialect.name, options.model)
  const checked = services.issuedIds.check(request.caller.owner, targets, dialect.objectIds, wire, requiredBody(request).bytes)
  if (checked === undefined) return runChecked(request, services, options, targets)
  return checked.then(() => runChecked(request, services, options, targets))
}

/** The same for a request whose objects are the caller's. */
export function runChecked(
  request: GatewayRequest,
  services: ModelServices,
  options: ConverseOptions,
  targets: readonly RoutedTarget[],
): Promise<void> {
  const { model, wire } = options
  const reserved = reserve(request, services, { model, wire, targets, writes: true })
  if (!(reserved instanceof Promise)) return runReserved(request, services, options, reserved)
  return reserved.then((priced) => runReserved(request, services, options, priced))
}

function runReserved(
  request: GatewayRequest,
  services: ModelServices,
  { dialect, model, stream, framing = 'sse', wire, bytes, more = {} }: ConverseOptions,
  targets: readonly RoutedTarget[],
): Promise<void> {
  const body = requiredBody(request)
  return converse(services.relay, request, {
    dialect,
    model,
    stream,
    framing,
    body: wire === body.json && (bytes === undefined || bytes === body.bytes) ? body : { json: wire, bytes: bytes ?? body.bytes },
    targets,
    tellsCost: more.tellsCost ?? requestsCost(request),
    foreignRequest: more.foreignRequest ?? false,
    replyId: more.replyId,
    echoes: more.echoes,
    observer: recordingMade(request, services, dialect.objectIds, wire, more.observer),
  })
}

/** The targets of the requested model. Sets the model and the dialect or media task in the request's record. */
export function targetsOf(request: GatewayRequest, services: ModelServices, style: string, model: string): readonly RoutedTarget[] {
  request.record.asks(style, model)
  const targets = resolveModel(services.routing, request.caller, model)
  if (request.body !== undefined) checkOtherModels(request.body.json, services.routing, request.caller)
  return targets
}

/** The body of an operation whose contract requires one. */
export function requiredBody(request: GatewayRequest): RequestBody {
  if (request.body === undefined) throw new GatewayFailure({ kind: 'invalid_request', message: 'The request has no body.' })
  return request.body
}

export function modelOf(wire: WireObject): string {
  if (typeof wire.model !== 'string' || wire.model === '')
    throw new GatewayFailure({ kind: 'invalid_request', message: 'model is required', param: '/model' })
  return wire.model
}
