import type { Dialect, WireObject } from '../dialects/dialect.js'
import type { FailureKind, GatewayError } from '../exchange/error.js'
import { LossLedger } from '../exchange/ledger.js'
import { partsOfReply } from '../exchange/reply-parts.js'
import type { StreamPart } from '../exchange/stream-part.js'
import { EventStreamReader } from '../relay/stream/event-stream-reader.js'
import { framesOf, type Script } from './play.js'
import { inSmallPieces } from './small-pieces.js'
import { defined } from '../json/object.js'

export type ScriptSource = { readonly stream: string } | { readonly reply: unknown }

export interface ConversationScriptOptions {
  readonly dialect: Dialect
  readonly wire: WireObject
  readonly model: string
  readonly framing: 'sse' | 'json-array'
  readonly requestId: string
  readonly newId: (prefix: string) => string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** The document's example: of a stream or of a whole reply. */
  readonly source: ScriptSource
  readonly error?: FailureKind
}

const frameLimit = 16 * 1024 * 1024

/** Writes an example as a stream of the request's dialect, with the gateway's own codecs. */
export function conversationScript(options: ConversationScriptOptions): Script {
  const { dialect, wire, model, framing, newId, requestId, source } = options
  const ledger = new LossLedger()
  const request = dialect.decodeRequest(wire, { ledger, model, stream: true })
  const decodeContext = { newId, traits: {}, ledger, request }
  const parts =
    'stream' in source
      ? partsOfStream(dialect, source.stream, decodeContext)
      : partsOfReply(dialect.decodeReply(source.reply, decodeContext))
  const encoder = dialect.createStreamEncoder(
    { request, wireRequest: wire, upstreamDialect: dialect.name, now: Math.floor(options.now / 1000), newId, ledger },
    { framing, requestId },
  )
  const frames = inSmallPieces(parts)
    .map((part) => encoder.write([part.type === 'reply-start' ? { ...part, model } : part]))
    .flatMap((text) => (framing === 'sse' ? framesOf(text) : text === '' ? [] : [text]))
  return defined({
    contentType: framing === 'sse' ? 'text/event-stream; charset=utf-8' : 'application/json; charset=utf-8',
    frames,
    failure: options.error === undefined ? undefined : failureFrames(options, mockFailure(options.error)),
  })
}

/** The frames of an error during a stream. */
function failureFrames({ dialect, framing, requestId }: ConversationScriptOptions, error: GatewayError): string {
  if (framing === 'sse') return dialect.encodeStreamError(error, requestId)
  return `,\r\n${JSON.stringify(dialect.encodeError(error, requestId).body)}]`
}

export function mockFailure(kind: FailureKind): GatewayError {
  return { kind, message: `The mock was asked to fail with ${kind}.` }
}

function partsOfStream(dialect: Dialect, text: string, context: Parameters<Dialect['createStreamDecoder']>[0]): StreamPart[] {
  const reader = new EventStreamReader(frameLimit)
  const decoder = dialect.createStreamDecoder(context)
  const frames = [...reader.push(Buffer.from(text)).frames, ...reader.end().frames]
  return [...frames.flatMap((frame) => decoder.push(frame)), ...decoder.end()]
}
