import { GatewayFailure } from '../../exchange/error.js'
import type { GatewayRequest } from '../../relay/gateway-request.js'
import type { ModelServices } from '../operation.js'

/**
 * Earlier turns count like a body that the client sends: against its limit, and against the memory for bodies, before they are loaded.
 * Throws `GatewayFailure`.
 */
export function takeHistory(request: GatewayRequest, { relay }: ModelServices, historyBytes: number): void {
  const most = relay.limits.body_bytes
  if (historyBytes + (request.body?.bytes.length ?? 0) > most)
    throw new GatewayFailure({
      kind: 'request_too_large',
      message: `With the conversation before it (${historyBytes} bytes) the request is larger than ${most} bytes. Begin a new conversation, or send what of it matters as input.`,
      param: 'previous_response_id',
    })
  // As texts, as values, and in the request that is made from them.
  request.lease.hold(historyBytes * 3)
}
