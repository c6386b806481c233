import { textBytesOf } from '../../accounting/text-bytes.js'
import type { UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Usage } from '../../exchange/usage.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import { attempt, type AttemptResult } from '../upstream/attempt.js'
import { recordEnd } from '../upstream/attempt-end.js'
import type { GatewayRequest } from '../gateway-request.js'
import { failureOfReply } from '../upstream/reply-failure.js'
import { streamHeaders } from '../reply.js'
import type { RelayServices } from '../services.js'
import { playReply, type OpenedStream } from './play-reply.js'
import { StreamSession } from '../stream/stream-session.js'
import { replyObject, unreadable } from './whole-reply.js'
import type { UpstreamReplyHeaders, UpstreamRequest } from '../upstream/upstream-handler.js'
import { passedHeaders } from '../upstream/upstream-headers.js'
import type { Conversation } from './conversation.js'

/** Makes one attempt: a whole reply is returned, an event stream is sent to the client while it arrives. */
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

/** The reply that is still to be sent, a promise where it is large; `undefined` where it was sent as the requested stream. */
export function wholeReply(
  services: RelayServices,
  request: GatewayRequest,
  { dialect, stream }: Conversation,
  target: RoutedTarget,
  upstream: UpstreamHalf,
  result: Extract<AttemptResult, { type: 'reply' }>,
  open: () => OpenedStream,
): WholeReply | Promise<WholeReply> {
  const failure = failureOfReply(upstream, result, dialect.name, target.provider, services.now())
  if (failure !== undefined) return failure
  if (stream) return playReply(request, target, open(), result)
  const reply = replyObject(result.body)
  return reply instanceof Promise ? reply.then((large) => large ?? unreadable()) : (reply ?? unreadable())
}

type WholeReply = WireObject | GatewayFailure | undefined

/** Records the usage that the provider reported, or the size of the content for an estimate. */
export function recordReply({ record }: GatewayRequest, usage: Usage | undefined, reply: WireObject): void {
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
