import { WebSocket } from 'ws'
import { parseObject, type JsonObject } from '../../json/object.js'
import type { TestTarget } from '../target.js'

const path = '/v1/realtime'
/** A server that sends more is not read on. */
const [mostEvents, mostBytes, largestEvent] = [20_000, 32 * 1024 * 1024, 16 * 1024 * 1024]

export interface OpenOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: readonly string[]
}

/** What a handshake ended in. */
export type Opened =
  | { readonly kind: 'open'; readonly session: RealtimeSession }
  | { readonly kind: 'refused'; readonly status: number; readonly body: string }
  | { readonly kind: 'failed'; readonly reason: string }

/** One session under test. */
export class RealtimeSession {
  #events: (JsonObject | undefined)[] = []
  #taken = 0
  #bytes = 0
  #wake: () => void = () => undefined
  #closed = false

  private constructor(
    private readonly socket: WebSocket,
    private readonly timeoutMs: number,
  ) {
    socket.on('message', (data, binary) => {
      const text = Buffer.isBuffer(data) ? data.toString('utf8') : ''
      this.#bytes += text.length
      this.#events.push(binary ? undefined : parseObject(text))
      if (this.#events.length > mostEvents || this.#bytes > mostBytes) socket.terminate()
      this.#wake()
    })
    socket.on('close', () => {
      this.#closed = true
      this.#wake()
    })
    socket.on('error', () => undefined)
  }

  static open({ base, timeoutMs }: TestTarget, model: string, { headers = {}, protocols = [] }: OpenOptions): Promise<Opened> {
    const url = `${base.replace(/^http/, 'ws')}${path}?model=${encodeURIComponent(model)}`
    const socket = new WebSocket(url, [...protocols], {
      headers,
      handshakeTimeout: Math.min(timeoutMs, 30_000),
      maxPayload: largestEvent,
      followRedirects: false,
    })
    const session = new RealtimeSession(socket, timeoutMs)
    return new Promise((resolve) => {
      socket.once('open', () => {
        resolve({ kind: 'open', session })
      })
      socket.once('error', (error) => {
        resolve({ kind: 'failed', reason: error.message })
      })
      socket.once('unexpected-response', (request, reply) => {
        let body = ''
        reply.on('data', (chunk: Buffer) => {
          if (body.length < 16_384) body += chunk.toString('utf8')
          else request.destroy()
        })
        reply.once('close', () => {
          resolve({ kind: 'refused', status: reply.statusCode ?? 0, body })
        })
      })
    })
  }

  /** The subprotocol that the server has chosen. */
  get protocol(): string {
    return this.socket.protocol
  }

  send(event: JsonObject): void {
    this.socket.send(JSON.stringify(event))
  }

  /** The events from the last call on, up to the first of one of these types; without it where the session ends before, or the time does. */
  async until(...types: readonly string[]): Promise<readonly (JsonObject | undefined)[]> {
    const endsAt = performance.now() + this.timeoutMs
    const from = this.#taken
    for (;;) {
      while (this.#taken < this.#events.length) {
        const event = this.#events[this.#taken]
        this.#taken++
        if (types.includes(String(event?.['type']))) return this.#events.slice(from, this.#taken)
      }
      const left = endsAt - performance.now()
      if (this.#closed || left <= 0) return this.#events.slice(from, this.#taken)
      await this.#next(left)
    }
  }

  #next(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  close(): void {
    this.socket.terminate()
  }
}
