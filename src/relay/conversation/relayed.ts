import type { Dialect, StreamTap } from '../../dialects/dialect.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { PiecedBody } from '../../json/pieced-body.js'
import type { LossLedger } from '../../exchange/ledger.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import { holdCopy } from './held-copy.js'
import { checkStrict, conversionHeader } from './conversion-header.js'
import { largeJsonBytes } from '../large-json.js'
import { ownTurn } from '../own-turn.js'
import { frameText, type Frame } from '../stream/frame-reader.js'
import { RelayPipe } from '../stream/relay-pipe.js'
import { sendJson } from '../reply.js'
import { changedForRelay, ownHistory } from './relayed-body.js'
import { bytesWithCost, costInFrames, usageWithCost } from '../usage-cost.js'
import type { RelayServices } from '../services.js'
import type { OpenedStream } from './play-reply.js'
import { framesOfBody, readable, unreadable } from './whole-reply.js'
import { passedHeaders, upstreamHeaders } from '../upstream/upstream-headers.js'
import { frameReader, upstreamRequest } from '../upstream/upstream-request.js'
import type { Conversation, ReplyObserver } from './conversation.js'
import { recordReply, finishStream, run, wholeReply } from './run.js'
import { translate } from './translated.js'

type Rewrite = (frame: Frame) => string | undefined

/** Sends the client's bytes to a provider of the same dialect, with only what must change. */
export async function relay(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
): Promise<GatewayFailure | undefined> {
  const { dialect, stream, framing } = conversation
  const isLarge = conversation.body.bytes.length > largeJsonBytes
  if (isLarge) await ownTurn()
  const relayed = relayedRequest(conversation, target)
  if (relayed === 'translate') return translate(services, request, conversation, target, dialect.name)
  const { body, ledger, rewrite } = relayed
  checkStrict(ledger, request)
  const header = changeHeader(request, dialect.name, ledger)
  const endpoint: Endpoint = { type: 'conversation', dialect: dialect.name, model: target.model, stream }
  const prepared = upstreamRequest(target.provider, endpoint, upstreamHeaders(dialect.name, request, true, stream), body, request)
  const outgoing = prepared instanceof Promise ? await prepared : prepared
  const held = holdCopy(request, outgoing.body)
  const open = (): OpenedStream => ({
    pipe: relayPipe(services, request, conversation, target, endpoint, rewrite),
    headers: header,
    framing,
    heartbeat: dialect.facts.heartbeat,
  })
  if (conversation.body.dropJson?.() === true) request.record.forgetsBody()
  // To copy a large body is one turn's work, to send it another's.
  if (isLarge) await ownTurn()
  const result = await run(services, request, target, outgoing, stream, open)
  request.lease.free(held)
  if (result.type !== 'reply') return finishStream(request, result)
  const read = wholeReply(services, request, conversation, target, dialect, result, open)
  // A small reply needs no promise.
  const reply = read instanceof Promise ? await read : read
  if (reply === undefined || reply instanceof GatewayFailure) return reply
  const error = readable(() => dialect.readErrorInReply(reply))
  if (error !== undefined) return error instanceof GatewayFailure ? error : new GatewayFailure(error)
  if (!dialect.hasAnswer(reply)) return unreadable()
  const usage = readable(() => dialect.readUsage(reply))
  if (usage instanceof GatewayFailure) return usage
  recordReply(request, usage, reply)
  conversation.observer?.reply(reply, target, true)
  const bytes = dialect.relayedReply?.(reply, result.body) ?? result.body
  const told = conversation.tellsCost ? bytesWithCost(request, bytes, dialect.facts.usagePlace) : bytes
  sendJson(request, 200, told, passedHeaders(target.provider, result.headers, header))
  return undefined
}

interface RelayedRequest {
  readonly body: Buffer | PiecedBody
  readonly ledger: LossLedger
  /** For the events of a streamed reply. */
  readonly rewrite: Rewrite | undefined
}

/** What goes to the provider. Keeps nothing of the parsed request. */
function relayedRequest({ dialect, body, stream, observer }: Conversation, target: RoutedTarget): RelayedRequest | 'translate' {
  const asked = { wire: body.json, bytes: body.bytes }
  const { provider, model } = target
  const traits = provider.traitsFor(model, dialect.name)
  const changed = changedForRelay(dialect, asked, ownHistory(dialect, asked, target), { model, traits, stream })
  if (changed === 'translate') return changed
  const rewrite = stream ? frameRewrite(dialect, dialect.relayedEvents?.(asked.wire), observer, target) : undefined
  return { body: changed.body, ledger: changed.ledger, rewrite }
}

function relayPipe(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
  endpoint: Endpoint,
  changed: Rewrite | undefined,
): RelayPipe {
  const { dialect, framing } = conversation
  const { sse_frame_bytes: frameLimit } = services.limits
  const tap = dialect.createStreamTap()
  const rewrite = conversation.tellsCost ? withUsageFrame(request, dialect, tap, changed) : changed
  return new RelayPipe({
    tap,
    endsAtMark: dialect.facts.endsAtMark,
    frameLimit,
    memory: request.lease,
    ...frameReader(target.provider, endpoint, frameLimit, request.lease),
    failure: (error) => tap.failure?.(error) ?? dialect.encodeStreamError(error, request.id),
    framing,
    whole: { limit: frameLimit, frames: (body) => framesOfBody(dialect, body) },
    ...(rewrite === undefined ? {} : { rewrite }),
    ...(conversation.tellsCost ? { amend: costInFrames(request, dialect.facts.usagePlace, tap) } : {}),
  })
}

/** Puts a frame with the usage before `[DONE]` where the provider reports none, so that the cost has a place. */
function withUsageFrame(request: GatewayRequest, dialect: Dialect, tap: StreamTap, rewrite: Rewrite | undefined): Rewrite {
  return (frame) => {
    const missing = frame.data === '[DONE]' && tap.usage === undefined
    const usage = missing ? usageWithCost(request) : undefined
    return usage === undefined || dialect.usageFrame === undefined ? rewrite?.(frame) : dialect.usageFrame(usage) + frame.raw
  }
}

/** The conversion header of a relayed request; none where nothing was changed. */
function changeHeader(request: GatewayRequest, dialect: ChatDialect, ledger: LossLedger): Record<string, string> {
  if (ledger.losses.length === 0) return {}
  request.record.converted(`${dialect}>${dialect}`, ledger.losses)
  return { 'x-anywire-conversion': conversionHeader(dialect, dialect, ledger) }
}

/** Joins the changes of relayed frames by the dialect with the observer; `undefined` where there is nothing to do. */
function frameRewrite(
  dialect: Dialect,
  fromStyle: Rewrite | undefined,
  observer: ReplyObserver | undefined,
  target: RoutedTarget,
): Rewrite | undefined {
  const observe = observer?.relayedEvent?.bind(observer)
  const change = dialect.relayedEvent?.bind(dialect)
  if (observe === undefined && change === undefined) return fromStyle
  return (frame) => {
    observe?.(frame.data, target)
    const data = change?.(frame.data)
    if (data !== undefined) return frameText(frame.event, data)
    return fromStyle?.(frame)
  }
}
