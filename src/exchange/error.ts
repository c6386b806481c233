import type { UpstreamDialect } from './dialect-name.js'

/** Why a request failed, in the gateway's own words: the `code` of promises' error table. */
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

/** An error as a value. Every dialect renders it in its own shape. */
export interface GatewayError {
  readonly kind: FailureKind
  /** Readable, free of secrets; the provider's own words where it was the provider that failed. */
  readonly message: string
  /** Overrides the kind's status: 422 where a provider said 422, 431 and 414 for headers and URLs. */
  readonly status?: number
  /** Overrides the kind's name as the `code` shown: `unsupported_url`, `previous_response_not_found`. */
  readonly code?: string
  /** The field that is wrong, as a JSON pointer into the body or a header's name. */
  readonly param?: string
  /** Whole seconds after which another try may help. */
  readonly retryAfterSeconds?: number
  /** An upstream's own words, kept where the client speaks the same dialect. */
  readonly native?: NativeError
}

export interface NativeError {
  readonly dialect: UpstreamDialect
  /** The status that the upstream answered; absent for an error inside a stream. */
  readonly status?: number
  readonly type?: string
  readonly code?: string | number | null
  readonly param?: string | null
  /** Gemini's `status`. */
  readonly statusName?: string
  readonly details?: unknown
}

/** Carries a {@link GatewayError} through code that throws. */
export class GatewayFailure extends Error {
  constructor(readonly error: GatewayError) {
    super(error.message)
    this.name = 'GatewayFailure'
  }
}

/** A 400 that names the field. `param` is a JSON pointer. */
export function refuse(param: string, message: string, code?: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, param, ...(code === undefined ? {} : { code }) })
}

interface FailureForm {
  readonly status: number
  readonly messagesStatus?: number
  readonly openaiType: string
  readonly messagesType: string
  readonly googleStatus: string
}

const invalid = { openaiType: 'invalid_request_error', messagesType: 'invalid_request_error', googleStatus: 'INVALID_ARGUMENT' }
const unavailable = { openaiType: 'api_error', messagesType: 'api_error', googleStatus: 'UNAVAILABLE' }
const limited = { status: 429, openaiType: 'rate_limit_error', messagesType: 'rate_limit_error', googleStatus: 'RESOURCE_EXHAUSTED' }
const overloaded = {
  status: 503,
  messagesStatus: 529,
  openaiType: 'api_error',
  messagesType: 'overloaded_error',
  googleStatus: 'UNAVAILABLE',
}
const missing = { status: 404, openaiType: 'invalid_request_error', messagesType: 'not_found_error', googleStatus: 'NOT_FOUND' }

/** How each kind looks in the three error envelopes: the one table that every dialect renders from. */
export const failureForms: Readonly<Record<FailureKind, FailureForm>> = {
  invalid_api_key: {
    status: 401,
    openaiType: 'invalid_request_error',
    messagesType: 'authentication_error',
    googleStatus: 'UNAUTHENTICATED',
  },
  invalid_request: { status: 400, ...invalid },
  method_not_allowed: { status: 405, ...invalid },
  request_timeout: { status: 408, ...invalid },
  request_too_large: { status: 413, ...invalid, messagesType: 'request_too_large' },
  unsupported_media_type: { status: 415, ...invalid },
  conflict: { status: 409, ...invalid, googleStatus: 'ABORTED' },
  model_not_found: missing,
  not_found: missing,
  rate_limit_exceeded: limited,
  concurrency_limit: limited,
  upstream_rate_limited: limited,
  insufficient_quota: {
    status: 429,
    messagesStatus: 402,
    openaiType: 'insufficient_quota',
    messagesType: 'billing_error',
    googleStatus: 'RESOURCE_EXHAUSTED',
  },
  upstream_unavailable: { status: 502, ...unavailable },
  upstream_disconnected: { status: 502, ...unavailable },
  upstream_invalid: { status: 502, ...unavailable },
  upstream_auth: { status: 502, ...unavailable },
  upstream_timeout: { status: 504, ...unavailable, googleStatus: 'DEADLINE_EXCEEDED' },
  overloaded,
  shutting_down: overloaded,
  no_healthy_target: overloaded,
  internal: { status: 500, openaiType: 'api_error', messagesType: 'api_error', googleStatus: 'INTERNAL' },
}

/** The HTTP status of an error outside the messages style. */
export function statusOf(error: GatewayError): number {
  return error.status ?? failureForms[error.kind].status
}

/** The kind of an upstream's HTTP status (promises §0): 401, 402 and 403 are about our key and our bill, never about the client's. */
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
