import type { OutgoingHttpHeaders } from 'node:http'

/**
 * What a reply is written to: an HTTP response, or something that stands in for one (a WebSocket). Only what the relay uses.
 */
export interface ReplySink {
  /** Headers are out. */
  readonly headersSent: boolean
  /** Before the head is written. */
  setHeader(name: string, value: string): unknown
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown
  flushHeaders(): void
  /** `false`: the other side does not keep up; `drain` tells when it does again. */
  write(data: Buffer | string): boolean
  end(data?: Buffer | string): unknown
  /** Text of one byte a character. */
  end(data: string, encoding: 'latin1'): unknown
  destroy(): unknown
  once(event: 'drain', listener: () => void): unknown
  off(event: 'drain', listener: () => void): unknown
}
