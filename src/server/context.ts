import type Koa from 'koa'
import type { Caller } from '../access/caller.js'
import type { Lease } from '../access/lease.js'
import type { Operation } from '../contract/operation.js'
import type { ErrorStyle } from '../contract/style.js'
import type { WireObject } from '../dialects/dialect.js'
import type { RequestRecord } from '../record/request-record.js'

/** What the middleware learn of a request, in the order in which they learn it. */
export interface RequestState {
  readonly id: string
  readonly path: string
  readonly query: URLSearchParams
  readonly style: ErrorStyle
  readonly record: RequestRecord
  operation?: Operation
  parameters?: Readonly<Record<string, string>>
  /** Set where the path is known but not with this method. */
  allow?: readonly string[]
  caller?: Caller
  /** What an authenticated request holds while it runs. */
  lease?: Lease
  body?: { readonly bytes: Buffer; readonly json: WireObject }
}

export type RequestContext = Koa.ParameterizedContext<RequestState>
export type Middleware = (context: RequestContext, next: () => Promise<void>) => Promise<void>
