import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { readSocketCredential, tokenProtocol } from '../access/credentials.js'
import type { Token } from '../access/token.js'
import type { LimitSettings } from '../config/configuration.js'
import { encodeOpenAIError } from '../dialects/openai-error.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { OpenSocket, OpenSockets } from './open-sockets.js'

/** A handshake that was let in. */
export interface Handshake {
  readonly id: string
  readonly request: IncomingMessage
  readonly query: URLSearchParams
  readonly token: Token
  /** Whether the token is still valid, asked again before anything that costs. */
  readonly tokenNow: () => Token | undefined
}

/** What serves one path. Returns how the connection is seen by the process. */
export type SocketRoute = (socket: WebSocket, handshake: Handshake) => OpenSocket

export interface UpgradeOptions {
  readonly routes: Readonly<Record<string, SocketRoute>>
  readonly sockets: OpenSockets
  readonly limits: LimitSettings
  /** Exact browser origins. */
  readonly origins: readonly string[]
  readonly findToken: (key: string) => Token | undefined
  /** The process or the token is at its limit. */
  readonly refuse: (token: Token) => GatewayError | undefined
  readonly newId: (prefix: string) => string
}

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Whether a request is to be answered as a WebSocket handshake, be it a good one or not. Other upgrades are ignored, as HTTP allows. */
export function wantsSocket(routes: readonly string[]): (request: IncomingMessage) => boolean {
  return (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' || (request.method === 'GET' && routes.includes(pathOf(request)))
}

/**
 * Answers WebSocket handshakes. Whatever is wrong is an HTTP status, told before any provider hears of it (promises P57):
 * 401 without a valid token, 404 on other paths, 403 from a foreign page, 429 and 503 at a limit, 400 for a malformed handshake.
 */
export function createUpgradeHandler(options: UpgradeOptions): UpgradeHandler {
  const { routes, sockets, limits, origins, newId } = options
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: limits.ws_message_bytes,
    perMessageDeflate: false,
    handleProtocols: chooseProtocol,
  })
  const ids = new WeakMap<IncomingMessage, string>()
  server.on('headers', (headers, request) => {
    headers.push(`x-request-id: ${ids.get(request) ?? ''}`)
  })
  server.on('wsClientError', (error, socket, request) => {
    answer(socket, ids.get(request) ?? '', { kind: 'invalid_request', message: `This is no WebSocket handshake: ${error.message}.` })
  })
  return (request, socket, head) => {
    const id = newId('req_')
    ids.set(request, id)
    socket.on('error', () => socket.destroy())
    try {
      const { route, handshake } = admit(options, request, id)
      server.handleUpgrade(request, socket, head, (opened) => {
        // An error of the protocol closes the connection by itself; nothing else is to be done about it.
        opened.on('error', () => undefined)
        sockets.add(route(opened, handshake))
      })
    } catch (thrown) {
      answer(
        socket,
        id,
        thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' },
      )
    }
  }

  function admit(
    { findToken, refuse }: UpgradeOptions,
    request: IncomingMessage,
    id: string,
  ): { route: SocketRoute; handshake: Handshake } {
    const path = pathOf(request)
    if ((request.url?.length ?? 0) > limits.url_bytes) throw invalid('The URL is too long.', 414)
    if (request.rawHeaders.length / 2 > limits.header_count) throw invalid('The request has too many headers.', 431)
    const query = new URLSearchParams(request.url?.slice(path.length + 1) ?? '')
    const key = readSocketCredential(request, path, query)
    const token = key === undefined ? undefined : findToken(key)
    if (key === undefined || token === undefined)
      throw new GatewayFailure({
        kind: 'invalid_api_key',
        message: key === undefined ? 'The request has no token.' : 'The token is not valid.',
      })
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined
    if (route === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no WebSocket at this path.' })
    const { origin } = request.headers
    if (origin !== undefined && !origins.includes(origin)) throw invalid('Pages of this origin may not connect.', 403, 'origin')
    const refused = sockets.countOf(token.id) >= token.maxConcurrent ? tooMany(token) : refuse(token)
    if (refused !== undefined) throw new GatewayFailure(refused)
    return { route, handshake: { id, request, query, token, tokenNow: () => findToken(key) } }
  }
}

function tooMany(token: Token): GatewayError {
  return {
    kind: 'concurrency_limit',
    message: `This token may have ${token.maxConcurrent} connections at the same time.`,
    retryAfterSeconds: 1,
  }
}

function invalid(message: string, status: number, param?: string): GatewayFailure {
  return new GatewayFailure({ kind: 'invalid_request', message, status, ...(param === undefined ? {} : { param }) })
}

function pathOf(request: IncomingMessage): string {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

/** `realtime` where it is offered; never the protocol that carries the token. */
function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has('realtime')) return 'realtime'
  for (const protocol of offered) if (!protocol.startsWith(tokenProtocol) && !protocol.startsWith('openai-')) return protocol
  return false
}

function answer(socket: Duplex, id: string, error: GatewayError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const { status, headers, body } = encodeOpenAIError(error)
  const text = JSON.stringify(body)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    'cache-control': 'no-store',
    'x-request-id': id,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`)
}
