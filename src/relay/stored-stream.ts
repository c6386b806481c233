import { responsesDialect } from '../dialects/responses/index.js'
import type { GatewayFailure } from '../exchange/error.js'
import type { Endpoint } from '../providers/provider.js'
import type { RoutedTarget } from '../routing/target.js'
import type { GatewayRequest } from './gateway-request.js'
import { finishStream, run } from './conversation/run.js'
import { playReply, type OpenedStream } from './conversation/play-reply.js'
import { framesOfBody } from './conversation/whole-reply.js'
import { frameText } from './stream/frame-reader.js'
import { RelayPipe } from './stream/relay-pipe.js'
import { failureOfReply } from './upstream/reply-failure.js'
import type { RelayServices } from './services.js'
import { upstreamHeaders } from './upstream/upstream-headers.js'
import { upstreamRequest } from './upstream/upstream-request.js'

/** Relays the events of a response that its provider keeps, future ones included. */
export async function relayStoredStream(
  services: RelayServices,
  request: GatewayRequest,
  target: RoutedTarget,
  endpoint: Endpoint,
): Promise<GatewayFailure | undefined> {
  const { 'content-type': _none, ...headers } = upstreamHeaders('responses', request, true, true)
  const outgoing = await upstreamRequest(target.provider, endpoint, headers, undefined, request)
  const open = (): OpenedStream => ({
    pipe: new RelayPipe({
      tap: responsesDialect.createStreamTap(),
      endsAtMark: true,
      frameLimit: services.limits.sse_frame_bytes,
      whole: { limit: services.limits.sse_frame_bytes, frames: (body) => framesOfBody(responsesDialect, body) },
      failure: (error) => responsesDialect.encodeStreamError(error, request.id),
      rewrite: (frame) => {
        const data = responsesDialect.relayedEvent?.(frame.data)
        return data === undefined ? undefined : frameText(frame.event, data)
      },
    }),
    headers: {},
    framing: 'sse',
    heartbeat: responsesDialect.facts.heartbeat,
  })
  const result = await run(services, request, target, outgoing, true, open)
  if (result.type !== 'reply') return finishStream(request, result)
  const failure = failureOfReply(responsesDialect, result, 'responses', target.provider, services.now())
  return failure ?? playReply(request, target, open(), result)
}
