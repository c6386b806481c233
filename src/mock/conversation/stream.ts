import type { Dialect, StreamEncoder } from '../../dialects/dialect.js'
import type { ReplyContext } from '../../exchange/context.js'
import type { FailureKind, GatewayError } from '../../exchange/error.js'
import { partsOfReply } from '../../exchange/reply-parts.js'
import type { Reply } from '../../exchange/reply.js'
import type { StreamPart } from '../../exchange/stream-part.js'
import { defined } from '../../json/object.js'
import { EventStreamReader } from '../../relay/stream/event-stream-reader.js'
import { framesOf, type Script } from '../play.js'
import { inSmallPieces } from './small-pieces.js'

/** What is to be streamed: the text of a stream, a whole reply of the dialect, or a composed reply. */
export type StreamSource = { readonly stream: string } | { readonly wire: unknown } | { readonly reply: Reply }

export interface StreamOptions {
  readonly dialect: Dialect
  readonly context: ReplyContext
  readonly framing: 'sse' | 'json-array'
  readonly requestId: string
  readonly source: StreamSource
  readonly error?: GatewayError
}

const frameLimit = 16 * 1024 * 1024

/** Writes a stream of the request's dialect with the gateway's own codecs. */
export function streamScript(options: StreamOptions): Script {
  const { dialect, context, framing, requestId } = options
  const { model } = context.request
  const encoder: StreamEncoder = dialect.createStreamEncoder(context, { framing, requestId })
  const frames = inSmallPieces(partsOf(options))
    .map((part) => encoder.write([part.type === 'reply-start' ? { ...part, model } : part]))
    .flatMap((text) => (framing === 'sse' ? framesOf(text) : text === '' ? [] : [text]))
  return defined({
    contentType: framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
    frames,
    failure: options.error === undefined ? undefined : failureFrames(options, options.error),
  })
}

/** The frames of an error during a stream. */
function failureFrames({ dialect, framing, requestId }: StreamOptions, error: GatewayError): string {
  if (framing === 'sse') return dialect.encodeStreamError(error, requestId)
  return `,\r\n${JSON.stringify(dialect.encodeError(error, requestId).body)}]`
}

export function mockFailure(kind: FailureKind, message = `The mock was asked to fail with ${kind}.`): GatewayError {
  return { kind, message }
}

function partsOf({ dialect, context, source }: StreamOptions): StreamPart[] {
  if ('reply' in source) return partsOfReply(source.reply)
  const decodeContext = { newId: context.newId, traits: {}, ledger: context.ledger, request: context.request }
  if ('wire' in source) return partsOfReply(dialect.decodeReply(source.wire, decodeContext))
  const reader = new EventStreamReader(frameLimit)
  const decoder = dialect.createStreamDecoder(decodeContext)
  const frames = [...reader.push(Buffer.from(source.stream)).frames, ...reader.end().frames]
  return [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()]
}
