import { EventEmitter } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { WebSocket } from 'ws'
import { eventsOfResponse } from '../dialects/responses/reply/reply-events.js'
import { budgetHeader } from '../exchange/short-budget.js'
import { EventStreamReader } from '../relay/stream/event-stream-reader.js'
import type { FrameBatch } from '../relay/stream/frame-reader.js'
import type { ReplySink } from '../relay/reply-sink.js'
import { parseObject } from '../json/object.js'

/** Headers of an error that its message repeats. */
const told: ReadonlySet<string> = new Set(['retry-after', 'x-should-retry', budgetHeader])

/** More bytes waiting for the client than the first number pause the provider; below the second it is resumed. */
export const [fullBytes, roomBytes] = [512 * 1024, 128 * 1024]

export interface SocketReplyOptions {
  readonly socket: WebSocket
  readonly frameLimit: number
  /** The client's name for this request, repeated in each of its events. */
  readonly streamId?: string
  /** Called when a message was given to the connection. */
  readonly onQueued?: () => void
  /** Called when a message has been sent. */
  readonly onSent?: () => void
}

/**
 * Takes the place of an HTTP response for a request over a WebSocket: each event of a stream is sent as one message, a whole response as
 * the events of its stream, an error as an `error` message with its status.
 */
export class SocketReply extends EventEmitter implements ReplySink {
  headersSent = false
  statusCode = 200
  /** Whether the client has disconnected. */
  destroyed = false
  writableFinished = false
  closed = false
  /** As for an HTTP response: the request was read completely, since it was one message. */
  readonly req = { complete: true }
  readonly #reader: EventStreamReader
  readonly #headers = new Map<string, string>()
  #events = false
  #full = false

  constructor(private readonly options: SocketReplyOptions) {
    super()
    this.#reader = new EventStreamReader(options.frameLimit)
  }

  setHeader(name: string, value: number | string | readonly string[]): void {
    this.#headers.set(name.toLowerCase(), String(value))
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): this {
    this.headersSent = true
    this.statusCode = status
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) this.setHeader(name, value)
    this.#events = this.#headers.get('content-type')?.startsWith('text/event-stream') === true
    return this
  }

  flushHeaders(): void {
    // Headers alone are not a message.
  }

  write(data: Buffer | string): boolean {
    if (this.destroyed) return true
    if (this.#events) this.#sendFrames(this.#reader.push(toBuffer(data)))
    if (this.options.socket.bufferedAmount <= fullBytes) return true
    this.#full = true
    return false
  }

  end(text?: Buffer | string, encoding?: 'latin1'): this {
    if (this.writableFinished || this.destroyed) return this
    const data = typeof text === 'string' && encoding === 'latin1' ? Buffer.from(text, 'latin1') : text
    if (this.#events) {
      if (data !== undefined) this.#sendFrames(this.#reader.push(toBuffer(data)))
      this.#sendFrames(this.#reader.end())
    } else this.#sendWhole(data === undefined ? '' : data.toString())
    this.writableFinished = true
    this.#close()
    return this
  }

  /** The relay ends the reply early. */
  destroy(): this {
    this.options.socket.terminate()
    this.leave()
    return this
  }

  /** The connection has closed. */
  leave(): void {
    if (this.writableFinished) return
    this.destroyed = true
    this.#close()
  }

  #close(): void {
    if (this.closed) return
    this.closed = true
    this.emit('close')
  }

  #sendFrames({ frames }: FrameBatch): void {
    for (const { data } of frames) if (data !== '' && data !== '[DONE]') this.#send(data)
  }

  #sendWhole(text: string): void {
    const value = parseObject(text) ?? {}
    if (this.statusCode < 400) {
      for (const event of eventsOfResponse(value)) this.#send(JSON.stringify(event))
      return
    }
    const headers = Object.fromEntries([...this.#headers].filter(([name]) => told.has(name)))
    const error = typeof value['error'] === 'object' ? value['error'] : { message: 'The request failed.' }
    const more = Object.keys(headers).length === 0 ? {} : { headers }
    this.#send(JSON.stringify({ type: 'error', status: this.statusCode, error, ...more }))
  }

  #send(text: string): void {
    const { socket, streamId } = this.options
    const named = streamId === undefined ? text : `{"stream_id":${JSON.stringify(streamId)},${text.slice(text.indexOf('{') + 1)}`
    socket.send(named, { binary: false }, this.#onSent)
    this.options.onQueued?.()
  }

  readonly #onSent = (): void => {
    this.options.onSent?.()
    if (!this.#full || this.options.socket.bufferedAmount > roomBytes) return
    this.#full = false
    this.emit('drain')
  }
}

function toBuffer(data: Buffer | string): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : data
}
