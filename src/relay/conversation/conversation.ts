import { textBytesOf } from '../../accounting/text-bytes.js'
import type { Dialect, WireObject } from '../../dialects/dialect.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { ChatDialect, UpstreamDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import { LossLedger } from '../../exchange/ledger.js'
import { checkReply } from '../../exchange/reply-check.js'
import type { ConversationRequest } from '../../exchange/request.js'
import type { Usage } from '../../exchange/usage.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import { attempt, type AttemptResult } from '../upstream/attempt.js'
import { recordEnd } from '../upstream/attempt-end.js'
import type { GatewayRequest } from '../gateway-request.js'
import { checkStrict, conversionHeader } from './conversion-header.js'
import type { Frame } from '../stream/frame-reader.js'
import { noConversation } from './no-conversation.js'
import { RelayPipe } from '../stream/relay-pipe.js'
import { failureOfReply } from '../upstream/reply-failure.js'
import { sendJson, streamHeaders } from '../reply.js'
import { ownHistory, relayedBody } from './same-style.js'
import type { RelayServices } from '../services.js'
import { playReply, type OpenedStream } from './play-reply.js'
import { StreamSession } from '../stream/stream-session.js'
import { sendToTargets } from '../targets/targets.js'
import { framesOfBody, parseReply, partsOfBody, readable, unreadable } from './whole-reply.js'
import { TranslationPipe } from '../stream/translation-pipe.js'
import type { UpstreamReplyHeaders, UpstreamRequest } from '../upstream/upstream-client.js'
import { passedHeaders, upstreamHeaders } from '../upstream/upstream-headers.js'
import { frameReader, upstreamRequest } from '../upstream/upstream-request.js'

/** A conversation request from an operation. */
export interface Conversation {
  readonly dialect: Dialect
  readonly model: string
  readonly stream: boolean
  readonly framing: 'sse' | 'json-array'
  readonly wire: WireObject
  /** The client's bytes, which are relayed where the upstream has the same dialect. */
  readonly bytes: Buffer
  readonly targets: readonly RoutedTarget[]
  /** The request's dialect is not the reply's: nothing can be relayed. */
  readonly foreignRequest?: boolean
  /** The id of the reply, where the gateway stores it. Only for translated replies. */
  readonly replyId?: string
  /** Gets the client's whole reply before it, or the end of its stream, is sent. */
  readonly observer?: ReplyObserver
}

export interface ReplyObserver {
  /** A whole reply: translated, streamed or not, or relayed without streaming. */
  reply(wire: WireObject, target: RoutedTarget, relayed: boolean): void
  /** Every event of a relayed stream. */
  relayedEvent?(data: string, target: RoutedTarget): void
}

/** Runs one conversation: picks targets in order, relays or translates, streams or not. Throws `GatewayFailure` while nothing was sent. */
export function converse(services: RelayServices, request: GatewayRequest, conversation: Conversation): Promise<void> {
  // Targets without conversations are skipped; where all are without, the first one is the error.
  const able = conversation.targets.filter(({ provider, model }) => provider.dialectsFor(model).length > 0)
  return sendToTargets(services, request, able.length > 0 ? able : conversation.targets, (target) =>
    tryTarget(services, request, conversation, target),
  )
}

/** Resolves with an error where the attempt failed before anything was sent to the client; `undefined` when the reply is done. */
function tryTarget(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
): Promise<GatewayFailure | undefined> {
  const dialect = chooseDialect(conversation, target)
  return dialect === conversation.dialect.name && conversation.foreignRequest !== true
    ? relay(services, request, conversation, target)
    : translate(services, request, conversation, target, dialect)
}

/** The client's dialect where the provider has it, else the provider's preferred one. */
export function chooseDialect(
  conversation: Pick<Conversation, 'dialect'> & { readonly model?: string },
  target: RoutedTarget,
): UpstreamDialect {
  const { provider, model } = target
  const dialects = provider.dialectsFor(model)
  if (dialects.includes(conversation.dialect.name)) return conversation.dialect.name
  const [preferred] = dialects
  if (preferred === undefined) throw noConversation(conversation.model ?? model, conversation.dialect, target)
  return preferred
}

async function relay(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
): Promise<GatewayFailure | undefined> {
  const { dialect, wire, stream, framing } = conversation
  const traits = target.provider.traitsFor(target.model, dialect.name)
  const ledger = new LossLedger()
  const own = ownHistory(dialect, conversation, target)
  const change = dialect.relayedRequest?.(own === undefined ? wire : { ...wire, ...own }, { model: target.model, traits }, ledger)
  if (change === 'translate') return translate(services, request, conversation, target, dialect.name)
  checkStrict(ledger, request)
  const header = changeHeader(request, dialect.name, ledger)
  const members = dialect.relayedMembers(wire, { model: target.model, stream, traits })
  const body = relayedBody(conversation.bytes, members, own, change)
  const endpoint: Endpoint = { type: 'conversation', dialect: dialect.name, model: target.model, stream }
  const prepared = upstreamRequest(target.provider, endpoint, upstreamHeaders(dialect.name, request, true, stream), body, request)
  const outgoing = prepared instanceof Promise ? await prepared : prepared
  const open = (): OpenedStream => ({
    pipe: relayPipe(services, request, conversation, target, endpoint),
    headers: header,
    framing,
    heartbeat: dialect.facts.heartbeat,
  })
  const result = await run(services, request, target, outgoing, stream, open)
  if (result.type !== 'reply') return finishStream(request, result)
  const failure = failureOfReply(dialect, result, dialect.name, target.provider, services.now())
  if (failure !== undefined) return failure
  if (stream) return playReply(request, target, open(), result)
  const reply = parseReply(result.body)
  if (reply === undefined) return unreadable()
  const error = readable(() => dialect.readErrorInReply(reply))
  if (error !== undefined) return error instanceof GatewayFailure ? error : new GatewayFailure(error)
  if (!dialect.holdsAnswer(reply)) return unreadable()
  const usage = readable(() => dialect.readUsage(reply))
  if (usage instanceof GatewayFailure) return usage
  bookWhole(request, usage, reply)
  conversation.observer?.reply(reply, target, true)
  const bytes = dialect.relayedReply?.(reply, result.body) ?? result.body
  sendJson(request, 200, bytes, passedHeaders(target.provider, result.headers, header))
  return undefined
}

function relayPipe(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
  endpoint: Endpoint,
): RelayPipe {
  const { dialect, framing } = conversation
  const { sse_frame_bytes: frameLimit } = services.limits
  const rewrite = frameRewrite(conversation, target)
  const tap = dialect.createStreamTap()
  return new RelayPipe({
    tap,
    endsAtMark: dialect.facts.endsAtMark,
    frameLimit,
    ...frameReader(target.provider, endpoint, frameLimit),
    failure: (error) => tap.failure?.(error) ?? dialect.encodeStreamError(error, request.id),
    framing,
    whole: { limit: services.limits.upstream_body_bytes, frames: (body) => framesOfBody(dialect, body) },
    ...(rewrite === undefined ? {} : { rewrite }),
  })
}

/** The conversion header of a relayed request; none where nothing was changed. */
function changeHeader(request: GatewayRequest, dialect: ChatDialect, ledger: LossLedger): Record<string, string> {
  if (ledger.losses.length === 0) return {}
  request.record.converted(`${dialect}>${dialect}`, ledger.losses)
  return { 'x-anywire-conversion': conversionHeader(dialect, dialect, ledger) }
}

/** Joins the changes of relayed frames by the dialect with the observer; `undefined` where there is nothing to do. */
function frameRewrite(conversation: Conversation, target: RoutedTarget): ((frame: Frame) => string | undefined) | undefined {
  const { dialect, observer, wire } = conversation
  const fromStyle = dialect.relayedEvents?.(wire)
  const observe = observer?.relayedEvent?.bind(observer)
  const change = dialect.relayedEvent?.bind(dialect)
  if (observe === undefined && change === undefined) return fromStyle
  return (frame) => {
    observe?.(frame.data, target)
    const data = change?.(frame.data)
    if (data !== undefined) return `${frame.event === undefined ? '' : `event: ${frame.event}\n`}data: ${data}\n\n`
    return fromStyle?.(frame)
  }
}

/** Errors of `convert` name the field as the client spelled it. */
function inClientsWords<T>({ dialect, wire }: Conversation, convert: () => T): T {
  try {
    return convert()
  } catch (failure) {
    if (!(failure instanceof GatewayFailure) || failure.error.param === undefined || dialect.spelled === undefined) throw failure
    throw new GatewayFailure({ ...failure.error, param: dialect.spelled(wire, failure.error.param) })
  }
}

async function translate(
  services: RelayServices,
  request: GatewayRequest,
  conversation: Conversation,
  target: RoutedTarget,
  upstreamName: UpstreamDialect,
): Promise<GatewayFailure | undefined> {
  const { dialect, wire, stream, framing } = conversation
  const upstream = upstreamDialects[upstreamName]
  const traits = target.provider.traitsFor(target.model, upstreamName)
  const ledger = new LossLedger((at) => dialect.spelled?.(wire, at) ?? at)
  const { asked, encoded } = inClientsWords(conversation, () => {
    const decoded = dialect.decodeRequest(wire, { ledger, model: conversation.model, stream })
    const asked: ConversationRequest = services.proofs.restore(request.caller.owner, decoded, upstreamName)
    const encoded = upstream.encodeRequest(asked, {
      model: target.model,
      ...(target.maxOutputTokens === undefined ? {} : { defaultMaxOutputTokens: target.maxOutputTokens }),
      traits,
      ledger,
      newId: services.newId,
    })
    return { asked, encoded }
  })
  request.record.converted(`${dialect.name}>${upstreamName}`, ledger.losses)
  checkStrict(ledger, request)
  const endpoint: Endpoint = { type: 'conversation', dialect: upstreamName, model: target.model, stream }
  const headers = upstreamHeaders(upstreamName, request, false, stream)
  const outgoing = await upstreamRequest(target.provider, endpoint, headers, JSON.stringify(encoded), request)
  const decodeContext = { newId: services.newId, traits, ledger, request: asked }
  const replyContext = () => ({
    request: asked,
    wireRequest: wire,
    upstreamDialect: upstreamName,
    now: Math.floor(services.now() / 1000),
    newId: services.newId,
    ledger,
    ...(conversation.replyId === undefined ? {} : { replyId: conversation.replyId }),
  })
  const header = { 'x-anywire-conversion': conversionHeader(dialect.name, upstreamName, ledger) }
  const open = (): OpenedStream => {
    const { observer } = conversation
    const context = {
      ...replyContext(),
      ...(observer === undefined ? {} : { onWholeReply: (reply: WireObject) => observer.reply(reply, target, false) }),
    }
    const decoder = upstream.createStreamDecoder(decodeContext)
    return {
      pipe: new TranslationPipe({
        decoder,
        partsOfBody: (body) => partsOfBody(upstream, decoder, decodeContext, body),
        encoder: dialect.createStreamEncoder(context, { framing, requestId: request.id }),
        frameLimit: services.limits.sse_frame_bytes,
        streamLimit: services.limits.upstream_body_bytes,
        ...frameReader(target.provider, endpoint, services.limits.sse_frame_bytes),
        observe: services.proofs.observer(request.caller.owner),
      }),
      headers: header,
      framing,
      heartbeat: dialect.facts.heartbeat,
    }
  }
  const result = await run(services, request, target, outgoing, stream, open)
  if (result.type !== 'reply') return finishStream(request, result)
  const failure = failureOfReply(upstream, result, dialect.name, target.provider, services.now())
  if (failure !== undefined) return failure
  if (stream) return playReply(request, target, open(), result)
  const parsed = parseReply(result.body)
  if (parsed === undefined) return unreadable()
  const reply = readable(() => checkReply(upstream.decodeReply(parsed, decodeContext)))
  if (reply instanceof GatewayFailure) return reply
  bookWhole(request, reply.usage, parsed)
  services.proofs.rememberReply(request.caller.owner, reply)
  const answer = dialect.encodeReply(reply, replyContext())
  conversation.observer?.reply(answer, target, false)
  sendJson(request, 200, Buffer.from(JSON.stringify(answer)), passedHeaders(target.provider, result.headers, header))
  return undefined
}

export function run(
  services: RelayServices,
  request: GatewayRequest,
  target: RoutedTarget,
  outgoing: UpstreamRequest,
  stream: boolean,
  open: () => OpenedStream,
): Promise<AttemptResult> {
  const { client, deadlines, timeouts } = services
  const times = target.times ?? timeouts
  const options = { request, client, deadlines, outgoing, times, bodyLimit: services.limits.upstream_body_bytes }
  if (!stream) return attempt(options)
  const startedAt = performance.now()
  const openStream = (headers: UpstreamReplyHeaders): StreamSession => {
    const opened = open()
    request.record.streams(opened.pipe)
    return new StreamSession({
      request,
      pipe: opened.pipe,
      deadlines,
      times,
      clientStallMs: timeouts.client_stall_ms,
      heldBytes: services.limits.buffered_bytes_per_stream,
      headers: () => ({ ...streamHeaders(request, opened.framing), ...passedHeaders(target.provider, headers, opened.headers) }),
      heartbeat: opened.heartbeat,
      startedAt,
      clean: (error) => maskOf(target.provider).cleanValue(error),
    })
  }
  return attempt({ ...options, openStream })
}

/** Records the usage that the provider reported, and otherwise the size of the content for an estimate. */
function bookWhole({ record }: GatewayRequest, usage: Usage | undefined, reply: WireObject): void {
  record.used(usage)
  if (usage === undefined) record.answered(textBytesOf(reply))
}

/** Handles every end of an attempt but a whole reply. Throws where no other attempt may follow. */
export function finishStream({ record }: GatewayRequest, result: Exclude<AttemptResult, { type: 'reply' }>): GatewayFailure | undefined {
  const failure = recordEnd(record, result)
  if (failure === undefined) return undefined
  if (failure.final) throw new GatewayFailure(failure.error)
  return new GatewayFailure(failure.error)
}
