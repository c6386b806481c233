import type { FailureKind } from '../../exchange/error.js'

interface MessagesFailure {
  readonly type: string
  /** Where it differs from `failureStatuses`. */
  readonly status?: number
}

const invalid: MessagesFailure = { type: 'invalid_request_error' }
const missing: MessagesFailure = { type: 'not_found_error' }
const limited: MessagesFailure = { type: 'rate_limit_error' }
const failed: MessagesFailure = { type: 'api_error' }
const overloaded: MessagesFailure = { type: 'overloaded_error', status: 529 }

/** The error type, and where it differs the status, of each kind of failure. Source: Anthropic's page "Errors". */
export const messagesFailures: Readonly<Record<FailureKind, MessagesFailure>> = {
  invalid_api_key: { type: 'authentication_error' },
  permission_denied: { type: 'permission_error' },
  invalid_request: invalid,
  method_not_allowed: invalid,
  request_timeout: invalid,
  request_too_large: { type: 'request_too_large' },
  unsupported_media_type: invalid,
  conflict: invalid,
  model_not_found: missing,
  not_found: missing,
  rate_limit_exceeded: limited,
  concurrency_limit: limited,
  upstream_rate_limited: limited,
  insufficient_quota: { type: 'billing_error', status: 402 },
  upstream_unavailable: failed,
  upstream_disconnected: failed,
  upstream_invalid: failed,
  upstream_auth: failed,
  upstream_timeout: failed,
  overloaded,
  shutting_down: overloaded,
  no_healthy_target: overloaded,
  internal: failed,
}
