import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { ErrorFormat } from '../contract/error-format.js'
import type { WireObject } from '../dialects/dialect.js'
import type { RequestRecord } from '../record/request-record.js'
import type { ReplySink } from './reply-sink.js'

/** One authenticated request on its way through the gateway: what operations and the relay know of it. */
export interface GatewayRequest {
  readonly id: string
  readonly errorFormat: ErrorFormat
  readonly operationId: string
  readonly path: string
  readonly query: URLSearchParams
  readonly incoming: IncomingMessage
  readonly response: ReplySink
  readonly caller: Caller
  /** What the request holds; memory that it needs beside its body is taken from it. */
  readonly lease: Pick<Lease, 'hold' | 'startMore'>
  /** JSON operations: the body as it came and as it parsed. */
  readonly body?: { readonly bytes: Buffer; readonly json: WireObject }
  /** What is learnt of it on the way. */
  readonly record: RequestRecord
  /** The client has gone; nobody reads what is written. */
  readonly left: boolean
  /** Called once, when the client goes before the reply is complete. */
  onLeave(listener: () => void): void
  /** Takes a listener back. */
  offLeave(listener: () => void): void
  /** Called once, when the first content of an answer is there, by whoever passes it on. */
  onContent?: (() => void) | undefined
  /** When the first attempt began, on the monotonic clock: `reply_ms` holds for all attempts together. Set by who makes them. */
  attemptsSince?: number | undefined
}

/** What the search for a target needs of a request: where its attempts are booked, and whether anybody still waits. */
export type WaitingRequest = Pick<GatewayRequest, 'record' | 'left' | 'onLeave' | 'offLeave' | 'onContent' | 'attemptsSince'>
