import type { FailureKind } from '../exchange/error.js'

/** The `type` of each kind of failure in OpenAI's error object. Source: OpenAI's guide "Error codes". */
export const openaiErrorTypes: Readonly<Record<FailureKind, string>> = {
  invalid_api_key: 'invalid_request_error',
  permission_denied: 'invalid_request_error',
  invalid_request: 'invalid_request_error',
  method_not_allowed: 'invalid_request_error',
  request_timeout: 'invalid_request_error',
  request_too_large: 'invalid_request_error',
  unsupported_media_type: 'invalid_request_error',
  conflict: 'invalid_request_error',
  model_not_found: 'invalid_request_error',
  not_found: 'invalid_request_error',
  rate_limit_exceeded: 'rate_limit_error',
  concurrency_limit: 'rate_limit_error',
  upstream_rate_limited: 'rate_limit_error',
  insufficient_quota: 'insufficient_quota',
  upstream_unavailable: 'api_error',
  upstream_disconnected: 'api_error',
  upstream_invalid: 'api_error',
  upstream_auth: 'api_error',
  upstream_timeout: 'api_error',
  overloaded: 'api_error',
  shutting_down: 'api_error',
  no_healthy_target: 'api_error',
  internal: 'api_error',
}
