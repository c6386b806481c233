import { GatewayFailure } from '../exchange/error.js'
import type { OperationHandler } from './operation.js'

/** A request without a WebSocket upgrade; handshakes never get here. */
export const connectRealtime: OperationHandler<'connectRealtime'> = () => {
  throw new GatewayFailure({
    kind: 'invalid_request',
    message: 'This is a WebSocket: open it with a handshake (Upgrade: websocket).',
    param: 'Upgrade',
  })
}
