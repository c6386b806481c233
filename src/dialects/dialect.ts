import type { DecodeContext, DecodeRequestContext, ReplyContext } from '../exchange/context.js'
import type { ChatDialect, UpstreamDialect } from '../exchange/dialect-name.js'
import type { GatewayError } from '../exchange/error.js'
import type { LossLedger } from '../exchange/ledger.js'
import type { Reply } from '../exchange/reply.js'
import type { ConversationRequest } from '../exchange/request.js'
import type { ServerSentEvent } from '../exchange/server-sent-event.js'
import type { StreamPart } from '../exchange/stream-part.js'
import type { Target, TargetTraits } from '../exchange/target.js'
import type { Usage } from '../exchange/usage.js'
import type { DialectTest } from './contract-test.js'
import type { ClientFacts, DialectFacts, UpstreamFacts } from './facts.js'

export type WireObject = Readonly<Record<string, unknown>>

/** A dialect as the gateway speaks it to upstreams. Pure: no clock, no network, no logger. */
export interface UpstreamHalf {
  readonly name: UpstreamDialect
  readonly facts: UpstreamFacts
  /** Throws `GatewayFailure` (400, field named) where the target cannot express what changes the question. */
  encodeRequest(conversation: ConversationRequest, target: Target): WireObject
  /** Throws `GatewayFailure` (`upstream_invalid`, or the error inside a 200) where `wire` is not a reply of this dialect. */
  decodeReply(wire: unknown, context: DecodeContext): Reply
  createStreamDecoder(context: DecodeContext): StreamDecoder
  /** `body`: the reply's text, of any format. `headers`: names in lower case. */
  decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError
  /** Creates a tap for a relayed stream: reads usage, the terminal mark and error frames. */
  createStreamTap(): StreamTap
  /** Usage of a plain reply. */
  readUsage(wire: unknown): Usage | undefined
  /** The error object that some providers send with status 200; `undefined` for a good reply. */
  readErrorInReply(wire: unknown): GatewayError | undefined
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A dialect as clients speak it to the gateway. Pure: no clock, no network, no logger. */
export interface ClientHalf {
  readonly name: ChatDialect
  readonly facts: ClientFacts
  /** `wire` has passed the contract's validator. `context.model` is set where the path names it. Members without a place in the exchange go to the ledger. */
  decodeRequest(wire: WireObject, context: DecodeRequestContext): ConversationRequest
  /** A pointer in this client's spelling of the members, for dialects that allow several spellings. */
  spelled?(wire: WireObject, at: string): string
  encodeReply(reply: Reply, context: ReplyContext): WireObject
  createStreamEncoder(context: ReplyContext, options: StreamEncoderOptions): StreamEncoder
  encodeError(error: GatewayError, requestId: string): WireError
  /** The frames of an error after the stream has begun, for which every official client throws. */
  encodeStreamError(error: GatewayError, requestId: string): string
}

/** The target of a relayed request. */
export interface RelayedTarget {
  /** The model's name at the upstream. */
  readonly model: string
  readonly stream: boolean
  readonly traits: TargetTraits
}

/** Changes of top-level members of a relayed request; every other byte is unchanged. */
export interface RelayedChange {
  readonly put: Readonly<Record<string, unknown>>
  readonly leaveOut: readonly string[]
}

export interface Dialect extends UpstreamHalf, ClientHalf {
  readonly name: ChatDialect
  readonly facts: DialectFacts
  /** What `anywire contract-test` sends to a server and expects of it. */
  readonly contractTest: DialectTest
  /** Absent: the dialect has no token-count operation. */
  readonly counting?: TokenCounting
  /** Top-level members of a relayed request to replace, as JSON texts: the model, where it is in the body. */
  relayedMembers(wire: WireObject, target: RelayedTarget): Readonly<Record<string, string>>
  /** Returns a function that changes events of a relayed stream: `''` leaves one out, `undefined` passes it on unchanged. Absent: all pass. */
  relayedEvents?(wire: WireObject): ((event: ServerSentEvent) => string | undefined) | undefined
  /**
   * The members of a relayed request without the proofs of other dialects that this gateway sealed into its history, which this dialect's
   * providers refuse; `undefined`: there are none.
   */
  withoutForeignProofs(wire: WireObject, target: { readonly model: string; readonly traits: TargetTraits }): WireObject | undefined
  /**
   * The changes that a relayed request needs for this model's provider; absent or `undefined`: none.
   * `translate`: the reply must be translated too. Throws a 400 where the provider cannot do what is asked.
   */
  relayedRequest?(
    wire: WireObject,
    target: Pick<RelayedTarget, 'model' | 'traits'>,
    ledger: LossLedger,
  ): RelayedChange | 'translate' | undefined
  /** Whether a relayed plain reply has an answer. */
  holdsAnswer(wire: unknown): boolean
  /** The frames of a whole reply that a provider sent in place of a stream; `undefined` where `wire` is not a reply. */
  framesOfReply(wire: unknown): string | undefined
  /** A relayed plain reply with additions (responses: the second set of usage names); absent or `undefined`: unchanged. */
  relayedReply?(wire: WireObject, bytes: Buffer): Buffer | undefined
  /** The same for one event of a relayed stream: the changed data text, or `undefined`. */
  relayedEvent?(data: string): string | undefined
}

/** The token-count operation of a dialect, both ways. */
export interface TokenCounting {
  /** The client's request, changed for a provider of the same dialect. */
  relayedQuestion(bytes: Buffer, target: { readonly model: string; readonly traits: TargetTraits }): Buffer
  decodeQuestion(wire: WireObject, context: QuestionContext): ConversationRequest
  encodeQuestion(conversation: ConversationRequest, target: Target): object
  /** `undefined` where `wire` is not a count. */
  decodeCount(wire: unknown): number | undefined
  encodeCount(tokens: number): object
}

export interface QuestionContext {
  readonly ledger: LossLedger
  readonly model: string
  readonly newId: (prefix: string) => string
}

export interface StreamDecoder {
  push(event: ServerSentEvent): StreamPart[]
  /** The upstream's body ended. Yields `error` (`upstream_disconnected`) where the dialect's terminal mark is missing. */
  end(): StreamPart[]
}

export interface StreamEncoderOptions {
  /** `json-array`: generate content without `alt=sse`. */
  readonly framing: 'sse' | 'json-array'
  readonly requestId: string
}

export interface StreamEncoder {
  /** The frames of these parts, as the text of one write; `''`: nothing to send yet. Includes the frames of `error` and `reply-end`. */
  write(parts: readonly StreamPart[]): string
}

export interface WireError {
  readonly status: number
  /** `retry-after` and `x-should-retry`; `content-type` is always JSON. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: WireObject
}

/** Reads the events of a relayed stream. */
export interface StreamTap {
  /** Reads one event. */
  push(event: ServerSentEvent): TapSight
  /** Whether the terminal mark was seen. */
  readonly finished: boolean
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and arguments relayed so far, for estimates. */
  readonly contentBytes: number
  /** The id of the reply, where the gateway must remember it (responses). */
  readonly replyId?: string | undefined
  /** The frames of an error that continue this stream (same reply id, next sequence number); absent: `encodeStreamError`. */
  failure?(error: GatewayError): string
}

/** `content`: a part of the answer; `other`: start, end and the like; `error`: the provider's error; `ping`: no information. */
export type TapSight = { readonly type: 'content' | 'other' | 'ping' } | { readonly type: 'error'; readonly error: GatewayError }
