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

/** How an upstream speaks a dialect. Pure: no clock, no network, no logger. */
export interface UpstreamHalf {
  readonly name: UpstreamDialect
  readonly facts: UpstreamFacts
  /** Throws `GatewayFailure` (400, field named) where the target cannot express what changes the question. */
  encodeRequest(conversation: ConversationRequest, target: Target): WireObject
  /** Throws `GatewayFailure` (`upstream_invalid`, or the error inside a 200) for what is no reply of this dialect. */
  decodeReply(wire: unknown, context: DecodeContext): Reply
  createStreamDecoder(context: DecodeContext): StreamDecoder
  /** `body` is the text as it came, whatever it is. `headers` are lower-cased. */
  decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError
  /** What relaying bytes of this dialect must see without translating: usage, the terminal mark, an error frame. */
  createStreamTap(): StreamTap
  /** Usage of a plain reply, for the books. */
  readUsage(wire: unknown): Usage | undefined
  /** The error object that some providers send with status 200; `undefined` for a good reply. */
  readErrorInReply(wire: unknown): GatewayError | undefined
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** How a client speaks a dialect. Pure. */
export interface ClientHalf {
  readonly name: ChatDialect
  readonly facts: ClientFacts
  /** `wire` has passed the contract's validator. `model` is given where the path names it. What the exchange has no word for goes to the ledger. */
  decodeRequest(wire: WireObject, context: DecodeRequestContext): ConversationRequest
  /** A pointer of the conversation as this client spelled its members, for styles that allow several spellings. */
  spelled?(wire: WireObject, at: string): string
  encodeReply(reply: Reply, context: ReplyContext): WireObject
  createStreamEncoder(context: ReplyContext, options: StreamEncoderOptions): StreamEncoder
  encodeError(error: GatewayError, requestId: string): WireError
  /** An error after the stream began, as the frames of this dialect that every official client raises on. */
  encodeStreamError(error: GatewayError, requestId: string): string
}

/** What a request of the provider's own style is sent to. */
export interface RelayedTarget {
  /** The model's name at the upstream. */
  readonly model: string
  readonly stream: boolean
  readonly traits: TargetTraits
}

/** Changes of a relayed request, member by member; every other byte passes as the client wrote it. */
export interface RelayedChange {
  readonly put: Readonly<Record<string, unknown>>
  readonly leaveOut: readonly string[]
}

export interface Dialect extends UpstreamHalf, ClientHalf {
  readonly name: ChatDialect
  readonly facts: DialectFacts
  /** What `anywire test` asks of a server that claims the style. */
  readonly contractTest: DialectTest
  /** Absent: the style has no such question. */
  readonly counting?: TokenCounting
  /** Top-level members of a relayed request that are put in place of the client's, as JSON texts: the model, where the body names it. */
  relayedMembers(wire: WireObject, target: RelayedTarget): Readonly<Record<string, string>>
  /** A change of single events of a relayed stream: `''` leaves one out, `undefined` passes it as it is. Absent: all pass. */
  relayedEvents?(wire: WireObject): ((event: ServerSentEvent) => string | undefined) | undefined
  /**
   * The members of a relayed request without the proofs of other styles that this gateway sealed into its history, which this style's own
   * providers refuse; `undefined`: there are none.
   */
  withoutForeignProofs(wire: WireObject, target: { readonly model: string; readonly traits: TargetTraits }): WireObject | undefined
  /**
   * What must change before this model's provider takes a request of its own style; absent or `undefined`: nothing.
   * `translate`: what is asked for can only be had by translating the reply as well. Throws a 400 where it cannot be had at all.
   */
  relayedRequest?(
    wire: WireObject,
    target: Pick<RelayedTarget, 'model' | 'traits'>,
    ledger: LossLedger,
  ): RelayedChange | 'translate' | undefined
  /** Whether a relayed plain reply holds an answer at all. */
  holdsAnswer(wire: unknown): boolean
  /** A whole reply, which some providers send where a stream was asked for, as the frames that would have streamed it; `undefined` for what is none. */
  framesOfReply(wire: unknown): string | undefined
  /** What a relayed plain reply gets added (responses: the second set of usage names); absent or `undefined`: the bytes go on as they are. */
  relayedReply?(wire: WireObject, bytes: Buffer): Buffer | undefined
  /** The same for one event of a relayed stream: the changed data text, or `undefined`. */
  relayedEvent?(data: string): string | undefined
}

/** The question for the number of tokens of a request, both ways. */
export interface TokenCounting {
  /** The client's question, as a provider of its own style takes it. */
  relayedQuestion(bytes: Buffer, target: { readonly model: string; readonly traits: TargetTraits }): Buffer
  decodeQuestion(wire: WireObject, context: QuestionContext): ConversationRequest
  encodeQuestion(conversation: ConversationRequest, target: Target): object
  /** `undefined` for a reply that is no count. */
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
  /** Generate-content without `alt=sse`: one JSON array instead of event frames. */
  readonly framing: 'sse' | 'json-array'
  readonly requestId: string
}

export interface StreamEncoder {
  /** The frames for these parts, one text for one write; `''` where nothing is to be sent yet. Includes the frames of `error` and `reply-end`. */
  write(parts: readonly StreamPart[]): string
}

export interface WireError {
  readonly status: number
  /** Beside content-type: retry-after, x-should-retry. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: WireObject
}

/** Reads what passes by when bytes are relayed. */
export interface StreamTap {
  /** `true`: this frame is the dialect's own success mark or comes after it. */
  push(event: ServerSentEvent): TapSight
  /** The body ended without an error frame: was the terminal mark seen? */
  readonly finished: boolean
  readonly usage: Usage | undefined
  /** Bytes of text, reasoning and arguments relayed so far, UTF-8, for estimates. */
  readonly contentBytes: number
  /** The id of the reply that passes by, where the gateway must know it again (responses). */
  readonly replyId?: string | undefined
  /** The error frames that continue just this stream (same reply id, next number); absent: `encodeStreamError`. */
  failure?(error: GatewayError): string
}

/** `content`: carries something of the answer; `other`: start, end or housekeeping; `error`: the provider says it failed; `ping`: nothing at all. */
export type TapSight = { readonly type: 'content' | 'other' | 'ping' } | { readonly type: 'error'; readonly error: GatewayError }
