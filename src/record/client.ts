import type { IncomingMessage } from 'node:http'

/** What is known of the program that sends a request. The texts come from the client; the limit of headers bounds them. */
export interface Client {
  /** IP address of the other end of the connection; behind a proxy, the proxy's. */
  readonly address: string | undefined
  readonly userAgent: string | undefined
  /** The client's own id of the request: `x-client-request-id`. */
  readonly requestId: string | undefined
  /** W3C Trace Context. */
  readonly traceparent: string | undefined
}

export function clientOf({ headers, socket }: IncomingMessage): Client {
  return {
    address: socket.remoteAddress,
    userAgent: headers['user-agent'],
    requestId: single(headers['x-client-request-id']),
    traceparent: single(headers['traceparent']),
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}

/** In UTF-16 units. */
const longestEndUser = 1024

/**
 * The end user that the client names: OpenAI's `user` or `safety_identifier`, Anthropic's `metadata.user_id`. The log and the books keep
 * and hash no more than its beginning, which is a copy: a part of the body's text would keep all of it in memory.
 */
export function endUserOf(wire: Readonly<Record<string, unknown>>): string | undefined {
  const { user, safety_identifier: safety, metadata } = wire
  const named: unknown =
    user ?? safety ?? (typeof metadata === 'object' && metadata !== null ? Reflect.get(metadata, 'user_id') : undefined)
  if (typeof named !== 'string' || named === '') return undefined
  return named.length <= longestEndUser ? named : Buffer.from(named.slice(0, longestEndUser)).toString()
}
