import type { IncomingHttpHeaders } from 'node:http'
import { upstreamDialects } from '../../dialects/registry.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { UpstreamReplyHeaders } from './upstream-client.js'

const userAgent = 'anywire/0.1'

/**
 * The headers of an upstream request but for the credentials: an allow-list (promises P49). `relayed`: the client speaks the same
 * style, so its own version and beta headers go along.
 */
export function upstreamHeaders(
  dialect: UpstreamDialect,
  request: GatewayRequest,
  relayed: boolean,
  stream: boolean,
): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: stream ? 'text/event-stream, application/json' : 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
  }
  const incoming = request.incoming.headers
  if (typeof incoming.traceparent === 'string') headers.traceparent = incoming.traceparent
  const { version, betaHeaders } = upstreamDialects[dialect].facts
  if (version !== undefined) headers[version.name] = (relayed ? firstOf(incoming, version.clientHeaders) : undefined) ?? version.own
  if (!relayed) return headers
  for (const name of betaHeaders) {
    const value = text(incoming[name])
    if (value !== undefined) headers[name] = value
  }
  return headers
}

function firstOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = text(headers[name])
    if (value !== undefined) return value
  }
  return undefined
}

function text(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

/**
 * What of a provider's reply headers the client may see: its rate-limit information under names of its own (promises P49). `beside`:
 * what the gateway says itself.
 */
export function passedHeaders(headers: UpstreamReplyHeaders, beside: Readonly<Record<string, string>> = {}): Record<string, string> {
  const passed: Record<string, string> = { ...beside }
  for (const name in headers) {
    if (!name.startsWith('x-ratelimit-') && !name.startsWith('anthropic-ratelimit-')) continue
    const value = headers[name]
    if (typeof value === 'string' && printable.test(value)) passed[`x-upstream-${name.startsWith('x-') ? name.slice(2) : name}`] = value
  }
  return passed
}

const printable = /^[\x20-\x7e]*$/
