import { clientDialects } from '../dialects/registry.js'
import type { Dialect, WireObject } from '../dialects/dialect.js'
import {
  decodeCountTokensReply,
  encodeCountTokensReply,
  encodeCountTokensRequest,
  requestToCount,
} from '../dialects/generate-content/request/count-tokens.js'
import { decodeCount, decodeCountRequest, encodeCount, encodeCountRequest, requireVersion } from '../dialects/messages/index.js'
import { GatewayFailure } from '../exchange/error.js'
import { LossLedger } from '../exchange/ledger.js'
import type { ConversationRequest } from '../exchange/request.js'
import type { Target } from '../exchange/target.js'
import { patchTopLevel } from '../json/body-patch.js'
import { withOwnHistory } from '../relay/conversation/same-style.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { askProvider } from '../relay/upstream/json-relay.js'
import { sendJson } from '../relay/reply.js'
import { sendToTargets } from '../relay/targets/targets.js'
import type { RoutedTarget } from '../routing/target.js'
import { countConversation } from '../token-count/count.js'
import { modelOf, requiredBody, targetsOf } from './converse.js'
import { pathModel } from './generate-content.js'
import type { OperationHandler, OperationServices } from './operation.js'

/** The two styles whose providers count tokens, both ways. */
interface CountingStyle {
  readonly dialect: Dialect
  /** The client's question for its own style's provider. */
  relayed(bytes: Buffer, target: RoutedTarget): Buffer
  decode(wire: WireObject, model: string, services: OperationServices, ledger: LossLedger): ConversationRequest
  encode(conversation: ConversationRequest, target: Target): object
  read(reply: unknown): number | undefined
  write(tokens: number): object
}

const messages: CountingStyle = {
  dialect: clientDialects.messages,
  relayed: (bytes, { model }) => patchTopLevel(bytes, { model: JSON.stringify(model) }),
  decode: (wire, model, _services, ledger) => decodeCountRequest(wire, { ledger, model, stream: false }),
  encode: encodeCountRequest,
  read: decodeCount,
  write: encodeCount,
}

const generateContent: CountingStyle = {
  dialect: clientDialects['generate-content'],
  // The model is in the path, and once more in a whole request.
  relayed: (bytes, { model, provider }) =>
    provider.traitsFor(model, 'generate-content').flatTokenCount === true ? flat(bytes) : withInnerModel(bytes, model),
  decode: (wire, model, services, ledger) =>
    clientDialects['generate-content'].decodeRequest(requestToCount(wire), { ledger, model, stream: false, newId: services.relay.newId }),
  encode: encodeCountTokensRequest,
  read: decodeCountTokensReply,
  write: encodeCountTokensReply,
}

/** `POST /v1/messages/count_tokens` */
export const countMessageTokens: OperationHandler = async (request, services) => {
  requireVersion(request.incoming.headers)
  await countTokensOf(request, services, messages, modelOf(requiredBody(request).json))
}

/** `POST /v1beta/models/{model}:countTokens`, also under /v1 */
export const countTokens: OperationHandler = async (request, services) => {
  await countTokensOf(request, services, generateContent, pathModel(request))
}

async function countTokensOf(request: GatewayRequest, services: OperationServices, client: CountingStyle, model: string): Promise<void> {
  request.record.style = client.dialect.name
  const targets = targetsOf(request, services, model)
  await sendToTargets(services.relay, request, targets, (target) => countAt(request, services, client, target, model))
}

/** Asks the provider in the client's style, else in the other style that can count, else computes. */
async function countAt(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingStyle,
  target: RoutedTarget,
  model: string,
): Promise<GatewayFailure | undefined> {
  const { bytes, json } = requiredBody(request)
  const style = [client, messages, generateContent].find((candidate) => counts(candidate, target))
  if (style === undefined) return estimated(request, services, client, target, model)
  const own = style === client
  const answer = await askProvider(services.relay, request, target, {
    endpoint: endpointOf(style, target),
    upstream: style.dialect,
    client: client.dialect.name,
    body: own
      ? client.relayed(withOwnHistory(client.dialect, { wire: json, bytes }, target), target)
      : JSON.stringify(translated(services, client, style, target, json, model)),
  })
  if (answer instanceof GatewayFailure && isMissingPath(answer)) return estimated(request, services, client, target, model)
  if (answer === undefined || answer instanceof GatewayFailure) return answer
  const tokens = own ? undefined : style.read(answer.json)
  if (!own && tokens === undefined)
    return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is no count of tokens.' })
  sendJson(request, 200, tokens === undefined ? answer.bytes : Buffer.from(JSON.stringify(client.write(tokens))), {})
  return undefined
}

/** The provider does not have the path, rather than the model: servers that speak the style without counting. */
function isMissingPath({ error }: GatewayFailure): boolean {
  return error.kind === 'not_found' && error.native?.type === undefined && error.native?.statusName === undefined
}

function translated(
  services: OperationServices,
  client: CountingStyle,
  style: CountingStyle,
  target: RoutedTarget,
  json: WireObject,
  model: string,
): object {
  const ledger = new LossLedger()
  return style.encode(client.decode(json, model, services, ledger), {
    model: target.model,
    defaultMaxOutputTokens: target.maxOutputTokens ?? 4096,
    traits: target.provider.traitsFor(target.model, style.dialect.name),
    ledger,
    newId: services.relay.newId,
  })
}

async function estimated(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingStyle,
  target: RoutedTarget,
  model: string,
): Promise<undefined> {
  const conversation = client.decode(requiredBody(request).json, model, services, new LossLedger())
  const [dialect = client.dialect.name] = target.provider.dialectsFor(target.model)
  const { tokens, tokenizer } = await countConversation(conversation, dialect, target.model, services.tokenizer)
  sendJson(request, 200, Buffer.from(JSON.stringify(client.write(tokens))), { 'x-anywire-tokenizer': `${tokenizer}; estimated` })
}

function counts(style: CountingStyle, { provider, model }: RoutedTarget): boolean {
  return provider.kind.address(endpointOf(style, { provider, model }), provider.settings) !== undefined
}

function endpointOf({ dialect }: CountingStyle, target: RoutedTarget) {
  return { type: 'count-tokens', dialect: dialect.name === 'messages' ? 'messages' : 'generate-content', model: target.model } as const
}

/** A whole request inside the question names the model once more. */
function withInnerModel(bytes: Buffer, model: string): Buffer {
  const wire = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  const patches: Record<string, string> = {}
  if (wire['model'] !== undefined) patches['model'] = JSON.stringify(`models/${model}`)
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const inner = wire[name]
    if (typeof inner === 'object' && inner !== null) patches[name] = JSON.stringify({ ...inner, model: `models/${model}` })
  }
  return Object.keys(patches).length === 0 ? bytes : patchTopLevel(bytes, patches)
}

/** A question whose whole request stands in it as its own members, and without the model that the path names. */
function flat(bytes: Buffer): Buffer {
  const wire = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  if (!['model', 'generateContentRequest', 'generate_content_request'].some((name) => name in wire)) return bytes
  const { model: _, ...rest } = requestToCount(wire)
  return Buffer.from(JSON.stringify(rest))
}
