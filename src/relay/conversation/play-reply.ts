import { GatewayFailure } from '../../exchange/error.js'
import type { RoutedTarget } from '../../routing/target.js'
import { maskOf } from '../../secrets/provider-secrets.js'
import type { GatewayRequest } from '../gateway-request.js'
import { sendFrames } from '../reply.js'
import { failed, type PipeOutput, type ReplyPipe } from '../stream/stream-pipe.js'
import type { AttemptResult } from '../upstream/attempt.js'
import { dropBody } from '../upstream/collected-bytes.js'
import { passedHeaders } from '../upstream/upstream-headers.js'
import { readable, unreadable } from './whole-reply.js'

/** How a stream is written to the client. */
export interface OpenedStream {
  readonly pipe: ReplyPipe
  readonly headers: Readonly<Record<string, string>>
  readonly framing: 'sse' | 'json-array'
  readonly heartbeat: string
}

/** Streams a whole reply, which some providers return although a stream was requested. A failure where the body is not a reply. */
export function playReply(
  request: GatewayRequest,
  { provider }: RoutedTarget,
  { pipe, framing, headers }: OpenedStream,
  { body, headers: replyHeaders }: Extract<AttemptResult, { type: 'reply' }>,
): GatewayFailure | undefined | Promise<GatewayFailure | undefined> {
  request.record.streams(pipe)
  const send = ({ output, ended }: PipeOutput): GatewayFailure | undefined => {
    if (ended !== undefined && ended !== 'complete') {
      dropBody(body)
      return new GatewayFailure(maskOf(provider).cleanValue(ended))
    }
    sendFrames(request, output, framing, passedHeaders(provider, replyHeaders, headers))
    return undefined
  }
  const played = readable(() => pipe.play(body))
  if (played instanceof Promise) return played.catch(() => failed(unreadable().error)).then(send)
  return send(played instanceof GatewayFailure ? failed(played.error) : played)
}
