import type { IncomingMessage } from 'node:http'
import { exposedHeaders } from '../relay/exposed-headers.js'

/** Pages of any origin may call the mock, which has no data to protect. Requests with cookies are not allowed. */
export function corsHeaders({ headers }: IncomingMessage): Record<string, string> {
  if (headers.origin === undefined) return {}
  const asked = headers['access-control-request-headers']
  return {
    'access-control-allow-origin': headers.origin,
    'access-control-expose-headers': exposedHeaders,
    vary: 'origin',
    ...(headers['access-control-request-method'] === undefined
      ? {}
      : {
          'access-control-allow-methods': 'GET, HEAD, POST, DELETE',
          'access-control-max-age': '600',
          ...(asked === undefined ? {} : { 'access-control-allow-headers': asked }),
        }),
  }
}

export function preflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
