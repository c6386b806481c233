import type { IncomingMessage } from 'node:http'

/** Whether the head announces a body. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Whether bytes of the request are still to come. Node calls a request without a body complete only some time after its head. */
export function isUnread(request: Pick<IncomingMessage, 'headers' | 'complete'>): boolean {
  return !request.complete && hasBody(request)
}
