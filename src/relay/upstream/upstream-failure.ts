import type { GatewayError } from '../../exchange/error.js'
import type { UpstreamFailure, UpstreamReplyHeaders } from './upstream-client.js'

/** What the client is told when an upstream request did not get as far as an HTTP reply, or its connection broke. Names no address. */
export function failureOfConnection(failure: UpstreamFailure): GatewayError {
  switch (failure.type) {
    case 'connect':
      return { kind: 'upstream_unavailable', message: 'The provider cannot be reached.', unreached: true }
    case 'disconnected':
      return { kind: 'upstream_disconnected', message: 'The provider broke the connection before the answer was complete.' }
    case 'invalid':
      return { kind: 'upstream_invalid', message: 'The provider sent something that is not a readable HTTP reply.' }
  }
}

export function timedOut(message: string): GatewayError {
  return { kind: 'upstream_timeout', message }
}

/** Milliseconds to wait as the provider says: `retry-after-ms`, `retry-after` in seconds or as an HTTP date. `now` in milliseconds since the epoch. */
export function retryAfterMs(headers: UpstreamReplyHeaders, now: number): number | undefined {
  const milliseconds = Number(single(headers['retry-after-ms']))
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return milliseconds
  const text = single(headers['retry-after'])
  if (text === undefined) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** `undefined` for an absent or empty header. */
function single(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value
  return text === undefined || text.trim() === '' ? undefined : text.trim()
}

/** Takes secrets out of text that goes to a client or a log. */
export function withoutSecrets(text: string, secrets: readonly (string | undefined)[]): string {
  let clean = text
  for (const secret of secrets)
    if (secret !== undefined && secret.length >= 4 && clean.includes(secret)) clean = clean.replaceAll(secret, '[removed]')
  return clean
}
