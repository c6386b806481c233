import { defaultDialect, dialectOf, factsOf } from '../../contract/error-format.js'
import type { UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { MediaTask } from '../../exchange/media-task.js'
import { encodeStreamError } from '../../media/completions/stream-encode.js'
import type { MediaCodec } from '../../media/media.js'
import { mediaFacts } from '../../media/registry.js'
import { OpenAIEventTap } from '../../media/openai-event-tap.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import { attempt, type AttemptResult } from '../upstream/attempt.js'
import { recordEnd } from '../upstream/attempt-end.js'
import type { GatewayRequest } from '../gateway-request.js'
import { jsonBytes } from '../large-json.js'
import type { Frame } from '../stream/frame-reader.js'
import { RawPipe } from '../stream/raw-pipe.js'
import { ReplyCopy } from '../stream/reply-copy.js'
import { RelayPipe } from '../stream/relay-pipe.js'
import { failureOfReply } from '../upstream/reply-failure.js'
import { parseReply, type ReplyJson } from '../upstream/reply-json.js'
import { idHeaders, sendJson, streamHeaders } from '../reply.js'
import type { RelayServices } from '../services.js'
import type { StreamPipe } from '../stream/stream-pipe.js'
import { StreamSession } from '../stream/stream-session.js'
import type { UpstreamReplyHeaders, UpstreamRequest } from '../upstream/upstream-handler.js'
import { passedHeaders } from '../upstream/upstream-headers.js'
import { defined } from '../../json/object.js'

/** One attempt at one target for a media endpoint. */
export interface MediaAttempt {
  readonly outgoing: UpstreamRequest
  readonly target: RoutedTarget
  readonly task: MediaTask
  /** The dialect of the upstream's errors. */
  readonly errors: UpstreamHalf
  /** For relayed replies: reads usage and errors. */
  readonly codec?: Pick<MediaCodec, 'readUsage' | 'readErrorInReply' | 'createStreamTap'>
  /** Corrects a relayed JSON reply. */
  readonly amend?: (reply: WireObject) => WireObject | undefined
  /** Set where the reply may be streamed. */
  readonly streams?: {
    readonly rewrite?: (frame: Frame) => string | undefined
    /** Translates the upstream's events; absent: events and bytes are passed on. */
    readonly pipe?: () => StreamPipe
    readonly headers?: () => Readonly<Record<string, string>>
  }
  /** Takes a whole JSON reply in place of the client. */
  readonly onReply?: (reply: unknown) => void
}

/** Resolves with the failure of an attempt that may be repeated; `undefined` when the reply is done or the client has left. */
export async function runMediaAttempt(
  services: RelayServices,
  request: GatewayRequest,
  options: MediaAttempt,
): Promise<GatewayFailure | undefined> {
  const { outgoing, target, task, streams } = options
  const startedAt = performance.now()
  const result = await attempt({
    request,
    client: services.client,
    deadlines: services.deadlines,
    outgoing,
    times: target.times ?? services.timeouts,
    bodyLimit: services.limits.upstream_body_bytes,
    ...(streams === undefined
      ? {}
      : {
          openStream: (headers: UpstreamReplyHeaders) => {
            const events = contentTypeOf(headers).includes('event-stream') || streams.pipe !== undefined
            const pipe = streams.pipe?.() ?? (events ? eventPipe(services, request, options) : rawPipe(request, contentTypeOf(headers)))
            // Tokens cannot be estimated from the bytes of audio.
            if (!(pipe instanceof RawPipe)) request.record.streams(pipe)
            return new StreamSession({
              request,
              pipe,
              deadlines: services.deadlines,
              times: target.times ?? services.timeouts,
              clientStallMs: services.timeouts.client_stall_ms,
              heldBytes: services.limits.buffered_bytes_per_stream,
              headers: () => ({
                ...(events
                  ? streamHeaders(request, 'sse')
                  : { ...idHeaders(request), 'content-type': contentTypeOf(headers), 'cache-control': 'no-store' }),
                ...streams.headers?.(),
                ...passedHeaders(target.provider, headers),
              }),
              heartbeat: events ? factsOf(defaultDialect).heartbeat : '',
              startedAt,
              clean: (error) => maskOf(target.provider).cleanValue(error),
            })
          },
        }),
  })
  if (result.type !== 'reply') return finish(request, result, task)
  const failure = failureOfReply(options.errors, result, dialectOf(request.errorFormat), target.provider, services.now())
  if (failure !== undefined) return failure
  const read = parseReply(result.body, 'plain')
  const reply = read instanceof Promise ? await read : read
  return takeReply(request, options, result, reply)
}

function takeReply(
  request: GatewayRequest,
  { target, codec, onReply, amend }: MediaAttempt,
  result: Extract<AttemptResult, { type: 'reply' }>,
  reply: ReplyJson | undefined,
): GatewayFailure | undefined | Promise<undefined> {
  const type = contentTypeOf(result.headers)
  if (reply === undefined && (onReply !== undefined || !plain(type)))
    return new GatewayFailure({
      kind: 'upstream_invalid',
      message: 'The provider answered with something that is not a reply of this endpoint.',
    })
  const failed = reply === undefined ? undefined : codec?.readErrorInReply(reply)
  if (failed !== undefined) return new GatewayFailure(failed)
  if (onReply !== undefined) {
    onReply(reply)
    return undefined
  }
  request.record.used(codec?.readUsage(reply))
  const amended = reply === undefined || Array.isArray(reply) ? undefined : amend?.(reply as WireObject)
  const bytes = amended === undefined ? result.body : jsonBytes(amended)
  const headers = passedHeaders(target.provider, result.headers, reply === undefined ? { 'content-type': type } : {})
  if (bytes instanceof Promise)
    return bytes.then((written) => {
      sendJson(request, 200, written, headers)
      return undefined
    })
  sendJson(request, 200, bytes, headers)
  return undefined
}

function rawPipe({ replyKeeper, lease }: GatewayRequest, contentType: string): RawPipe {
  const copy = replyKeeper === undefined ? undefined : new ReplyCopy(replyKeeper, contentType, lease)
  return new RawPipe(contentType.startsWith('text/'), copy)
}

function eventPipe(services: RelayServices, { lease: memory }: GatewayRequest, { codec, streams }: MediaAttempt): RelayPipe {
  return new RelayPipe(
    defined({
      tap: codec?.createStreamTap?.() ?? new OpenAIEventTap(() => false),
      frameLimit: services.limits.sse_frame_bytes,
      memory,
      failure: encodeStreamError,
      rewrite: streams?.rewrite,
    }),
  )
}

/** Handles every end of an attempt but a whole reply. Throws where no other attempt may follow. */
function finish(
  { record }: GatewayRequest,
  result: Exclude<AttemptResult, { type: 'reply' }>,
  task: MediaTask,
): GatewayFailure | undefined {
  const failure = recordEnd(record, result)
  if (failure === undefined) return undefined
  if (failure.final || (failure.sent && !mediaFacts[task].repeatable)) throw new GatewayFailure(failure.error)
  return new GatewayFailure(failure.error)
}

function contentTypeOf(headers: UpstreamReplyHeaders): string {
  const type = headers['content-type']
  const text = Array.isArray(type) ? type[0] : type
  return text !== undefined && /^[\x20-\x7e]+$/.test(text) ? text : 'application/octet-stream'
}

/** Replies of text and audio are not JSON; an HTML page is not a reply. */
function plain(type: string): boolean {
  return /^(text\/(?!html)|audio\/|application\/(octet-stream|x-subrip))/i.test(type)
}
