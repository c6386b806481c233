import type { WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { DecodeContext, ReplyContext } from '../../exchange/context.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import { checkReply } from '../../exchange/reply-check.js'
import type { Reply } from '../../exchange/reply.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { RelayServices } from '../services.js'
import { SpooledTexts } from '../stream/spooled-texts.js'
import { TranslationPipe } from '../stream/translation-pipe.js'
import { frameReader } from '../upstream/upstream-request.js'
import { usageWithCost } from '../usage-cost.js'
import type { Conversation } from './conversation.js'
import { recordReply } from './run.js'
import { partsOfBody, readable } from './whole-reply.js'

/** An attempt in another dialect, as far as its reply is read and written by it. */
export interface TranslatedAttempt {
  readonly services: RelayServices
  readonly request: GatewayRequest
  readonly conversation: Conversation
  readonly target: RoutedTarget
  readonly upstreamName: UpstreamDialect
  /** The client's body. */
  readonly wire: WireObject
  /** Has the request in the exchange model, and the ledger. */
  readonly decodeContext: DecodeContext
}

/** Turns an event stream of the provider into one of the client. */
export function translationPipe(attempt: TranslatedAttempt, endpoint: Endpoint): TranslationPipe {
  const { services, request, conversation, target, upstreamName, decodeContext } = attempt
  const { dialect, framing, observer } = conversation
  const { sse_frame_bytes: frameLimit, upstream_body_bytes: streamLimit } = services.limits
  const texts = new SpooledTexts(request.response, services.newId)
  const context = {
    ...replyContext(attempt),
    texts,
    ...(observer === undefined ? {} : { onWholeReply: (reply: WireObject) => observer.reply(texts.restore(reply), target, false) }),
  }
  const upstream = upstreamDialects[upstreamName]
  const decoder = upstream.createStreamDecoder(decodeContext)
  return new TranslationPipe({
    decoder,
    partsOfBody: (body) => partsOfBody(upstream, decoder, decodeContext, body),
    encoder: dialect.createStreamEncoder(context, { framing, requestId: request.id }),
    texts,
    frameLimit,
    streamLimit,
    memory: request.lease,
    ...frameReader(target.provider, endpoint, frameLimit, request.lease),
    observe: services.proofs.observer(request.caller.owner),
    ...(conversation.tellsCost ? { finalUsage: () => usageWithCost(request) } : {}),
  })
}

/** Reads a whole reply; its usage and proofs are recorded. */
export function decodedReply(
  { services, request, upstreamName, decodeContext }: TranslatedAttempt,
  wire: WireObject,
): Reply | GatewayFailure {
  const reply = readable(() => checkReply(upstreamDialects[upstreamName].decodeReply(wire, decodeContext)))
  if (reply instanceof GatewayFailure) return reply
  recordReply(request, reply.usage, wire)
  services.proofs.rememberReply(request.caller.owner, reply)
  return reply
}

/** Writes a whole reply for the client. */
export function encodedReply(attempt: TranslatedAttempt, reply: Reply): WireObject {
  const { request, conversation, target } = attempt
  const usage = conversation.tellsCost ? usageWithCost(request) : undefined
  const answer = conversation.dialect.encodeReply(usage === undefined ? reply : { ...reply, usage }, replyContext(attempt))
  conversation.observer?.reply(answer, target, false)
  return answer
}

function replyContext({ services, conversation, upstreamName, wire, decodeContext }: TranslatedAttempt): ReplyContext {
  const { echoes, replyId } = conversation
  return {
    request: decodeContext.request,
    wireRequest: echoes === undefined ? wire : { ...wire, ...echoes },
    upstreamDialect: upstreamName,
    now: Math.floor(services.now() / 1000),
    newId: services.newId,
    ledger: decodeContext.ledger,
    ...(replyId === undefined ? {} : { replyId }),
  }
}
