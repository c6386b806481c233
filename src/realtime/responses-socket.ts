import type { RawData, WebSocket } from 'ws'
import type { Holding } from '../access/holding.js'
import type { WireObject } from '../dialects/dialect.js'
import { responsesDialect } from '../dialects/responses/index.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { Deadlines } from '../relay/deadlines.js'
import { closeSoon, closeUnread } from './close-soon.js'
import { keepAlive, type KeepAlive } from './keep-alive.js'
import { MessagePace, tooManyMessages } from './message-pace.js'
import type { OpenSocket, OpenSockets } from './open-sockets.js'
import { SocketMemory, type CarriedSocket } from './socket-memory.js'
import { fullBytes, roomBytes, SocketReply } from './socket-reply.js'
import { defined } from '../json/object.js'
import { messageBytes } from './flow.js'

export interface ResponsesSocketOptions {
  readonly tokenId: string
  readonly sockets: OpenSockets
  readonly deadlines: Deadlines
  readonly idleMs: number
  /** Memory of the caller for this connection. */
  readonly holding: Holding
  readonly frameLimit: number
  /** Parses a message under the limits of a request's body. Throws or rejects with `GatewayFailure`. */
  readonly read: (message: Buffer) => WireObject | Promise<WireObject>
  /** Answers one `response.create`; errors are written to the reply. */
  readonly answer: (wire: WireObject, reply: SocketReply) => Promise<void>
  /** Whether the token is still valid. */
  readonly allowed: () => boolean
}

interface Message {
  readonly bytes: Buffer
  readonly binary: boolean
}

/** Messages, and their bytes, that may be queued before the client is paused. */
const [mostWaiting, mostWaitingBytes] = [16, 1024 * 1024]

/**
 * Responses over a WebSocket: `{"type": "response.create", …request}` in, the events of the stream out, one a message, one
 * request after the other. An error is an `error` message; the connection stays open.
 */
export function serveResponses(client: CarriedSocket, options: ResponsesSocketOptions): OpenSocket {
  return new ResponsesConnection(client, options).open
}

class ResponsesConnection {
  readonly open: OpenSocket
  readonly #socket: WebSocket
  readonly #alive: KeepAlive
  readonly #memory: SocketMemory
  readonly #pace = new MessagePace()
  readonly #waiting: Message[] = []
  #waitingBytes = 0
  /** The request that is being answered. */
  #running: SocketReply | undefined
  #turning = false
  /** Continues when a client that did not read has read enough. */
  #onRoom: (() => void) | undefined

  constructor(
    client: CarriedSocket,
    private readonly options: ResponsesSocketOptions,
  ) {
    const { socket } = client
    this.#socket = socket
    this.open = { socket, tokenId: options.tokenId, idle: () => !this.#turning }
    this.#alive = keepAlive(socket, { deadlines: options.deadlines, idleMs: options.idleMs, busy: () => this.#turning })
    this.#memory = new SocketMemory(client, options.holding, ({ error }) => {
      this.#tell(error)
      closeUnread(socket, 1013, error.message)
    })
    socket.on('ping', this.#heard)
    socket.on('message', this.#receive)
    socket.once('close', this.#leave)
  }

  /** Whether a message or ping of the client is taken. */
  readonly #heard = (): boolean => {
    if (this.#socket.readyState !== this.#socket.OPEN) return false
    if (this.#pace.take()) return true
    closeUnread(this.#socket, 1008, tooManyMessages)
    return false
  }

  readonly #receive = (data: RawData, binary: boolean): void => {
    if (!this.#heard()) return
    const bytes = messageBytes(data)
    this.#waiting.push({ bytes, binary })
    this.#waitingBytes += bytes.length
    if (this.#waiting.length >= mostWaiting || this.#waitingBytes > mostWaitingBytes) this.#socket.pause()
    void this.#takeTurns()
  }

  readonly #leave = (): void => {
    this.#waiting.length = 0
    this.#running?.leave()
    this.#onRoom?.()
  }

  async #takeTurns(): Promise<void> {
    if (this.#turning) return
    this.#turning = true
    for (let message = this.#next(); message !== undefined; message = this.#next()) {
      try {
        await this.#serve(message)
      } catch (thrown) {
        this.#tell(thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' })
      }
      this.#running = undefined
      await this.#room()
    }
    this.#turning = false
    this.#alive.touch()
    this.options.sockets.settled(this.open)
  }

  #next(): Message | undefined {
    const socket = this.#socket
    const message = this.#waiting.shift()
    if (message === undefined || socket.readyState !== socket.OPEN) return undefined
    this.#waitingBytes -= message.bytes.length
    if (socket.isPaused && this.#waitingBytes <= mostWaitingBytes && this.#waiting.length < mostWaiting) socket.resume()
    return message
  }

  async #serve({ bytes, binary }: Message): Promise<void> {
    const { options } = this
    const socket = this.#socket
    if (binary) {
      this.#memory.taken(bytes.length)
      throw new GatewayFailure({ kind: 'invalid_request', message: 'Messages must be text.' })
    }
    const { type, stream_id: streamId, ...request } = await this.#read(bytes)
    if (socket.readyState !== socket.OPEN) return
    const name = typeof streamId === 'string' ? streamId : undefined
    if (type !== 'response.create') {
      this.#tell({ kind: 'invalid_request', message: 'Unknown message type; send response.create.', param: 'type' }, name)
      return
    }
    if (!options.allowed()) {
      this.#tell({ kind: 'invalid_api_key', message: 'The token is not valid.' }, name)
      closeSoon(socket, 1008, 'the token is not valid')
      return
    }
    this.#running = new SocketReply(
      defined({ socket, frameLimit: options.frameLimit, onQueued: this.#count, onSent: this.#onSent, streamId: name }),
    )
    await options.answer(request, this.#running)
  }

  async #read(bytes: Buffer): Promise<WireObject> {
    // Those of a large message are freed where it is refused.
    const { length } = bytes
    try {
      return await this.options.read(bytes)
    } finally {
      this.#memory.taken(length)
    }
  }

  #tell(error: GatewayError, streamId?: string): void {
    const { status, body } = responsesDialect.encodeError(error, '')
    const named = streamId === undefined ? {} : { stream_id: streamId }
    this.#socket.send(JSON.stringify({ type: 'error', status, ...named, ...body }), this.#onSent)
    this.#count()
  }

  /** What waits for the client is memory, too, once it is more than one that reads leaves. */
  readonly #count = (): void => {
    const waiting = this.#socket.bufferedAmount
    this.#memory.sending(waiting > fullBytes ? waiting : 0)
  }

  readonly #onSent = (): void => {
    this.#count()
    if (this.#socket.bufferedAmount <= roomBytes) this.#onRoom?.()
  }

  /** Waits for a client that does not read. */
  #room(): Promise<void> | undefined {
    if (this.#socket.bufferedAmount <= fullBytes) return undefined
    return new Promise((resolve) => {
      this.#onRoom = resolve
    })
  }
}
