import type { UpstreamHalf, WireObject } from '../../dialects/dialect.js'
import type { ChatDialect } from '../../exchange/dialect-name.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import { attempt } from './attempt.js'
import type { GatewayRequest } from '../gateway-request.js'
import { failureOfReply } from './reply-failure.js'
import { replyObject, unreadable } from '../conversation/whole-reply.js'
import type { RelayServices } from '../services.js'
import type { UpstreamReplyHeaders } from './upstream-handler.js'
import { upstreamHeaders } from './upstream-headers.js'
import { upstreamRequest } from './upstream-request.js'

/** A request that a provider answers with one JSON object: stored responses, token counts. */
export interface JsonQuestion {
  readonly endpoint: Endpoint
  /** The provider's dialect, for headers and errors. */
  readonly upstream: UpstreamHalf
  /** The client's dialect. Where it is the provider's, version and beta headers are passed on, and errors are relayed unchanged. */
  readonly client: ChatDialect
  readonly body?: Buffer | string
}

export interface JsonAnswer {
  readonly json: WireObject
  readonly bytes: Buffer
  readonly headers: UpstreamReplyHeaders
}

/** Sends it to one provider. `undefined`: the client has disconnected. A failure of the provider is returned, not thrown. */
export async function askProvider(
  services: RelayServices,
  request: GatewayRequest,
  target: RoutedTarget,
  question: JsonQuestion,
): Promise<JsonAnswer | GatewayFailure | undefined> {
  const { endpoint, upstream, client, body } = question
  const { 'content-type': contentType, ...headers } = upstreamHeaders(upstream.name, request, upstream.name === client, false)
  const withType = body === undefined || contentType === undefined ? headers : { ...headers, 'content-type': contentType }
  const result = await attempt({
    request,
    client: services.client,
    deadlines: services.deadlines,
    outgoing: await upstreamRequest(target.provider, endpoint, withType, body, request),
    times: target.times ?? services.timeouts,
    bodyLimit: services.limits.upstream_body_bytes,
  })
  if (result.type === 'client-left' || result.type === 'streamed') return undefined
  if (result.type === 'failed') {
    const failed = new GatewayFailure(result.error)
    // The gateway has no memory for the answer: to ask again would not help, and the provider has not failed.
    if (result.error.givenUp === true) throw failed
    return failed
  }
  const failure = failureOfReply(upstream, result, client, target.provider, services.now())
  if (failure !== undefined) return failure
  const json = await replyObject(result.body)
  if (json === undefined) return unreadable()
  const error = upstream.readErrorInReply(json)
  if (error !== undefined) return new GatewayFailure(maskOf(target.provider).cleanValue(error))
  return { json, bytes: result.body, headers: result.headers }
}
