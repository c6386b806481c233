import type { Holding } from '../access/holding.js'
import type { WireObject } from '../dialects/dialect.js'
import { responsesDialect } from '../dialects/responses/index.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { Deadlines } from '../relay/deadlines.js'
import { closeSoon, closeUnread } from './close-soon.js'
import { keepAlive } from './keep-alive.js'
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
  const { socket } = client
  const waiting: Message[] = []
  let waitingBytes = 0
  let running: SocketReply | undefined
  let turning = false
  const open: OpenSocket = { socket, tokenId: options.tokenId, idle: () => !turning }
  const alive = keepAlive(socket, { deadlines: options.deadlines, idleMs: options.idleMs, busy: () => turning })

  const tell = (error: GatewayError, streamId?: string): void => {
    const { status, body } = responsesDialect.encodeError(error, '')
    const named = streamId === undefined ? {} : { stream_id: streamId }
    socket.send(JSON.stringify({ type: 'error', status, ...named, ...body }), onSent)
  }

  const memory = new SocketMemory(client, options.holding, ({ error }) => {
    tell(error)
    closeUnread(socket, 1013, error.message)
  })

  /** Continues when a client that did not read has read enough. */
  let onRoom: (() => void) | undefined
  const onSent = (): void => {
    if (socket.bufferedAmount <= roomBytes) onRoom?.()
  }
  const room = (): Promise<void> | undefined =>
    socket.bufferedAmount <= fullBytes
      ? undefined
      : new Promise((resolve) => {
          onRoom = resolve
        })

  const readMessage = async (bytes: Buffer): Promise<WireObject> => {
    // Those of a large message are freed where it is refused.
    const { length } = bytes
    try {
      return await options.read(bytes)
    } finally {
      memory.taken(length)
    }
  }

  const serve = async ({ bytes, binary }: Message): Promise<void> => {
    if (binary) {
      memory.taken(bytes.length)
      throw new GatewayFailure({ kind: 'invalid_request', message: 'Messages must be text.' })
    }
    const { type, stream_id: streamId, ...request } = await readMessage(bytes)
    if (socket.readyState !== socket.OPEN) return
    const name = typeof streamId === 'string' ? streamId : undefined
    if (type !== 'response.create') {
      tell({ kind: 'invalid_request', message: `Unknown message type; send response.create.`, param: 'type' }, name)
      return
    }
    if (!options.allowed()) {
      tell({ kind: 'invalid_api_key', message: 'The token is not valid.' }, name)
      closeSoon(socket, 1008, 'the token is not valid')
      return
    }
    running = new SocketReply(defined({ socket, frameLimit: options.frameLimit, onSent, streamId: name }))
    await options.answer(request, running)
  }

  const takeTurns = async (): Promise<void> => {
    if (turning) return
    turning = true
    for (let message = waiting.shift(); message !== undefined && socket.readyState === socket.OPEN; message = waiting.shift()) {
      waitingBytes -= message.bytes.length
      if (socket.isPaused && waitingBytes <= mostWaitingBytes && waiting.length < mostWaiting) socket.resume()
      try {
        await serve(message)
      } catch (thrown) {
        tell(thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' })
      }
      running = undefined
      await room()
    }
    turning = false
    alive.touch()
    options.sockets.settled(open)
  }

  const pace = new MessagePace()
  const heard = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false
    if (pace.take()) return true
    closeUnread(socket, 1008, tooManyMessages)
    return false
  }
  socket.on('ping', heard)
  socket.on('message', (data, binary) => {
    if (!heard()) return
    const bytes = messageBytes(data)
    waiting.push({ bytes, binary })
    waitingBytes += bytes.length
    if (waiting.length >= mostWaiting || waitingBytes > mostWaitingBytes) socket.pause()
    void takeTurns()
  })
  socket.once('close', () => {
    waiting.length = 0
    running?.leave()
    onRoom?.()
  })
  return open
}
