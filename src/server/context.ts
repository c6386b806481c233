import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { Operation } from '../contract/operation.js'
import type { ParameterValues } from '../contract/parameters.js'
import type { ErrorFormat } from '../contract/error-format.js'
import type { WireObject } from '../dialects/dialect.js'
import type { RequestRecord } from '../record/request-record.js'
import type { ReplySink } from '../relay/reply-sink.js'

/** What the middleware learn of a request, in the order in which they learn it. */
export interface RequestState {
  readonly id: string
  readonly path: string
  readonly query: URLSearchParams
  readonly errorFormat: ErrorFormat
  readonly record: RequestRecord
  /** The configured origin whose page may read the reply. */
  sharedWith?: string
  operation?: Operation
  /** Those of the path, as the router found them. */
  pathParameters?: Readonly<Record<string, string>>
  /** All of them, read as the contract says. */
  parameters?: ParameterValues
  /** Set where the path is known but not with this method. */
  allow?: readonly string[]
  caller?: Caller
  /** What an authenticated request holds while it runs. */
  lease?: Lease
  body?: { readonly bytes: Buffer; readonly json: WireObject }
}

/** What of a reply the steps use: an HTTP response has it, and what stands in for one over a WebSocket. */
export interface Reply extends ReplySink {
  readonly statusCode: number
  readonly destroyed: boolean
  readonly closed: boolean
  readonly writableFinished: boolean
  /** The request that it answers. */
  readonly req: { readonly complete: boolean }
  on(event: 'close', listener: () => void): unknown
  once(event: 'close' | 'drain', listener: () => void): unknown
}

/** What of Koa's context the steps use. */
export interface RequestContext {
  state: RequestState
  readonly req: IncomingMessage
  readonly res: Reply
  readonly method: string
}

/** The context of a request that came over HTTP. */
export interface HttpContext extends RequestContext {
  readonly res: ServerResponse
}

/** One step of a request's path. `HttpContext`: only requests that came over HTTP take it. */
export type Middleware<Context = HttpContext> = (context: Context, next: () => Promise<void>) => Promise<void>

/** A step that a request takes too that came as a message of a WebSocket. */
export type SharedMiddleware = Middleware<RequestContext>
