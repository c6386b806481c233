import type { UpstreamDialect } from './dialect-name.js'
import { budgetHeader, budgetText, type ShortBudget } from './short-budget.js'
import { defined } from '../json/object.js'

/** The kinds of failures, each of which is also a `code` of errors. */
export type FailureKind =
  | 'invalid_api_key'
  | 'permission_denied'
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

/** Codes that say more than the kind, by which alone its status and its type are decided. */
export const exactCodes = [
  'unsupported_value',
  'unsupported_url',
  'invalid_value',
  'missing_required_parameter',
  'context_length_exceeded',
  'lossy_conversion',
  'content_policy_violation',
  'previous_response_not_found',
  'idempotency_mismatch',
  'unknown_price',
  'invalid_code',
  'managed_by_file',
  'managed_by_environment',
  'last_owner',
  'user_disabled',
  'precondition_failed',
  'csrf_token',
  'cross_site',
  'set_up_needed',
  'misdirected_request',
  'signed_out',
  'token_expired',
  'wrong_credentials',
] as const

/** The `code`s of errors that the gateway makes; openapi/errors/codes.yaml has each with its cause and cure. */
export type ErrorCode = FailureKind | (typeof exactCodes)[number]

/** An error as a value. Every dialect renders it in its own format. */
export interface GatewayError {
  readonly kind: FailureKind
  /** Shown to clients; must not contain secrets. The provider's own message where it sent an error. */
  readonly message: string
  /** The HTTP status, where it is not the kind's: a provider's 422, 431 for headers, 414 for URLs. */
  readonly status?: number
  /** The `code` shown to clients, where it is not the kind. */
  readonly code?: ErrorCode
  /** The invalid field: a JSON pointer into the request's body, or the name of a header. */
  readonly param?: string
  /** Whole seconds after which a retry may help. */
  readonly retryAfterSeconds?: number
  /** The budget that does not suffice, where it is one of the gateway's. */
  readonly budget?: ShortBudget
  /** For the log only, never for clients: the error code and host of a failed connection. */
  readonly detail?: string
  /** No connection to the upstream was made, so nothing was executed and nothing is charged. */
  readonly unreached?: boolean
  /** The gateway itself gave up a reply that the provider was giving: the provider has not failed, and its work is charged. */
  readonly givenUp?: true
  /** The error as the upstream described it, for clients of the same dialect. */
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

/** A thrown {@link GatewayError}. Its texts are shortened, since they may repeat a client's input of any length. */
export class GatewayFailure extends Error {
  readonly error: GatewayError

  constructor(error: GatewayError) {
    const { message, param } = error
    const isShort = message.length <= maxMessageLength && (param === undefined || param.length <= maxParamLength)
    const shown = isShort ? error : withShortTexts(error)
    super(shown.message)
    this.name = 'GatewayFailure'
    this.error = shown
  }
}

const maxMessageLength = 4000
const maxParamLength = 500

function withShortTexts({ message, param, ...rest }: GatewayError): GatewayError {
  const short = { ...rest, message: shortened(message, maxMessageLength) }
  return param === undefined ? short : { ...short, param: shortened(param, maxParamLength) }
}

/** The text, cut to `maxLength` UTF-16 units; half a surrogate pair at the cut is replaced. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`
}

/** A 400 that names the field. `param` is a JSON pointer. */
export function refuse(param: string, message: string, code?: ErrorCode): GatewayFailure {
  return new GatewayFailure(defined({ kind: 'invalid_request', message, param, code }))
}

/** The HTTP status of each kind. A dialect's names for the kinds, and statuses that differ, are in its folder. */
export const failureStatuses: Readonly<Record<FailureKind, number>> = {
  invalid_api_key: 401,
  permission_denied: 403,
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

/** The HTTP status of an error, in dialects without statuses of their own. */
export function statusOf(error: GatewayError): number {
  return error.status ?? failureStatuses[error.kind]
}

/** The kind of an upstream's HTTP error. 401, 402 and 403 concern the gateway's key and account, not the client's. */
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

/** The client closed its connection while its request waited or a provider was connected: nobody reads this error. */
export const clientDisconnected: GatewayError = { kind: 'upstream_disconnected', message: 'The client closed the connection.' }

/** A provider's stream has an event that is not JSON, or not an object of its style. */
export const unreadableEvent: GatewayError = {
  kind: 'upstream_invalid',
  message: 'The provider sent an event that is not a valid JSON object.',
}

/** Kinds for which a later retry may succeed: they get a `Retry-After` even where the upstream sent none. */
const waitingHelps: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'rate_limit_exceeded',
  'concurrency_limit',
  'upstream_rate_limited',
  'overloaded',
  'shutting_down',
  'no_healthy_target',
])

/**
 * The headers of an error in every dialect: those that concern retries, and the budget that does not suffice. The official clients obey
 * `x-should-retry: false`. `accountExhausted`: the provider reports that the gateway's account has no credit left.
 */
export function errorHeaders(error: GatewayError, accountExhausted = false): Record<string, string> {
  const { kind, retryAfterSeconds, budget } = error
  const headers: Record<string, string> = {}
  // After a time limit of the gateway the provider may still be generating: a retry would be charged twice.
  const timeLimit = kind === 'upstream_timeout' && error.native?.status === undefined
  const retryIsUseless = accountExhausted || timeLimit || kind === 'insufficient_quota' || kind === 'upstream_auth'
  if (retryIsUseless) headers['x-should-retry'] = 'false'
  const wait = retryAfterSeconds ?? (waitingHelps.has(kind) && !retryIsUseless ? 1 : undefined)
  if (wait !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(wait)))
  if (budget !== undefined) headers[budgetHeader] = budgetText(budget)
  return headers
}
