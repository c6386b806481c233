import type { IncomingHttpHeaders } from 'node:http'
import { headerText } from '../../access/request-head.js'
import { upstreamDialects } from '../../dialects/registry.js'
import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { Provider } from '../../providers/provider.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { UpstreamReplyHeaders } from './upstream-handler.js'

export const userAgent = 'anywire/0.1'

/**
 * The headers of an upstream request without the credentials: an allow-list. `relayed`: the client has the same
 * dialect, so its version and beta headers are passed on.
 */
export function upstreamHeaders(
  dialect: UpstreamDialect,
  request: { readonly incoming: { readonly headers: IncomingHttpHeaders } },
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
  if (typeof incoming.traceparent === 'string' && !isOfConnection('traceparent', incoming)) headers.traceparent = incoming.traceparent
  const { version, betaHeaders } = upstreamDialects[dialect].facts
  if (version !== undefined) headers[version.name] = (relayed ? firstOf(incoming, version.clientHeaders) : undefined) ?? version.own
  if (!relayed) return headers
  for (const name of betaHeaders) {
    const value = headerText(incoming[name])
    if (value !== undefined && !isOfConnection(name, incoming)) headers[name] = value
  }
  return headers
}

function firstOf(headers: IncomingHttpHeaders, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headerText(headers[name])
    if (value !== undefined && !isOfConnection(name, headers)) return value
  }
  return undefined
}

/** Most headers, and their bytes, that are passed on: some clients' parsers accept only a few kilobytes. */
const [mostPassed, mostPassedBytes] = [32, 4096]

/**
 * The provider's reply headers for the client: only its rate limits, under names of their own, limited in size, without
 * secrets and without headers of the connection. `beside`: the gateway's own headers.
 */
export function passedHeaders(
  provider: Provider,
  headers: UpstreamReplyHeaders,
  beside: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const passed: Record<string, string> = { ...beside }
  let count = 0
  let bytes = 0
  for (const name in headers) {
    if (!tellsRateLimit(name)) continue
    const value = headers[name]
    if (typeof value !== 'string' || !printable.test(value) || isOfConnection(name, headers)) continue
    bytes += name.length + value.length
    if (count === mostPassed || bytes > mostPassedBytes) break
    if (holdsSecret(provider, name) || holdsSecret(provider, value)) continue
    passed[`x-upstream-${name.startsWith('x-') ? name.slice(2) : name}`] = value
    count++
  }
  return passed
}

const rateLimitHeaders = [...new Set(Object.values(upstreamDialects).map(({ facts }) => facts.rateLimitHeaders))]

function tellsRateLimit(name: string): boolean {
  for (const beginning of rateLimitHeaders) if (name.startsWith(beginning)) return true
  return false
}

const printable = /^[\x20-\x7e]*$/

/** Whether `Connection` lists this header. */
export function isOfConnection(name: string, { connection }: UpstreamReplyHeaders | IncomingHttpHeaders): boolean {
  // The usual values name no header.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return false
  return String(connection)
    .split(',')
    .some((listed) => listed.trim().toLowerCase() === name)
}

function holdsSecret(provider: Provider, text: string): boolean {
  return maskOf(provider).clean(text) !== text
}
