import type { Dialect, StreamEncoder, StreamTap, WireObject } from '../dialects/dialect.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'
import { GatewayFailure, refuse, type GatewayError } from '../exchange/error.js'
import type { LossLedger } from '../exchange/ledger.js'
import type { MediaEndpoint, MediaFormat, MediaTask } from '../exchange/media-task.js'
import type { Reply } from '../exchange/reply.js'
import type { ConversationRequest } from '../exchange/request.js'
import type { Usage } from '../exchange/usage.js'

/** The upstream that a request is prepared for. */
export interface MediaTarget {
  /** The model's name at the upstream. */
  readonly model: string
  /** The model as the client named it: for messages, and for replies whose upstream names none. */
  readonly asked: string
  /** The wire format of this task that the upstream speaks; absent where it has none. */
  readonly format: MediaFormat | undefined
  /** The dialect of its conversations, for what chat can stand in for. */
  readonly dialect: UpstreamDialect | undefined
  readonly ledger: LossLedger
  /** Requests to the provider that one request of a client may become. */
  readonly mostRequests: number
  readonly newId: (prefix: string) => string
  /** Seconds since the epoch. */
  readonly now: number
}

/** One request to an upstream with a JSON body. `endpoint` names the address: `embeddings`, `batch-embed-contents`, `generate-content` … */
export interface PlannedRequest {
  readonly endpoint: MediaEndpoint
  readonly body: WireObject
}

/** What the client gets. */
export interface MediaReply {
  readonly contentType: string
  /** Written as JSON where it is an object. */
  readonly body: WireObject | string | Buffer
  /** Absent where the upstream reported none. */
  readonly usage?: Usage
}

/** How one target answers one request. */
export type MediaPlan = RelayPlan | TranslationPlan | ConversationPlan

/** The same format on both sides: the client's bytes go up with the model patched, the upstream's come down as they are. */
export interface RelayPlan {
  readonly type: 'relay'
  readonly endpoint: MediaEndpoint
  /** Sent in place of the client's own body, where more than the top-level model changes. */
  readonly body?: WireObject
  /** Mends a reply that is not what was asked for; `undefined`: it passes as it is. */
  amend?(reply: WireObject): WireObject | undefined
}

/** Another format: whole replies are read and written anew. Several requests are sent one after the other and joined in order. */
export interface TranslationPlan {
  readonly type: 'translation'
  readonly requests: readonly PlannedRequest[]
  /** Throws a `GatewayFailure` (`upstream_invalid`) for what is no reply of the format. `replies` in the order of `requests`. */
  encodeReply(replies: readonly unknown[]): MediaReply
}

/** A conversation stands in: one request each, whole; or a single one, streamed. */
export interface ConversationPlan {
  readonly type: 'conversation'
  readonly requests: readonly ConversationRequest[]
  encodeReply(replies: readonly Reply[]): MediaReply
  createStreamEncoder(requestId: string): StreamEncoder
}

/** How a client's requests in one format become plans for any target. */
export interface MediaCodec {
  readonly task: MediaTask
  /** Throws a 400 that names the field where the target cannot do what is asked. */
  plan(request: WireObject, target: MediaTarget): MediaPlan
  /** The dialect as which requests and streams of this format are relayed. Absent: nothing but the model changes. */
  readonly relayedAs?: Pick<Dialect, 'relayedMembers' | 'relayedEvents'>
  /** Usage of a relayed plain reply. */
  readUsage(wire: unknown): Usage | undefined
  /** The error object that some providers send with status 200. */
  readErrorInReply(wire: unknown): GatewayError | undefined
  /** What is seen while a stream is relayed. Absent: this task has no streams. */
  createStreamTap?(): StreamTap
}

/** What the gateway must know of an endpoint beside its bodies. */
export interface MediaFacts {
  /** What the endpoint is for, and where it is, in messages to clients. */
  readonly title: string
  /** Who has it, in the same messages. */
  readonly providers: string
  /** A request that may have been answered is sent once more where the answer is lost: it costs little (promises P34). */
  readonly repeatable: boolean
  /** The reply is bytes of any type, passed on as they come. */
  readonly bytes: boolean
  /** A provider of chat can stand in. */
  readonly chatStandsIn: boolean
}

/** The target cannot do this at all: a 400 that names model, endpoint and what would work. */
export function unsupported({ title, providers }: MediaFacts, model: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'invalid_request',
    param: '/model',
    message: `The provider of the model '${model}' has no ${title}. Use a model of ${providers}.`,
  })
}

/** The upstream's reply is no reply of its format. */
export function unreadable(what: string): GatewayFailure {
  return new GatewayFailure({ kind: 'upstream_invalid', message: `The provider's answer is no ${what}.` })
}

export function jsonReply(body: WireObject, usage: Usage | undefined): MediaReply {
  return { contentType: 'application/json', body, ...(usage === undefined ? {} : { usage }) }
}

/** What is asked for would become more requests to the provider than one request may (`limits.calls_per_request`). */
export function tooManyRequests(at: string, count: number, { mostRequests }: MediaTarget): GatewayFailure {
  return refuse(
    at,
    `This would be ${count} requests to this model's provider; at most ${mostRequests} are made for one. Send less at a time.`,
  )
}
