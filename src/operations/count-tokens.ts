import { clientDialects, upstreamDialects } from '../dialects/registry.js'
import type { Dialect, TokenCounting, WireObject } from '../dialects/dialect.js'
import { generateContentCounting, generateContentDialect } from '../dialects/generate-content/index.js'
import { messagesCounting, messagesDialect, requireVersion } from '../dialects/messages/index.js'
import { responsesCounting, responsesDialect } from '../dialects/responses/index.js'
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
import type { ModelHandler, ModelServices, Reply } from './operation.js'
import { continued } from './responses/continuation.js'
import { defined } from '../json/object.js'

/** A dialect in which tokens are counted. */
interface CountingDialect {
  readonly dialect: Dialect
  readonly counting: TokenCounting
}

const messages: CountingDialect = { dialect: messagesDialect, counting: messagesCounting }
const responses: CountingDialect = { dialect: responsesDialect, counting: responsesCounting }
const generateContent: CountingDialect = { dialect: generateContentDialect, counting: generateContentCounting }

const countingDialects: readonly CountingDialect[] = Object.values(clientDialects).flatMap((dialect) =>
  dialect.counting === undefined ? [] : [{ dialect, counting: dialect.counting }],
)

/** `POST /v1/messages/count_tokens` */
export const countMessageTokens: ModelHandler<'countMessageTokens'> = async (request, services) => {
  requireVersion(request.incoming.headers)
  return replyOf(await countBody(request, services, messages, modelOf(requiredBody(request).json)), messagesCounting.encodeCount)
}

/** `POST /v1beta/models/{model}:countTokens`, also under /v1 */
export const countTokens: ModelHandler<'countTokens' | 'countTokensV1'> = async (request, services, { model }) => {
  return replyOf(await countBody(request, services, generateContent, model), generateContentCounting.encodeCount)
}

/** `POST /v1/responses/input_tokens`: earlier turns are counted too. */
export const countResponseInputTokens: ModelHandler<'countResponseInputTokens'> = async (request, services) => {
  const { json, bytes } = requiredBody(request)
  const model = modelOf(json)
  const targets = targetsOf(request, services, 'responses', model)
  const { wire, ...prepared } = await continued(request, services, { wire: withoutNulls(json), bytes, targets }, undefined)
  const asked = { json: wire, bytes: prepared.bytes, model }
  return replyOf(await countAtTargets(request, services, responses, asked, prepared.targets), responsesCounting.encodeCount)
}

/** Members may be null here that a request for a response has or leaves out. */
function withoutNulls(wire: WireObject): WireObject {
  return Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== null))
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

/** The request whose tokens are to be counted. */
interface CountedRequest {
  readonly json: WireObject
  readonly bytes: Buffer
  readonly model: string
}

/** Counts the body of the request as it came. */
async function countBody(
  request: GatewayRequest,
  services: ModelServices,
  client: CountingDialect,
  model: string,
): Promise<Count | undefined> {
  const targets = targetsOf(request, services, client.dialect.name, model)
  const { json, bytes } = requiredBody(request)
  await services.issuedIds.check(request.caller.owner, targets, client.dialect.objectIds, json, bytes)
  return await countAtTargets(request, services, client, { json, bytes, model }, targets)
}

/** `undefined`: the provider's own reply is relayed already. */
async function countAtTargets(
  request: GatewayRequest,
  services: ModelServices,
  client: CountingDialect,
  asked: CountedRequest,
  targets: readonly RoutedTarget[],
): Promise<Count | undefined> {
  let count: Count | undefined
  await sendToTargets(services.relay, request, targets, async (target) => {
    const outcome = await countAt(request, services, client, target, asked)
    if (outcome instanceof GatewayFailure) return outcome
    count = outcome
    return undefined
  })
  return count
}

/** Asks the provider in the client's dialect, else in another one in which it counts, else estimates. */
async function countAt(
  request: GatewayRequest,
  services: ModelServices,
  client: CountingDialect,
  target: RoutedTarget,
  asked: CountedRequest,
): Promise<GatewayFailure | Count | undefined> {
  const { bytes, json, model } = asked
  const dialect = [client, ...countingDialects].find((candidate) => counts(candidate, target))
  if (dialect === undefined) return estimated(services, client, target, asked)
  const own = dialect === client
  const answer = await askProvider(services.relay, request, target, {
    endpoint: endpointOf(dialect, target),
    upstream: dialect.dialect,
    client: client.dialect.name,
    body: own
      ? relayedBody(client, withOwnHistory(client.dialect, { wire: json, bytes }, target), target)
      : JSON.stringify(translated(services, client, dialect, target, json, model)),
  })
  if (answer instanceof GatewayFailure && isMissingPath(answer)) return estimated(services, client, target, asked)
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
  if (error.kind !== 'not_found' || error.native?.statusName !== undefined) return false
  // OpenAI's own 404 for a path names no code.
  return error.native?.type === undefined || (error.native.type === 'invalid_request_error' && error.native.code == null)
}

function relayedBody({ dialect, counting }: CountingDialect, bytes: Buffer, { provider, model }: RoutedTarget): Buffer {
  return counting.relayedRequest(bytes, { model, traits: provider.traitsFor(model, dialect.name) })
}

function translated(
  services: ModelServices,
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
  services: ModelServices,
  client: CountingDialect,
  target: RoutedTarget,
  { json, model }: CountedRequest,
): Promise<Count> {
  const context = { ledger: new LossLedger(), model, newId: services.relay.newId }
  const conversation = client.counting.decodeRequest(json, context)
  const [dialect = client.dialect.name] = target.provider.dialectsFor(target.model)
  return countConversation(conversation, upstreamDialects[dialect].facts.tokens, target.model, services.tokenizer)
}

function counts(dialect: CountingDialect, { provider, model }: RoutedTarget): boolean {
  return provider.kind.address(endpointOf(dialect, { model }), provider.settings) !== undefined
}

function endpointOf({ dialect }: CountingDialect, { model }: Pick<RoutedTarget, 'model'>): Endpoint {
  return { type: 'count-tokens', dialect: dialect.name, model }
}
