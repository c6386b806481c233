import { GatewayFailure } from '../../exchange/error.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { GatewayRequest } from '../gateway-request.js'
import { sendFrames } from '../reply.js'
import type { StreamPipe } from '../stream/stream-pipe.js'
import type { AttemptResult } from '../upstream/attempt.js'
import { passedHeaders } from '../upstream/upstream-headers.js'
import { isJson, readable, unreadable } from './whole-reply.js'

/** How a stream is written to the client. */
export interface OpenedStream {
  readonly pipe: StreamPipe
  readonly headers: Readonly<Record<string, string>>
  readonly framing: 'sse' | 'json-array'
  readonly heartbeat: string
}

/** Streams a whole reply, which some providers return although a stream was requested. Returns a failure where the body is not a reply. */
export function playReply(
  request: GatewayRequest,
  { provider }: RoutedTarget,
  { pipe, framing, headers }: OpenedStream,
  { body, headers: replyHeaders }: Extract<AttemptResult, { type: 'reply' }>,
): GatewayFailure | undefined {
  if (!isJson(body)) return unreadable()
  request.record.streams(pipe)
  const last = readable(() => {
    const first = pipe.push(body)
    return first.ended === undefined ? pipe.end() : first
  })
  if (last instanceof GatewayFailure) return last
  const { output, ended } = last
  if (ended !== undefined && ended !== 'complete') return new GatewayFailure(maskOf(provider).cleanValue(ended))
  sendFrames(request, output, framing, passedHeaders(provider, replyHeaders, headers))
  return undefined
}
