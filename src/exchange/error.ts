import type { UpstreamDialect } from './dialect-name.js'

/** The kinds of failures: the `code`s of the error table in the promises. */
export type FailureKind =
  | 'invalid_api_key'
  | 'invalid_request'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'request_too_large'
  | 'unsupported_media_type'
  | 'model_not_found'
  | 'not_found'
  | 'conflict'
  | 'rate_limit_exceeded'
  | 'concurrency_limit'
  | 'upstream_rate_limited'
  | 'insufficient_quota'
  | 'upstream_unavailable'
  | 'upstream_disconnected'
  | 'upstream_invalid'
  | 'upstream_auth'
  | 'upstream_timeout'
  | 'overloaded'
  | 'shutting_down'
  | 'no_healthy_target'
  | 'internal'

/** An error as a value. Every dialect renders it in its own format. */
export interface GatewayError {
  readonly kind: FailureKind
  /** A sentence without secrets; the provider's own message where the provider failed. */
  readonly message: string
  /** Overrides the kind's status: 422 where a provider said 422, 431 and 414 for headers and URLs. */
  readonly status?: number
  /** Overrides the kind's name as the `code` shown: `unsupported_url`, `previous_response_not_found`. */
  readonly code?: string
  /** The wrong field: a JSON pointer into the body, or a header's name. */
  readonly param?: string
  /** Whole seconds after which a retry may help. */
  readonly retryAfterSeconds?: number
  /** Only for the log, never for a client: code and host of a failed connection. */
  readonly detail?: string
  /** No connection to the provider was made: nothing can have been executed, and nothing was paid. */
  readonly unreached?: boolean
  /** The upstream's own type, code and status, for clients of the same dialect. */
  readonly native?: NativeError
}

export interface NativeError {
  readonly dialect: UpstreamDialect
  /** The upstream's HTTP status; absent for an error inside a stream. */
  readonly status?: number
  readonly type?: string
  readonly code?: string | number | null
  readonly param?: string | null
  /** Gemini's `status`. */
  readonly statusName?: string
  readonly details?: unknown
}

/** A thrown {@link GatewayError}. Texts that repeat a client's input, such as a model's name, are cut. */
export class GatewayFailure extends Error {
  readonly error: GatewayError

  constructor(error: GatewayError) {
    const { message, param } = error
    const fits = message.length <= mostMessageLength && (param === undefined || param.length <= mostParamLength)
    const cut = fits ? error : shortened(error)
    super(cut.message)
    this.name = 'GatewayFailure'
    this.error = cut
  }
}

const mostMessageLength = 4000
const mostParamLength = 500

function shortened({ message, param, ...rest }: GatewayError): GatewayError {
  return { ...rest, message: cutTo(message, mostMessageLength), ...(param === undefined ? {} : { param: cutTo(param, mostParamLength) }) }
}

const cutTo = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`)

/** A 400 that names the field. `param` is a JSON pointer. */
export function refuse(param: string, message: string, code?: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, param, ...(code === undefined ? {} : { code }) })
}

/** The HTTP status of each kind. A dialect's names for the kinds, and its different statuses, are in its folder. */
export const failureStatuses: Readonly<Record<FailureKind, number>> = {
  invalid_api_key: 401,
  invalid_request: 400,
  method_not_allowed: 405,
  request_timeout: 408,
  request_too_large: 413,
  unsupported_media_type: 415,
  conflict: 409,
  model_not_found: 404,
  not_found: 404,
  rate_limit_exceeded: 429,
  concurrency_limit: 429,
  upstream_rate_limited: 429,
  insufficient_quota: 429,
  upstream_unavailable: 502,
  upstream_disconnected: 502,
  upstream_invalid: 502,
  upstream_auth: 502,
  upstream_timeout: 504,
  overloaded: 503,
  shutting_down: 503,
  no_healthy_target: 503,
  internal: 500,
}

/** The HTTP status of an error, for dialects with no statuses of their own. */
export function statusOf(error: GatewayError): number {
  return error.status ?? failureStatuses[error.kind]
}

/** The kind for an upstream's HTTP status (promises §0): 401, 402 and 403 are about the gateway's key and account, never the client's. */
export function kindOfUpstreamStatus(status: number): FailureKind {
  if (status === 401 || status === 402 || status === 403) return 'upstream_auth'
  if (status === 404) return 'not_found'
  if (status === 408 || status === 504) return 'upstream_timeout'
  if (status === 413) return 'request_too_large'
  if (status === 415) return 'unsupported_media_type'
  if (status === 409) return 'conflict'
  if (status === 429) return 'upstream_rate_limited'
  if (status === 503 || status === 529) return 'overloaded'
  if (status >= 500) return 'upstream_unavailable'
  if (status >= 400) return 'invalid_request'
  return 'upstream_invalid'
}

/** Kinds for which waiting can help: they get a `Retry-After` even where the upstream sent none. */
const waitingHelps: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'rate_limit_exceeded',
  'concurrency_limit',
  'upstream_rate_limited',
  'overloaded',
  'shutting_down',
  'no_healthy_target',
])

/**
 * The headers of an error about retries, in every dialect (promises §0, P36, P38): the official clients obey `x-should-retry: false`.
 * `spent`: the provider says that its account is exhausted.
 */
export function retryHeaders(error: GatewayError, spent = false): Record<string, string> {
  const { kind, retryAfterSeconds } = error
  const headers: Record<string, string> = {}
  // After a time limit of the gateway the model may still be working: a retry would pay for the same work twice.
  const timeLimit = kind === 'upstream_timeout' && error.native?.status === undefined
  const useless = spent || timeLimit || kind === 'insufficient_quota' || kind === 'upstream_auth'
  if (useless) headers['x-should-retry'] = 'false'
  const wait = retryAfterSeconds ?? (waitingHelps.has(kind) && !useless ? 1 : undefined)
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)))
  return headers
}
