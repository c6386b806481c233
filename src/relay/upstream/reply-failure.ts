import type { UpstreamHalf } from '../../dialects/dialect.js'
import { clientDialects } from '../../dialects/registry.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import { headerWaitMs, wholeSeconds } from '../../exchange/retry-after.js'
import type { Provider } from '../../providers/provider.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import { mostErrorBytes } from './reply-bounds.js'
import type { UpstreamReplyHeaders } from './upstream-handler.js'
import { parseObject } from '../../json/object.js'

/** A provider's error in the client's own dialect, relayed unchanged. */
export class RelayedFailure extends GatewayFailure {
  body: Buffer | undefined
  /** The provider's time to wait, as precise as its header. */
  retryAfterMs: number | undefined
}

/**
 * The failure of a whole reply; `undefined` for a 2xx. The message is the provider's, with secrets masked; the body is relayed
 * where the client has the same dialect, the body has that dialect's error format, and the gateway has the same status for the error.
 */
export function failureOfReply(
  upstream: UpstreamHalf,
  reply: { readonly status: number; readonly headers: UpstreamReplyHeaders; readonly body: Buffer },
  clientDialect: ChatDialect | undefined,
  provider: Provider,
  now: number,
): GatewayFailure | undefined {
  const { status, headers, body } = reply
  if (status >= 200 && status < 300)
    return status === 204 || status === 205
      ? new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered without a body.' })
      : undefined
  if (status < 400)
    return new GatewayFailure({ kind: 'upstream_invalid', message: 'The provider answered with a redirect; redirects are not followed.' })
  const mask = maskOf(provider)
  const text = mask.clean(body.toString('utf8', 0, mostErrorBytes))
  const decoded = mask.cleanValue(ownSignIn(provider, status, upstream.decodeError(status, headers, text)))
  const waitMs = headerWaitMs(headers, now)
  const retryAfterSeconds = wholeSeconds(waitMs)
  const error = retryAfterSeconds === undefined ? decoded : { ...decoded, retryAfterSeconds }
  const failure = new RelayedFailure(error)
  failure.retryAfterMs = waitMs
  if (clientDialect === undefined || upstream.name !== clientDialect) return failure
  const { facts } = clientDialects[clientDialect]
  const wire = facts.errorStatus(error) === status ? parseObject(text) : undefined
  if (wire !== undefined && facts.isOwnError(wire)) failure.body = Buffer.from(text)
  return failure
}

/** A refused sign-in is the client's own where it sent one: it signs in anew at a 401, which no other target can replace. */
function ownSignIn({ settings }: Provider, status: number, error: GatewayError): GatewayError {
  return settings.auth === 'client' && error.kind === 'upstream_auth' ? { ...error, kind: 'invalid_api_key', status } : error
}
