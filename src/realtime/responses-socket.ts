import type { WebSocket } from 'ws'
import { encodeOpenAIError } from '../dialects/openai-error.js'
import type { WireObject } from '../dialects/dialect.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { Deadlines } from '../relay/deadlines.js'
import { closeSoon } from './close-soon.js'
import { keepAlive } from './keep-alive.js'
import type { OpenSocket, OpenSockets } from './open-sockets.js'
import { SocketReply } from './socket-reply.js'

export interface ResponsesSocketOptions {
  readonly tokenId: string
  readonly sockets: OpenSockets
  readonly deadlines: Deadlines
  readonly idleMs: number
  readonly frameLimit: number
  /** Reads a message as the body of a request would be read. Throws `GatewayFailure`. */
  readonly read: (message: Buffer) => WireObject
  /** Answers one request for a response; what goes wrong is written to the reply. */
  readonly answer: (wire: WireObject, reply: SocketReply) => Promise<void>
  /** The token is still valid. */
  readonly allowed: () => boolean
}

/** As many messages may wait for their turn, of so many bytes, before the client is no longer read. */
const [mostWaiting, mostWaitingBytes] = [16, 1024 * 1024]

/**
 * Responses over a WebSocket: `{"type": "response.create", …request}` in, the events of the stream out, one a message, one
 * request after the other. What is wrong is an `error` message; the connection lives on.
 */
export function serveResponses(socket: WebSocket, options: ResponsesSocketOptions): OpenSocket {
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let running: SocketReply | undefined
  let turning = false
  const open: OpenSocket = { socket, tokenId: options.tokenId, idle: () => !turning }
  const alive = keepAlive(socket, { deadlines: options.deadlines, idleMs: options.idleMs, busy: () => turning })

  const tell = (error: GatewayError, streamId?: string): void => {
    const { status, body } = encodeOpenAIError(error)
    const named = streamId === undefined ? {} : { stream_id: streamId }
    socket.send(JSON.stringify({ type: 'error', status, ...named, ...body }))
  }

  const serve = async (message: Buffer): Promise<void> => {
    const { type, stream_id: streamId, ...request } = options.read(message)
    const name = typeof streamId === 'string' ? streamId : undefined
    if (type !== 'response.create') {
      tell({ kind: 'invalid_request', message: `Messages of this type are not understood here; response.create is.`, param: 'type' }, name)
      return
    }
    if (!options.allowed()) {
      tell({ kind: 'invalid_api_key', message: 'The token is not valid.' }, name)
      closeSoon(socket, 1008, 'the token is not valid')
      return
    }
    running = new SocketReply({ socket, frameLimit: options.frameLimit, ...(name === undefined ? {} : { streamId: name }) })
    await options.answer(request, running)
  }

  const takeTurns = async (): Promise<void> => {
    if (turning) return
    turning = true
    for (let message = waiting.shift(); message !== undefined && socket.readyState === socket.OPEN; message = waiting.shift()) {
      waitingBytes -= message.length
      if (socket.isPaused && waitingBytes <= mostWaitingBytes && waiting.length < mostWaiting) socket.resume()
      try {
        await serve(message)
      } catch (thrown) {
        tell(thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' })
      }
      running = undefined
    }
    turning = false
    alive.touch()
    options.sockets.settled(open)
  }

  socket.on('message', (data, binary) => {
    if (binary) {
      tell({ kind: 'invalid_request', message: 'Messages must be text.' })
      return
    }
    const message = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
    waiting.push(message)
    waitingBytes += message.length
    if (waiting.length >= mostWaiting || waitingBytes > mostWaitingBytes) socket.pause()
    void takeTurns()
  })
  socket.once('close', () => {
    waiting.length = 0
    running?.leave()
  })
  return open
}
