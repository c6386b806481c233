import { clientDialects, upstreamDialects } from '../dialects/registry.js'
import type { Dialect, TokenCounting, WireObject } from '../dialects/dialect.js'
import { generateContentCounting, generateContentDialect } from '../dialects/generate-content/index.js'
import { messagesCounting, messagesDialect, requireVersion } from '../dialects/messages/index.js'
import { GatewayFailure } from '../exchange/error.js'
import { fitConversation } from '../exchange/fitting/fit.js'
import { LossLedger } from '../exchange/ledger.js'
import { withOwnHistory } from '../relay/conversation/relayed-body.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import type { Endpoint } from '../providers/provider.js'
import { askProvider } from '../relay/upstream/json-relay.js'
import { sendJson } from '../relay/reply.js'
import { sendToTargets } from '../relay/targets/targets.js'
import type { RoutedTarget } from '../routing/target.js'
import { countConversation } from '../token-count/count.js'
import { modelOf, requiredBody, targetsOf } from './converse.js'
import type { OperationHandler, OperationServices, Reply } from './operation.js'
import { defined } from '../json/object.js'

/** A dialect in which tokens are counted. */
interface CountingDialect {
  readonly dialect: Dialect
  readonly counting: TokenCounting
}

const messages: CountingDialect = { dialect: messagesDialect, counting: messagesCounting }
const generateContent: CountingDialect = { dialect: generateContentDialect, counting: generateContentCounting }

const countingDialects: readonly CountingDialect[] = Object.values(clientDialects).flatMap((dialect) =>
  dialect.counting === undefined ? [] : [{ dialect, counting: dialect.counting }],
)

/** `POST /v1/messages/count_tokens` */
export const countMessageTokens: OperationHandler<'countMessageTokens'> = async (request, services) => {
  requireVersion(request.incoming.headers)
  return replyOf(await countTokensOf(request, services, messages, modelOf(requiredBody(request).json)), messagesCounting.encodeCount)
}

/** `POST /v1beta/models/{model}:countTokens`, also under /v1 */
export const countTokens: OperationHandler<'countTokens' | 'countTokensV1'> = async (request, services, { model }) => {
  return replyOf(await countTokensOf(request, services, generateContent, model), generateContentCounting.encodeCount)
}

/** A number of tokens in a reply that the gateway writes itself. */
interface Count {
  readonly tokens: number
  /** What estimated it; absent where a provider has counted. */
  readonly tokenizer?: string
}

function replyOf<Body>(count: Count | undefined, encode: (tokens: number) => Body): Reply<Body> | undefined {
  if (count === undefined) return undefined
  const { tokens, tokenizer } = count
  const reply = { status: 200, body: encode(tokens) } as const
  return tokenizer === undefined ? reply : { ...reply, headers: { 'x-anywire-tokenizer': `${tokenizer}; estimated` } }
}

/** `undefined`: the provider's own reply is relayed already. */
async function countTokensOf(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingDialect,
  model: string,
): Promise<Count | undefined> {
  const targets = targetsOf(request, services, client.dialect.name, model)
  const { json, bytes } = requiredBody(request)
  await services.issuedIds.check(request.caller.owner, client.dialect.objectIds, json, bytes)
  let count: Count | undefined
  await sendToTargets(services.relay, request, targets, async (target) => {
    const outcome = await countAt(request, services, client, target, model)
    if (outcome instanceof GatewayFailure) return outcome
    count = outcome
    return undefined
  })
  return count
}

/** Asks the provider in the client's dialect, else in another one in which it counts, else estimates. */
async function countAt(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingDialect,
  target: RoutedTarget,
  model: string,
): Promise<GatewayFailure | Count | undefined> {
  const { bytes, json } = requiredBody(request)
  const dialect = [client, ...countingDialects].find((candidate) => counts(candidate, target))
  if (dialect === undefined) return estimated(request, services, client, target, model)
  const own = dialect === client
  const answer = await askProvider(services.relay, request, target, {
    endpoint: endpointOf(dialect, target),
    upstream: dialect.dialect,
    client: client.dialect.name,
    body: own
      ? relayedBody(client, withOwnHistory(client.dialect, { wire: json, bytes }, target), target)
      : JSON.stringify(translated(services, client, dialect, target, json, model)),
  })
  if (answer instanceof GatewayFailure && isMissingPath(answer)) return estimated(request, services, client, target, model)
  if (answer === undefined || answer instanceof GatewayFailure) return answer
  if (own) {
    sendJson(request, 200, answer.bytes, {})
    return undefined
  }
  const tokens = dialect.counting.decodeCount(answer.json)
  if (tokens !== undefined) return { tokens }
  return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with something that is not a number of tokens.' })
}

/** Whether a 404 is about the path and not the model: some servers of the dialect do not count. */
function isMissingPath({ error }: GatewayFailure): boolean {
  return error.kind === 'not_found' && error.native?.type === undefined && error.native?.statusName === undefined
}

function relayedBody({ dialect, counting }: CountingDialect, bytes: Buffer, { provider, model }: RoutedTarget): Buffer {
  return counting.relayedRequest(bytes, { model, traits: provider.traitsFor(model, dialect.name) })
}

function translated(
  services: OperationServices,
  client: CountingDialect,
  dialect: CountingDialect,
  target: RoutedTarget,
  json: WireObject,
  model: string,
): object {
  const ledger = new LossLedger()
  const { newId } = services.relay
  const conversation = client.counting.decodeRequest(json, { ledger, model, newId })
  return dialect.counting.encodeRequest(
    fitConversation(conversation, dialect.dialect.facts.accepts, { model: target.model, ledger }),
    defined({
      model: target.model,
      defaultMaxOutputTokens: target.maxOutputTokens,
      traits: target.provider.traitsFor(target.model, dialect.dialect.name),
      ledger,
      newId,
    }),
  )
}

async function estimated(
  request: GatewayRequest,
  services: OperationServices,
  client: CountingDialect,
  target: RoutedTarget,
  model: string,
): Promise<Count> {
  const context = { ledger: new LossLedger(), model, newId: services.relay.newId }
  const conversation = client.counting.decodeRequest(requiredBody(request).json, context)
  const [dialect = client.dialect.name] = target.provider.dialectsFor(target.model)
  return countConversation(conversation, upstreamDialects[dialect].facts.tokens, target.model, services.tokenizer)
}

function counts(dialect: CountingDialect, { provider, model }: RoutedTarget): boolean {
  return provider.kind.address(endpointOf(dialect, { model }), provider.settings) !== undefined
}

function endpointOf({ dialect }: CountingDialect, { model }: Pick<RoutedTarget, 'model'>): Endpoint {
  return { type: 'count-tokens', dialect: dialect.name, model }
}
