import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { ErrorFormat } from '../contract/error-format.js'
import type { WireObject } from '../dialects/dialect.js'
import type { RequestRecord } from '../record/request-record.js'
import type { ReplySink } from './reply-sink.js'

/** One authenticated request, as operations and the relay see it. */
export interface GatewayRequest {
  readonly id: string
  readonly errorFormat: ErrorFormat
  readonly operationId: string
  readonly path: string
  readonly query: URLSearchParams
  readonly incoming: IncomingMessage
  readonly response: ReplySink
  readonly caller: Caller
  /** The request's lease; memory beside its body is taken from it. */
  readonly lease: Pick<Lease, 'hold' | 'tryHold' | 'free' | 'startMore' | 'takeBackStarts'>
  /** JSON operations: the body's bytes and the parsed value. */
  readonly body?: RequestBody | undefined
  /** The record of this request. */
  readonly record: RequestRecord
  /** Takes the whole reply, where it is kept for when the request comes again. */
  readonly replyKeeper?: ReplyKeeper | undefined
  /**
   * A form with an `Idempotency-Key`: sends the reply that this form got before, and resolves to `true`; else the reply that follows is kept.
   * `form` is a hash of its parts. Rejects with a `GatewayFailure` where the key belongs to another request or to one that runs.
   */
  readonly replay?: ((form: Buffer) => Promise<boolean>) | undefined
  /** Whether the client has disconnected. */
  readonly left: boolean
  /** `listener` is called once, when the client disconnects before the reply is complete. */
  onLeave(listener: () => void): void
  /** Removes a listener. */
  offLeave(listener: () => void): void
  /** To be called once, at the first content of a reply. */
  onContent?: (() => void) | undefined
  /** When the first attempt began, on the monotonic clock: `reply_ms` limits all attempts together. */
  attemptsSince?: number | undefined
}

/** The bytes of a JSON body, and the value that was parsed from them or is to be taken in its place. */
export interface RequestBody {
  readonly bytes: Buffer
  /** Not to be changed: parts of it may be shared with other requests of the same caller. */
  readonly json: WireObject
  /** Whether parts of it came before in a request of the same caller, and are the same objects. */
  readonly repeats?: boolean
  /** The same value, of which nothing is shared; absent: `json` is that. */
  readonly ownJson?: WireObject
  /** The same of a large body. */
  ownJsonInTurns?(): Promise<WireObject>
  /**
   * Lets the value go while a provider works on the request: kept in memory, those of many requests would be copied by each collection of
   * young objects. Where it is read again, it is parsed again. `false`: the value stays.
   */
  dropJson?(): boolean
}

/** Keeps a reply for requests that repeat its `Idempotency-Key`. */
export interface ReplyKeeper {
  /** Larger replies are not kept. */
  readonly mostBytes: number
  keep(status: number, contentType: string, body: Buffer): void
}

/** The part of a request that the search for a target needs. */
export type WaitingRequest = Pick<GatewayRequest, 'record' | 'left' | 'onLeave' | 'offLeave' | 'onContent' | 'attemptsSince'>
