import type { FailureKind } from '../../exchange/error.js'

/** `status` of an error: names of `google.rpc.Code` (https://ai.google.dev/gemini-api/docs/troubleshooting). */
export const statusNames: Readonly<Record<FailureKind, string>> = {
  invalid_api_key: 'UNAUTHENTICATED',
  permission_denied: 'PERMISSION_DENIED',
  invalid_request: 'INVALID_ARGUMENT',
  method_not_allowed: 'INVALID_ARGUMENT',
  request_timeout: 'INVALID_ARGUMENT',
  request_too_large: 'INVALID_ARGUMENT',
  unsupported_media_type: 'INVALID_ARGUMENT',
  conflict: 'ABORTED',
  model_not_found: 'NOT_FOUND',
  not_found: 'NOT_FOUND',
  rate_limit_exceeded: 'RESOURCE_EXHAUSTED',
  concurrency_limit: 'RESOURCE_EXHAUSTED',
  upstream_rate_limited: 'RESOURCE_EXHAUSTED',
  insufficient_quota: 'RESOURCE_EXHAUSTED',
  upstream_unavailable: 'UNAVAILABLE',
  upstream_disconnected: 'UNAVAILABLE',
  upstream_invalid: 'UNAVAILABLE',
  upstream_auth: 'UNAVAILABLE',
  upstream_timeout: 'DEADLINE_EXCEEDED',
  overloaded: 'UNAVAILABLE',
  shutting_down: 'UNAVAILABLE',
  no_healthy_target: 'UNAVAILABLE',
  internal: 'INTERNAL',
}
