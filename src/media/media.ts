import type { Dialect, StreamEncoder, StreamTap, WireObject } from '../dialects/dialect.js'
import type { UpstreamDialect } from '../exchange/dialect-name.js'
import { GatewayFailure, refuse, type GatewayError } from '../exchange/error.js'
import type { LossLedger } from '../exchange/ledger.js'
import type { MediaEndpoint, MediaFormat, MediaTask } from '../exchange/media-task.js'
import type { Reply } from '../exchange/reply.js'
import type { ConversationRequest } from '../exchange/request.js'
import type { Usage } from '../exchange/usage.js'
import { defined } from '../json/object.js'

/** The upstream that a request is prepared for. */
export interface MediaTarget {
  /** The model's name at the upstream. */
  readonly model: string
  /** The model as the client named it: for messages, and for replies whose upstream names none. */
  readonly asked: string
  /** The wire format of this task that the upstream speaks; absent where it has none. */
  readonly format: MediaFormat | undefined
  /** The dialect of its conversations, for tasks that a chat model can do instead. */
  readonly dialect: UpstreamDialect | undefined
  readonly ledger: LossLedger
  /** Most requests to the upstream for one request of a client. */
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

/** How one request is sent to one target. */
export type MediaPlan = RelayPlan | TranslationPlan | ConversationPlan

/** The same format on both sides: the client's bytes are sent with the model replaced, the upstream's reply is passed on unchanged. */
export interface RelayPlan {
  readonly type: 'relay'
  readonly endpoint: MediaEndpoint
  /** Sent in place of the client's own body, where more than the top-level model changes. */
  readonly body?: WireObject
  /** Corrects a reply that is not what was requested; `undefined`: it is passed on unchanged. */
  amend?(reply: WireObject): WireObject | undefined
}

/** Another format: whole replies are converted. Several requests are sent one after the other, their replies joined in order. */
export interface TranslationPlan {
  readonly type: 'translation'
  readonly requests: readonly PlannedRequest[]
  /** Throws a `GatewayFailure` (`upstream_invalid`) where a reply does not have the format. `replies` in the order of `requests`. */
  encodeReply(replies: readonly unknown[]): MediaReply
}

/** A chat model does the task: one conversation for each request, with whole replies; or a single one, streamed. */
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
  /** The dialect by whose rules requests and streams are relayed. Absent: only the model changes. */
  readonly relayedAs?: Pick<Dialect, 'relayedMembers' | 'relayedEvents'>
  /** The units of a request that cost beside tokens: characters to speak, images to make. Absent: none. */
  unitsOf?(request: WireObject): Usage
  /** Usage of a relayed plain reply. */
  readUsage(wire: unknown): Usage | undefined
  /** The error object that some providers send with status 200. */
  readErrorInReply(wire: unknown): GatewayError | undefined
  /** The tap of a relayed stream. Absent: this task has no streams. */
  createStreamTap?(): StreamTap
}

/** What the gateway must know of a media task beside its bodies. */
export interface MediaFacts {
  /** The task and its endpoint, in error messages. */
  readonly title: string
  /** Providers that have it, in error messages. */
  readonly providers: string
  /** Whether a request may be sent again where its reply was lost: it costs little. */
  readonly repeatable: boolean
  /** Whether replies are bytes of any type, passed on unchanged. */
  readonly bytes: boolean
  /** Whether a chat model can do the task. */
  readonly chatCanAnswer: boolean
}

/** The 400 for a target without this task: names the model, the endpoint and providers that have it. */
export function unsupported({ title, providers }: MediaFacts, model: string): GatewayFailure {
  return new GatewayFailure({
    kind: 'invalid_request',
    param: '/model',
    message: `The provider of the model '${model}' has no ${title}. Use a model of ${providers}.`,
  })
}

/** The error for a reply of the upstream that does not have its format. `what`: the missing part. */
export function unreadable(what: string): GatewayFailure {
  return new GatewayFailure({ kind: 'upstream_invalid', message: `The provider's reply has no valid ${what}.` })
}

export function jsonReply(body: WireObject, usage: Usage | undefined): MediaReply {
  return defined({ contentType: 'application/json', body, usage })
}

/** The error for a request that would become too many requests to the provider (`limits.calls_per_request`). */
export function tooManyRequests(at: string, count: number, { mostRequests }: MediaTarget): GatewayFailure {
  return refuse(
    at,
    `This would be ${count} requests to this model's provider; at most ${mostRequests} are made for one request of a client. Send fewer inputs.`,
  )
}
