import type { IncomingMessage } from 'node:http'
import type { TokenCaller } from '../access/caller.js'
import type { RequestRecord } from '../record/request-record.js'
import type { OpenSocket } from './open-sockets.js'
import type { CarriedSocket } from './socket-memory.js'
import type { WaitingPeer } from './waiting-peer.js'

/** A handshake that passed the checks. */
export interface Handshake {
  readonly id: string
  readonly request: IncomingMessage
  readonly path: string
  readonly query: URLSearchParams
  readonly caller: TokenCaller
  /** The caller while the token is valid; asked again before each request. */
  readonly callerNow: () => TokenCaller | undefined
  readonly record: RequestRecord
}

/** The handler of one path. Throws `GatewayFailure`, which becomes an HTTP status. */
export type SocketRoute = (handshake: Handshake, peer: WaitingPeer) => PreparedSocket | Promise<PreparedSocket>

/** A prepared connection: its handshake may be answered. */
export interface PreparedSocket {
  /** Takes over the connection. Returns its entry in the list of open sockets. */
  open(client: CarriedSocket): OpenSocket
  /** The client disconnected before its handshake was answered. */
  abandon(): void
}

/** What is wrong with the headers of a handshake; `undefined` for a valid one. */
export function handshakeProblem({ method, headers }: IncomingMessage): string | undefined {
  if (method !== 'GET') return 'the method is not GET'
  if (headers.upgrade?.toLowerCase() !== 'websocket') return 'Upgrade is not websocket'
  const key = headers['sec-websocket-key']
  if (key === undefined || !/^[+/0-9A-Za-z]{22}==$/.test(key)) return 'Sec-WebSocket-Key is missing or not 16 bytes in base64'
  const version = headers['sec-websocket-version']
  if (version !== '13' && version !== '8') return 'Sec-WebSocket-Version is not 13'
  const protocols = headers['sec-websocket-protocol']
  if (protocols !== undefined && !isProtocolList(protocols)) return 'Sec-WebSocket-Protocol is not a list of different tokens'
  return undefined
}

function isProtocolList(text: string): boolean {
  const names = text.split(',').map((name) => name.trim())
  return new Set(names).size === names.length && names.every((name) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
}
