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
import type { ObjectIds } from './object-ids.js'

export type WireObject = Readonly<Record<string, unknown>>

/** A dialect as the gateway speaks it to upstreams. Its functions are pure: no clock, no network, no logger. */
export interface UpstreamHalf {
  readonly name: UpstreamDialect
  readonly facts: UpstreamFacts
  /** Throws `GatewayFailure` (400, with the field) where the meaning of the request would change. Other losses go to the target's ledger. */
  encodeRequest(conversation: ConversationRequest, target: Target): WireObject
  /** Throws `GatewayFailure` (`upstream_invalid`, or the provider's error) where `wire` is not a reply of this dialect. */
  decodeReply(wire: unknown, context: DecodeContext): Reply
  createStreamDecoder(context: DecodeContext): StreamDecoder
  /** Reads a reply with an error status. `headers`: names in lower case. `body`: text of any format. */
  decodeError(status: number, headers: UpstreamHeaders, body: string): GatewayError
  createStreamTap(): StreamTap
  /** The usage of a plain reply. */
  readUsage(wire: unknown): Usage | undefined
  /** The error that some providers send with status 200; `undefined` for any other reply. */
  readErrorInReply(wire: unknown): GatewayError | undefined
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A dialect as clients speak it to the gateway. Its functions are pure: no clock, no network, no logger. */
export interface ClientHalf {
  readonly name: ChatDialect
  readonly facts: ClientFacts
  /** `wire`: a body that the contract's validator has accepted. Members that the exchange does not have go to the ledger. */
  decodeRequest(wire: WireObject, context: DecodeRequestContext): ConversationRequest
  /** The JSON pointer `at` in the spelling of this body, for dialects that allow several spellings of members. */
  spelled?(wire: WireObject, at: string): string
  encodeReply(reply: Reply, context: ReplyContext): WireObject
  createStreamEncoder(context: ReplyContext, options: StreamEncoderOptions): StreamEncoder
  encodeError(error: GatewayError, requestId: string): WireError
  /** The frames of an error after the stream has begun. The official clients throw an error when they read them. */
  encodeStreamError(error: GatewayError, requestId: string): string
}

/** How `anywire mock` answers requests that the exchange does not express. */
export interface MockFacts {
  /** Top-level members for state that is stored at a provider. The exchange refuses them; the mock ignores them. */
  readonly storedState: readonly string[]
  /** The format of speech in replies; absent: requests choose it. */
  readonly speech?: 'pcm'
  /** A request for a bare value of a schema, changed so that it asks for JSON; absent or `undefined`: it asks for no bare value. */
  bareValueAsJson?(wire: WireObject): WireObject | undefined
}

/** The target of a relayed request. */
export interface RelayedTarget {
  /** The provider's name of the model. */
  readonly model: string
  readonly stream: boolean
  readonly traits: TargetTraits
}

/** Changes of top-level members of a relayed request; all other bytes are relayed unchanged. */
export interface RelayedChange {
  readonly put: Readonly<Record<string, unknown>>
  readonly leaveOut: readonly string[]
}

/** A dialect with both halves. */
export interface Dialect extends UpstreamHalf, ClientHalf {
  readonly name: ChatDialect
  readonly facts: DialectFacts
  readonly objectIds: ObjectIds
  /** What `anywire contract-test` sends to a server and expects from it. */
  readonly contractTest: DialectTest
  readonly mock: MockFacts
  /** Absent: the dialect has no operation that counts tokens. */
  readonly counting?: TokenCounting
  /** Top-level members to replace in every relayed request, such as the model; values are JSON texts. */
  relayedMembers(wire: WireObject, target: RelayedTarget): Readonly<Record<string, string>>
  /** Returns a function that changes events of a relayed stream: `''` removes an event, `undefined` relays it unchanged. Absent: none changes. */
  relayedEvents?(wire: WireObject): ((event: ServerSentEvent) => string | undefined) | undefined
  /**
   * Removes other dialects' proofs, which this gateway has sealed, from the history of a relayed request: this dialect's providers refuse
   * them. Returns the changed top-level members; `undefined`: there are no such proofs.
   */
  withoutForeignProofs(wire: WireObject, target: { readonly model: string; readonly traits: TargetTraits }): WireObject | undefined
  /**
   * The changes that this model or its provider requires in a relayed request; absent or `undefined`: none. `translate`: the reply must be
   * changed too, so request and reply are translated. Throws a 400 where the meaning of the request would change.
   */
  relayedRequest?(
    wire: WireObject,
    target: Pick<RelayedTarget, 'model' | 'traits'>,
    ledger: LossLedger,
  ): RelayedChange | 'translate' | undefined
  /** Whether a relayed plain reply has an answer: choices, content, output or candidates. */
  hasAnswer(wire: unknown): boolean
  /** The stream frames of a plain reply that a provider sent instead of a stream, as texts; `undefined` where `wire` is not a complete reply. */
  framesOfReply(wire: unknown): Iterable<string> | undefined
  /** The frame that shows usage before `[DONE]` where the provider reported none; absent: streams of this dialect always have usage. */
  usageFrame?(usage: Usage): string
  /** Changes a relayed plain reply (responses: adds chat completions' names of usage); absent or `undefined`: unchanged. */
  relayedReply?(wire: WireObject, bytes: Buffer): Buffer | undefined
  /** The same for the data of one event of a relayed stream. */
  relayedEvent?(data: string): string | undefined
}

/** The operation of a dialect that counts the tokens of a request, both ways. */
export interface TokenCounting {
  /** The operationIds of the endpoint, at all its addresses. */
  readonly operations: readonly string[]
  /** The body of a client's request, changed for a provider of the same dialect. */
  relayedRequest(bytes: Buffer, target: { readonly model: string; readonly traits: TargetTraits }): Buffer
  decodeRequest(wire: WireObject, context: CountContext): ConversationRequest
  encodeRequest(conversation: ConversationRequest, target: Target): object
  /** The number of tokens; `undefined` where `wire` is not a reply of this operation. */
  decodeCount(wire: unknown): number | undefined
  encodeCount(tokens: number): object
}

export interface CountContext {
  readonly ledger: LossLedger
  readonly model: string
  readonly newId: (prefix: string) => string
}

/** Reads an upstream's stream. */
export interface StreamDecoder {
  push(event: ServerSentEvent): StreamPart[]
  /** To be called when the upstream's body has ended. Returns `error` (`upstream_disconnected`) where the dialect's end mark is missing. */
  end(): StreamPart[]
}

export interface StreamEncoderOptions {
  /** `json-array`: one JSON array (generate content without `alt=sse`). */
  readonly framing: 'sse' | 'json-array'
  readonly requestId: string
}

/** Writes a client's stream. */
export interface StreamEncoder {
  /** The frames of these parts as text; `''`: there is nothing to send yet. */
  write(parts: readonly StreamPart[]): string
}

export interface WireError {
  readonly status: number
  /** `retry-after` and `x-should-retry`; `content-type` is always JSON. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: WireObject
}

/** Reads usage, errors and the end mark from a relayed stream. */
export interface StreamTap {
  push(event: ServerSentEvent): TappedEvent
  /** Whether the end mark was seen. */
  readonly finished: boolean
  readonly usage: Usage | undefined
  /** UTF-8 bytes of text, reasoning and arguments so far, for estimates of usage. */
  readonly contentBytes: number
  /** The id of the reply, where the gateway stores it (responses). */
  readonly replyId?: string | undefined
  /** The frames of an error that continues this stream (same reply id, next sequence number); absent: `encodeStreamError`. */
  failure?(error: GatewayError): string
}

/** What an event of a relayed stream is. `content`: a part of the answer; `other`: start, end and the like; `ping`: a heartbeat. */
export type TappedEvent = { readonly type: 'content' | 'other' | 'ping' } | { readonly type: 'error'; readonly error: GatewayError }
