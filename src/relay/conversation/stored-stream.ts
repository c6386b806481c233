import type { Dialect } from '../../dialects/dialect.js'
import type { GatewayFailure } from '../../exchange/error.js'
import type { Endpoint } from '../../providers/provider.js'
import type { RoutedTarget } from '../../routing/target.js'
import type { GatewayRequest } from '../gateway-request.js'
import { finishStream, run } from './run.js'
import { playReply, type OpenedStream } from './play-reply.js'
import { framesOfBody } from './whole-reply.js'
import { frameText } from '../stream/frame-reader.js'
import { RelayPipe } from '../stream/relay-pipe.js'
import { failureOfReply } from '../upstream/reply-failure.js'
import type { RelayServices } from '../services.js'
import { upstreamHeaders } from '../upstream/upstream-headers.js'
import { upstreamRequest } from '../upstream/upstream-request.js'

/** Relays the events of a reply that its provider keeps, future ones included. */
export async function relayStoredStream(
  services: RelayServices,
  request: GatewayRequest,
  target: RoutedTarget,
  endpoint: Endpoint,
  dialect: Dialect,
): Promise<GatewayFailure | undefined> {
  const { 'content-type': _none, ...headers } = upstreamHeaders(dialect.name, request, true, true)
  const outgoing = await upstreamRequest(target.provider, endpoint, headers, undefined, request)
  const open = (): OpenedStream => ({
    pipe: new RelayPipe({
      tap: dialect.createStreamTap(),
      endsAtMark: dialect.facts.endsAtMark,
      frameLimit: services.limits.sse_frame_bytes,
      memory: request.lease,
      whole: { limit: services.limits.sse_frame_bytes, frames: (body) => framesOfBody(dialect, body) },
      failure: (error) => dialect.encodeStreamError(error, request.id),
      rewrite: (frame) => {
        const data = dialect.relayedEvent?.(frame.data)
        return data === undefined ? undefined : frameText(frame.event, data)
      },
    }),
    headers: {},
    framing: 'sse',
    heartbeat: dialect.facts.heartbeat,
  })
  const result = await run(services, request, target, outgoing, true, open)
  if (result.type !== 'reply') return finishStream(request, result)
  const failure = failureOfReply(dialect, result, dialect.name, target.provider, services.now())
  return failure ?? playReply(request, target, open(), result)
}
