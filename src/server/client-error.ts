import type { Duplex } from 'node:stream'
import type { GatewayError } from '../exchange/error.js'
import { endWithError } from '../realtime/raw-reply.js'
import type { Gateway } from './gateway.js'
import { sendError } from './middleware/render-errors.js'

/** So long a client that is refused may still send, unheard, before it is cut off: reset at once it might not read why. */
const lingerMs = 1000

/**
 * Answers what node's parser refused: too large a header block (431), too slow a client (408), ambiguous or broken HTTP (400). The
 * connection closes. Where a reply is under way on it nothing is written into that: the connection is cut.
 */
export function answerUnreadable({ connections, relay }: Pick<Gateway, 'connections' | 'relay'>) {
  return (thrown: Error & { code?: string }, socket: Duplex): void => {
    const connection = connections.of(socket)
    if (connection?.refused === true) return
    if (connection === undefined || !socket.writable || thrown.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    connection.refused = true
    const { running } = connection
    const error = errors[thrown.code ?? ''] ?? broken
    if (running === undefined) {
      endWithError(socket, relay.newId('req_'), error)
      const timer = setTimeout(() => socket.destroy(), lingerMs)
      socket.once('close', () => {
        clearTimeout(timer)
      })
    } else if (running.req.complete || running.res.headersSent) socket.destroy()
    // It is this request's own body.
    else sendError(running, error)
  }
}

const broken: GatewayError = { kind: 'invalid_request', message: 'This is not valid HTTP.' }

const errors: Readonly<Record<string, GatewayError>> = {
  HPE_HEADER_OVERFLOW: { kind: 'invalid_request', message: 'The headers of the request are too large.', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { kind: 'request_too_large', message: 'The chunk extensions of the body are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'request_timeout', message: 'The request was not complete in time.' },
}
