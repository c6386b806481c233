import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { readSocketCredential, tokenProtocol } from '../access/credentials.js'
import type { Caller, TokenCaller } from '../access/caller.js'
import { headProblem } from '../access/request-head.js'
import type { LimitSettings, ServerSettings } from '../config/configuration.js'
import { GatewayFailure, type GatewayError } from '../exchange/error.js'
import { clientOf } from '../record/client.js'
import { RequestRecord, type RecordServices } from '../record/request-record.js'
import { closingTime } from './close-soon.js'
import { handshakeProblem, type Handshake, type SocketRoute } from './handshake.js'
import type { OpenSockets } from './open-sockets.js'
import { endWithError } from './raw-reply.js'
import { WaitingPeer } from './waiting-peer.js'
import { defined } from '../json/object.js'

export interface UpgradeOptions {
  readonly routes: Readonly<Record<string, SocketRoute>>
  readonly sockets: OpenSockets
  readonly limits: LimitSettings
  /** `cors_origins`: the allowed browser origins, compared exactly. */
  readonly server: Pick<ServerSettings, 'cors_origins'>
  readonly findToken: (key: string, path: string) => TokenCaller | undefined
  /** Why this token may not connect here; asked again before each request. */
  readonly refusal: (caller: TokenCaller, request: IncomingMessage, path: string) => GatewayFailure | undefined
  /** Throws `GatewayFailure` where this caller may not open another connection. */
  readonly requireConnection: (caller: Caller) => void
  /** Called when a caller with a valid token is refused. */
  readonly onRefused: (handshake: Handshake, error: GatewayError) => void
  /** The rate-limit headers of a refusal. */
  readonly limitHeaders: (caller: Caller) => Readonly<Record<string, string>>
  readonly records: RecordServices
  readonly newId: (prefix: string) => string
}

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Whether a request is answered as a WebSocket handshake, valid or not. Other upgrades are ignored, as HTTP allows. */
export function wantsSocket(routes: readonly string[]): (request: IncomingMessage) => boolean {
  return (request) =>
    request.headers.upgrade?.toLowerCase() === 'websocket' || (request.method === 'GET' && routes.includes(pathOf(request)))
}

/**
 * Answers WebSocket handshakes. Errors are HTTP statuses, sent before any connection to a provider:
 * 401 without a valid token, 404 on other paths, 403 from a foreign page, 429 and 503 at a limit, 400 for a malformed handshake.
 */
export function createUpgradeHandler(options: UpgradeOptions): UpgradeHandler {
  const { sockets, limits, newId } = options
  const ids = new WeakMap<IncomingMessage, string>()
  const server = socketServer(ids)
  return (request, socket, head) => {
    const id = newId('req_')
    ids.set(request, id)
    socket.on('error', () => socket.destroy())
    sockets.addHandshake(socket)
    void serve(request, socket, head, id)
  }

  async function serve(request: IncomingMessage, socket: Duplex, head: Buffer, id: string): Promise<void> {
    let handshake: Handshake | undefined
    try {
      const path = checkedPath(request, limits)
      handshake = identify(request, id, path, options)
      const refused = options.refusal(handshake.caller, request, path)
      if (refused !== undefined) throw refused
      const route = admit(handshake, options)
      const peer = new WaitingPeer(socket, head)
      const prepared = await route(handshake, peer)
      const early = peer.release()
      // A reload may have changed the limit.
      server.options.maxPayload = limits.ws_message_bytes
      const answered = { isOpen: false }
      server.handleUpgrade(request, socket, early, (opened) => {
        answered.isOpen = true
        // A protocol error closes the connection; there is nothing else to do.
        opened.on('error', () => undefined)
        sockets.add(prepared.open({ socket: opened, connection: socket }))
        opened.resume()
      })
      // The client has left: `ws` destroys what is not open.
      if (!answered.isOpen) prepared.abandon()
    } catch (thrown) {
      const error: GatewayError =
        thrown instanceof GatewayFailure ? thrown.error : { kind: 'internal', message: 'The gateway failed on this request.' }
      if (handshake !== undefined) options.onRefused(handshake, error)
      answer(socket, id, error, handshake === undefined ? {} : options.limitHeaders(handshake.caller))
    }
  }
}

/** `ids`: the ids of the requests, which replies name. */
function socketServer(ids: WeakMap<IncomingMessage, string>): WebSocketServer {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Other connections are served between two messages.
    allowSynchronousEvents: false,
    perMessageDeflate: false,
    ...closingTime,
    handleProtocols: chooseProtocol,
  })
  server.on('headers', (headers, request) => {
    headers.push(`x-request-id: ${ids.get(request) ?? ''}`)
  })
  server.on('wsClientError', (error, socket, request) => {
    answer(socket, ids.get(request) ?? '', { kind: 'invalid_request', message: `This is not a WebSocket handshake: ${error.message}.` })
  })
  return server
}

function checkedPath(request: IncomingMessage, limits: LimitSettings): string {
  const problem = headProblem(request, limits) ?? bodyProblem(request)
  if (problem !== undefined) throw new GatewayFailure(problem)
  return pathOf(request)
}

/** Finds the token, and begins the record. */
function identify(request: IncomingMessage, id: string, path: string, { findToken, refusal, records }: UpgradeOptions): Handshake {
  const query = new URLSearchParams(request.url?.slice(path.length + 1) ?? '')
  const key = readSocketCredential(request, path, query)
  const caller = key === undefined ? undefined : findToken(key, path)
  if (key === undefined || caller === undefined)
    throw new GatewayFailure({
      kind: 'invalid_api_key',
      message: key === undefined ? 'The request has no token.' : 'The token is not valid.',
    })
  const record = new RequestRecord(records, id, 'WEBSOCKET', path, clientOf(request))
  record.sentBy(caller)
  const callerNow = (): TokenCaller | undefined => {
    const now = findToken(key, path)
    return now === undefined || refusal(now, request, path) !== undefined ? undefined : now
  }
  return { id, request, path, query, caller, callerNow, record }
}

/** The route of a handshake from which a connection may be made. */
function admit({ request, path, caller }: Handshake, { routes, server, requireConnection }: UpgradeOptions): SocketRoute {
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  if (route === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'There is no WebSocket at this path.' })
  const { origin } = request.headers
  if (origin !== undefined && !server.cors_origins.includes(origin)) throw invalid('Pages of this origin may not connect.', 403, 'origin')
  const problem = handshakeProblem(request)
  if (problem !== undefined) throw invalid(`This is not a WebSocket handshake: ${problem}.`, 400)
  requireConnection(caller)
  return route
}

/** A handshake has no body: its bytes would be read as messages. */
function bodyProblem({ headers }: IncomingMessage): GatewayError | undefined {
  if (headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0') return undefined
  return { kind: 'invalid_request', message: 'A WebSocket handshake has no body.' }
}

function invalid(message: string, status: number, param?: string): GatewayFailure {
  return new GatewayFailure(defined({ kind: 'invalid_request', message, status, param }))
}

function pathOf(request: IncomingMessage): string {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  return mark < 0 ? target : target.slice(0, mark)
}

/** `realtime` where it is offered; never the protocol that carries the token. */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  if (offered.has('realtime')) return 'realtime'
  for (const protocol of offered) if (!protocol.startsWith(tokenProtocol) && !protocol.startsWith('openai-')) return protocol
  return false
}

function answer(socket: Duplex, id: string, error: GatewayError, more?: Readonly<Record<string, string>>): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // A client that does not close the connection is disconnected.
  socket.once('finish', () => socket.destroy())
  endWithError(socket, id, error, more)
}
