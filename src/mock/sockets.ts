import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { readSocketCredential } from '../access/credentials.js'
import type { Contract } from '../contract/contract.js'
import { defaultDialect } from '../contract/error-format.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { SocketReply } from '../realtime/socket-reply.js'
import type { Mock } from './mock.js'
import { play } from './play.js'
import { readPreferences, type Preferences } from './preferences.js'
import { RealtimeSession } from './realtime/session.js'
import { headersOf, parseJson, requestLine } from './request.js'
import { defined } from '../json/object.js'
import { messageBytes } from '../realtime/flow.js'
import { chooseProtocol } from '../realtime/upgrade.js'
import { wholeError } from './whole-answer.js'

interface SocketOptions {
  readonly contract: Contract
  readonly mock: Mock
  readonly newId: (prefix: string) => string
}

const largestMessage = 16 * 1024 * 1024

/** `/v1/responses` and `/v1/realtime` over WebSockets. Pages cannot set headers: they send preferences in `?prefer=`. */
export function createMockSockets(options: SocketOptions): (request: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({ noServer: true, maxPayload: largestMessage, handleProtocols: chooseProtocol })
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const { path, query, errorFormat } = requestLine(request)
    try {
      if (readSocketCredential(request, path, query) === undefined)
        throw new GatewayFailure({ kind: 'invalid_api_key', message: 'The request has no token. The mock accepts any.' })
      const preferences = readPreferences([request.headers['prefer'] ?? '', query.get('prefer') ?? ''].flat())
      const serve = routes[path]
      if (serve === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no WebSocket at this path.' })
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.on('error', () => undefined)
        serve(opened, options, preferences, request)
      })
    } catch (thrown) {
      const error: GatewayError = thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: String(thrown) }
      const { status, body } = wholeError({ errorFormat, id: options.newId('req_') }, error)
      const length = Buffer.byteLength(body)
      socket.end(
        `HTTP/1.1 ${status} Refused\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${String(body)}`,
      )
    }
  }
}

type Serve = (socket: WebSocket, options: SocketOptions, preferences: Preferences, request: IncomingMessage) => void

const routes: Readonly<Record<string, Serve | undefined>> = {
  '/v1/responses': serveResponses,
  '/v1/realtime': (socket, { newId }, preferences, request) => {
    new RealtimeSession(socket, { newId, preferences, model: requestLine(request).query.get('model') ?? 'mock' })
  },
}

/** `{"type": "response.create", …request}` in, the events of the stream out, one request after the other. */
function serveResponses(
  socket: WebSocket,
  { contract, mock, newId }: SocketOptions,
  preferences: Preferences,
  handshake: IncomingMessage,
): void {
  const operation = contract.operation('createResponse')
  let turn = Promise.resolve()
  const answer = async (message: Buffer): Promise<void> => {
    const id = newId('req_')
    const tell = (error: GatewayError): void => {
      const { status, body } = wholeError({ errorFormat: defaultDialect, id }, error)
      socket.send(JSON.stringify({ type: 'error', status, ...(JSON.parse(String(body)) as object) }))
    }
    try {
      const { type, stream_id: streamId, ...wire } = parseJson(message)
      if (type !== 'response.create' || operation === undefined)
        throw new GatewayFailure({
          kind: 'invalid_request',
          message: 'Unknown message type; send response.create.',
          param: 'type',
        })
      const { path, query, errorFormat } = requestLine(handshake)
      const bytes = Buffer.from(JSON.stringify({ ...wire, stream: true }))
      const headers = { ...headersOf(handshake), 'content-type': 'application/json' }
      const answered = await mock.answer(
        { id, method: 'POST', path, query, errorFormat, headers, bytes, operation, parameters: {} },
        preferences,
      )
      const reply = new SocketReply(defined({ socket, frameLimit: 1 << 24, streamId: typeof streamId === 'string' ? streamId : undefined }))
      const left = new AbortController()
      const leave = (): void => {
        left.abort()
        reply.leave()
      }
      socket.once('close', leave)
      if ('script' in answered) await play(reply, answered.script, answered.preferences ?? preferences, {}, left.signal)
      else {
        reply.writeHead(answered.whole.status, answered.whole.headers)
        reply.end(answered.whole.body)
      }
      socket.off('close', leave)
    } catch (thrown) {
      tell(thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: String(thrown) })
    }
  }
  socket.on('message', (data) => {
    turn = turn.then(() => answer(messageBytes(data)))
  })
}
