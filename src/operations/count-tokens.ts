import { clientDialects, upstreamDialects } from '../dialects/registry.js'
import type { Dialect, TokenCounting, WireObject } from '../dialects/dialect.js'
import { generateContentCounting, generateContentDialect } from '../dialects/generate-content/index.js'
import { messagesCounting, messagesDialect, requireVersion } from '../dialects/messages/index.js'
import { GatewayFailure } from '../exchange/error.js'
import { LossLedger } from '../exchange/ledger.js'
import { withOwnHistory } from '../relay/conversation/same-style.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { Endpoint } from '../providers/provider.js'
import { askProvider } from '../relay/upstream/json-relay.js'
import { sendJson } from '../relay/reply.js'
import { sendToTargets } from '../relay/targets/targets.js'
import type { RoutedTarget } from '../routing/target.js'
import { countConversation } from '../token-count/count.js'
import { modelOf, requiredBody, targetsOf } from './converse.js'
import type { OperationHandler, OperationServices } from './operation.js'

/** A style in which tokens are counted. */
interface CountingStyle {
  readonly dialect: Dialect
  readonly counting: TokenCounting
}

const messages: CountingStyle = { dialect: messagesDialect, counting: messagesCounting }
const generateContent: CountingStyle = { dialect: generateContentDialect, counting: generateContentCounting }

const everyStyle: readonly CountingStyle[] = Object.values(clientDialects).flatMap((dialect) =>
  dialect.counting === undefined ? [] : [{ dialect, counting: dialect.counting }],
)

/** `POST /v1/messages/count_tokens` */
export const countMessageTokens: OperationHandler<'countMessageTokens'> = async (request, services) => {
  requireVersion(request.incoming.headers)
  await countTokensOf(request, services, messages, modelOf(requiredBody(request).json))
}

/** `POST /v1beta/models/{model}:countTokens`, also under /v1 */
export const countTokens: OperationHandler<'countTokens' | 'countTokensV1'> = async (request, services, { model }) => {
  await countTokensOf(request, services, generateContent, model)
}

async function countTokensOf(request: GatewayRequest, services: OperationServices, client: CountingStyle, model: string): Promise<void> {
  const targets = targetsOf(request, services, client.dialect.name, model)
  await sendToTargets(services.relay, request, targets, (target) => countAt(request, services, client, target, model))
}

/** Asks the provider in the client's style, else in another one in which it counts, else computes. */
async function countAt(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingStyle,
  target: RoutedTarget,
  model: string,
): Promise<GatewayFailure | undefined> {
  const { bytes, json } = requiredBody(request)
  const style = [client, ...everyStyle].find((candidate) => counts(candidate, target))
  if (style === undefined) return estimated(request, services, client, target, model)
  const own = style === client
  const answer = await askProvider(services.relay, request, target, {
    endpoint: endpointOf(style, target),
    upstream: style.dialect,
    client: client.dialect.name,
    body: own
      ? relayedQuestion(client, withOwnHistory(client.dialect, { wire: json, bytes }, target), target)
      : JSON.stringify(translated(services, client, style, target, json, model)),
  })
  if (answer instanceof GatewayFailure && isMissingPath(answer)) return estimated(request, services, client, target, model)
  if (answer === undefined || answer instanceof GatewayFailure) return answer
  const tokens = own ? undefined : style.counting.decodeCount(answer.json)
  if (!own && tokens === undefined)
    return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is no count of tokens.' })
  sendJson(request, 200, tokens === undefined ? answer.bytes : Buffer.from(JSON.stringify(client.counting.encodeCount(tokens))), {})
  return undefined
}

/** The provider does not have the path, rather than the model: servers that speak the style without counting. */
function isMissingPath({ error }: GatewayFailure): boolean {
  return error.kind === 'not_found' && error.native?.type === undefined && error.native?.statusName === undefined
}

function relayedQuestion({ dialect, counting }: CountingStyle, bytes: Buffer, { provider, model }: RoutedTarget): Buffer {
  return counting.relayedQuestion(bytes, { model, traits: provider.traitsFor(model, dialect.name) })
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
  const { newId } = services.relay
  return style.counting.encodeQuestion(client.counting.decodeQuestion(json, { ledger, model, newId }), {
    model: target.model,
    defaultMaxOutputTokens: target.maxOutputTokens ?? 4096,
    traits: target.provider.traitsFor(target.model, style.dialect.name),
    ledger,
    newId,
  })
}

async function estimated(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingStyle,
  target: RoutedTarget,
  model: string,
): Promise<undefined> {
  const context = { ledger: new LossLedger(), model, newId: services.relay.newId }
  const conversation = client.counting.decodeQuestion(requiredBody(request).json, context)
  const [dialect = client.dialect.name] = target.provider.dialectsFor(target.model)
  const { tokens, tokenizer } = await countConversation(
    conversation,
    upstreamDialects[dialect].facts.tokens,
    target.model,
    services.tokenizer,
  )
  sendJson(request, 200, Buffer.from(JSON.stringify(client.counting.encodeCount(tokens))), {
    'x-anywire-tokenizer': `${tokenizer}; estimated`,
  })
}

function counts(style: CountingStyle, { provider, model }: RoutedTarget): boolean {
  return provider.kind.address(endpointOf(style, { model }), provider.settings) !== undefined
}

function endpointOf({ dialect }: CountingStyle, { model }: Pick<RoutedTarget, 'model'>): Endpoint {
  return { type: 'count-tokens', dialect: dialect.name, model }
}
