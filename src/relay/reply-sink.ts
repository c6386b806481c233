import type { OutgoingHttpHeaders } from 'node:http'
import type { ToldLimits } from '../access/limit-headers.js'

/**
 * The part of an HTTP response that the relay uses. A reply over a WebSocket implements it too.
 */
export interface ReplySink {
  /** Whether the headers are sent. */
  readonly headersSent: boolean
  readonly destroyed: boolean
  /** Quotas of the caller. Their headers are written with the head. */
  limits?: ToldLimits | undefined
  /** Only before the headers are sent. */
  setHeader(name: string, value: string): unknown
  /** May add to `headers`. */
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown
  flushHeaders(): void
  /** `false`: the client reads too slowly; wait for `drain`. */
  write(data: Buffer | string): boolean
  end(data?: Buffer | string): unknown
  /** Text of one byte a character. */
  end(data: string, encoding: 'latin1'): unknown
  destroy(): unknown
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain', listener: () => void): unknown
}
