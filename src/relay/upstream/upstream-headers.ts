import type { UpstreamDialect } from '../../exchange/dialect-name.js'
import type { GatewayRequest } from '../gateway-request.js'
import type { UpstreamReplyHeaders } from './upstream-client.js'

const userAgent = 'anywire/0.1'

/** Beta and version headers that belong to a style and go up with a relayed request. */
const styleHeaders: Readonly<Partial<Record<UpstreamDialect, readonly string[]>>> = {
  messages: ['anthropic-beta'],
  'chat-completions': ['openai-beta'],
  responses: ['openai-beta'],
}

/**
 * The headers of an upstream request but for the credentials: an allow-list (promises P49). `relayed`: the client speaks the same
 * style, so its own version and beta headers go along; otherwise `messages` is spoken in its 2023-06-01 version.
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
  if (dialect === 'messages')
    headers['anthropic-version'] = relayed
      ? (text(incoming['anthropic-version']) ?? text(incoming['provider-version']) ?? '2023-06-01')
      : '2023-06-01'
  if (!relayed) return headers
  for (const name of styleHeaders[dialect] ?? []) {
    const value = text(incoming[name])
    if (value !== undefined) headers[name] = value
  }
  return headers
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
