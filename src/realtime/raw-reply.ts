import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { encodeOpenAIError } from '../dialects/openai-error.js'
import type { GatewayError } from '../exchange/error.js'

/** Writes an error to a connection for which Node has no response object, and ends it. */
export function endWithError(socket: Duplex, id: string, error: GatewayError, more: Readonly<Record<string, string>> = {}): void {
  const { status, headers, body } = encodeOpenAIError(error)
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    ...more,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': id,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`)
}
