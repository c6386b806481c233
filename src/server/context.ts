import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { Operation } from '../contract/operation.js'
import type { ParameterValues } from '../contract/parameters.js'
import type { ErrorFormat } from '../contract/error-format.js'
import type { RequestRecord } from '../record/request-record.js'
import type { Trace } from '../relay/trace/trace.js'
import type { GatewayRequest, ReplyKeeper, RequestBody } from '../relay/gateway-request.js'
import type { ReplySink } from '../relay/reply-sink.js'

/** What is known of a request, in the order in which the middleware find it. */
export interface RequestState {
  readonly id: string
  readonly path: string
  readonly query: URLSearchParams
  readonly errorFormat: ErrorFormat
  readonly record: RequestRecord
  /** The configured origin whose page may read the reply. */
  sharedWith?: string
  operation?: Operation
  /** Path parameters, as the router found them. */
  pathParameters?: Readonly<Record<string, string>>
  /** All parameters, with the types of the contract. */
  parameters?: ParameterValues
  /** Set where the path is known but not with this method. */
  allow?: readonly string[]
  caller?: Caller
  /** Take what is sent and received: for the console's playground, and where bodies are kept. */
  traces?: readonly Trace[]
  /** The slots and memory of a running, authenticated request. */
  lease?: Lease
  /** Takes the whole reply where the request is to be answered alike when it comes again. */
  replyKeeper?: ReplyKeeper
  /** Answers a form that came before with the same `Idempotency-Key`. */
  replay?: GatewayRequest['replay']
  /** Until the request ends, and longer where it is traced. */
  body?: RequestBody | undefined
}

/** The part of a reply that the middleware use, for HTTP responses and replies over a WebSocket. */
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

/** The part of Koa's context that the middleware use. */
export interface RequestContext {
  state: RequestState
  readonly req: IncomingMessage
  readonly res: Reply
  readonly method: string
}

/** The context of an HTTP request. */
export interface HttpContext extends RequestContext {
  readonly res: ServerResponse & Pick<Reply, 'limits'>
}

/** One step of a request's path. With `HttpContext` it is only for HTTP requests. */
export type Middleware<Context = HttpContext> = (context: Context, next: () => Promise<void>) => Promise<void>

/** A step for HTTP requests and for requests that came as messages of a WebSocket. */
export type SharedMiddleware = Middleware<RequestContext>
