import type { IncomingMessage } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { ErrorStyle } from '../contract/style.js'
import type { WireObject } from '../dialects/dialect.js'
import type { Loss } from '../exchange/ledger.js'
import type { Usage } from '../exchange/usage.js'
import type { ReplySink } from './reply-sink.js'

/** One authenticated request on its way through the gateway: what operations and the relay know of it. */
export interface GatewayRequest {
  readonly id: string
  readonly style: ErrorStyle
  readonly operationId: string
  readonly parameters: Readonly<Record<string, string>>
  readonly path: string
  readonly query: URLSearchParams
  readonly incoming: IncomingMessage
  readonly response: ReplySink
  readonly caller: Caller
  /** What the request holds; memory that it needs beside its body is taken from it. */
  readonly lease: Pick<Lease, 'hold'>
  /** JSON operations: the body as it came and as it parsed. */
  readonly body?: { readonly bytes: Buffer; readonly json: WireObject }
  /** Filled in on the way, written to the log (and later the books) at the end. */
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

/** What is remembered of a request. Names as promises §0 has them. */
export interface RequestRecord {
  style?: string
  model?: string
  provider?: string
  upstream_model?: string
  status?: number
  outcome?: Outcome
  first_byte_ms?: number
  usage?: Usage
  /** UTF-8 bytes of content relayed, for estimates. */
  contentBytes?: number
  usage_source?: 'provider' | 'estimated' | 'none'
  /** `messages>generate-content`, where a translation took place. */
  conversion?: string
  losses?: readonly Loss[]
  attempts: Attempt[]
  /** The failure's kind and what the client was told. */
  error?: string
  error_message?: string
}

export type Outcome = 'ok' | 'client_error' | 'rejected' | 'upstream_error' | 'truncated' | 'timeout' | 'client_aborted' | 'interrupted'

export interface Attempt {
  readonly provider: string
  readonly model: string
  status?: number
  error?: string
  duration_ms: number
}
