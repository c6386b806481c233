import type { UpstreamHalf } from '../../dialects/dialect.js'
import { clientDialects } from '../../dialects/registry.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import { headerWaitMs, wholeSeconds } from '../../exchange/retry-after.js'
import type { Provider } from '../../providers/provider.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { UpstreamReplyHeaders } from './upstream-client.js'
import { parseObject } from '../../json/object.js'

/** A provider's refusal in the client's own style, passed on as the bytes it came in. */
export class RelayedFailure extends GatewayFailure {
  body: Buffer | undefined
  /** What the provider asked to wait, as exactly as it said it. */
  retryAfterMs: number | undefined
}

/**
 * The failure that a whole reply means; `undefined` for a 2xx. The message is the provider's, secrets removed; the body goes on
 * as it is where the client speaks the same style, the shape is that style's own, and promises §0 lets the status through.
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
  const decoded = mask.cleanValue(upstream.decodeError(status, headers, text))
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

/** More of an error's body is not read: errors are short. */
const mostErrorBytes = 256 * 1024
