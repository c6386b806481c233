import { STATUS_CODES } from 'node:http'
import type { WireError } from '../dialects/dialect.js'
import { errorHeaders, statusOf, type GatewayError } from '../exchange/error.js'
import { defined } from '../json/object.js'

/** Whether a path belongs to the gateway's own API, whose errors are problem details (RFC 9457). */
export function ownsPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

export function encodeError(error: GatewayError, requestId: string): WireError {
  const status = statusOf(error)
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...errorHeaders(error) },
    body: defined({
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: error.message,
      code: error.code ?? error.kind,
      param: error.param,
      request_id: requestId,
    }),
  }
}
