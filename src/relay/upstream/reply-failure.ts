import type { UpstreamHalf } from '../../dialects/dialect.js'
import { clientDialects } from '../../dialects/registry.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure, type GatewayError } from '../../exchange/error.js'
import type { Provider } from '../../providers/provider.js'
import type { UpstreamReplyHeaders } from './upstream-client.js'
import { retryAfterMs, withoutSecrets } from './upstream-failure.js'
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
  const text = withoutSecrets(body.toString('utf8'), secretsOf(provider))
  const decoded = upstream.decodeError(status, headers, text)
  const waitMs = retryAfterMs(headers, now)
  const error = { ...decoded, ...(waitMs === undefined ? {} : { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }) }
  const failure = new RelayedFailure(error)
  failure.retryAfterMs = waitMs
  if (clientDialect === undefined || upstream.name !== clientDialect) return failure
  const { facts } = clientDialects[clientDialect]
  const wire = facts.errorStatus(error) === status ? parseObject(text) : undefined
  if (wire !== undefined && facts.isOwnError(wire)) failure.body = Buffer.from(text)
  return failure
}

/** The same error without the provider's secrets, wherever its words are (promises P38). */
export function withoutSecretsOf(provider: Provider, error: GatewayError): GatewayError {
  const text = JSON.stringify(error)
  const clean = withoutSecrets(
    text,
    secretsOf(provider).map((secret) => JSON.stringify(secret).slice(1, -1)),
  )
  return clean === text ? error : (JSON.parse(clean) as GatewayError)
}

/** The key, what the kind knows beside it, and the values of the operator's own headers. */
function secretsOf({ settings, kind }: Provider): string[] {
  const values = [
    settings.api_key,
    ...(kind.secrets?.(settings) ?? []),
    ...Object.values(settings.headers).filter((value) => value.length >= 8),
  ]
  return values.filter((value) => value !== undefined)
}
