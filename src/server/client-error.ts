import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { GatewayError } from '../exchange/error.js'
import { endWithError } from '../realtime/raw-reply.js'
import type { ClientConnection } from './connections/client-connection.js'
import type { Gateway } from './gateway.js'
import { sendError } from './middleware/render-errors.js'

/** Time in which a refused client may still send before it is disconnected: after an immediate reset it might not read the error. */
const lingerMs = 1000

type RefusedConnection = Pick<ClientConnection, 'isRunning' | 'running' | 'refused'>

type UnreadableServices = Pick<Gateway, 'log'> & {
  readonly connections: { of(socket: Duplex): RefusedConnection | undefined }
  readonly relay: Pick<Gateway['relay'], 'newId'>
}

/**
 * Answers requests that Node's parser refused: headers too large (431), client too slow (408), ambiguous or invalid HTTP (400), and closes
 * the connection. Where a reply is being sent on it, the connection is only closed.
 */
export function answerUnreadable({ connections, relay, log }: UnreadableServices) {
  return (thrown: Error & { code?: string }, socket: Duplex): void => {
    const connection = connections.of(socket)
    if (connection?.refused === true) return
    if (connection === undefined || !socket.writable || thrown.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    connection.refused = true
    const error = errors[thrown.code ?? ''] ?? broken
    const answer = (): void => {
      // Its steps, which wait for their stage, know how the error is told.
      if (connection.isRunning && connection.running === undefined) soon(answer)
      else {
        try {
          refuse(connection, socket, relay.newId, error)
        } catch (failure) {
          // The others in the line are answered all the same.
          log.error('a request could not be refused', { stack: failure instanceof Error ? failure.stack : String(failure) })
          socket.destroy()
        }
      }
    }
    soon(answer)
  }
}

function refuse({ running }: RefusedConnection, socket: Duplex, newId: Gateway['relay']['newId'], error: GatewayError): void {
  if (running === undefined && socket.writable) {
    endWithError(socket, newId('req_'), error)
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => {
      clearTimeout(timer)
    })
  } else if (running === undefined || running.req.complete || running.res.headersSent) socket.destroy()
  else {
    // It is this request's own body. Nothing more of it can come: what the request holds is given back as soon as the answer is out.
    sendError(running, error)
    if (socket instanceof Socket) socket.destroySoon()
    else socket.destroy()
  }
}

/** Refusals that wait for their turn: Node finds all that are too slow in one turn, and there may be thousands. */
const waiting: (() => void)[] = []
const inOneTurn = 16

function soon(work: () => void): void {
  if (waiting.push(work) === 1) setImmediate(workThrough)
}

function workThrough(): void {
  // They leave the line afterwards: one that joins it again meanwhile is not the first.
  const now = waiting.slice(0, inOneTurn)
  for (const work of now) work()
  waiting.splice(0, now.length)
  if (waiting.length > 0) setImmediate(workThrough)
}

const broken: GatewayError = { kind: 'invalid_request', message: 'This is not valid HTTP.' }

const errors: Readonly<Record<string, GatewayError>> = {
  HPE_HEADER_OVERFLOW: { kind: 'invalid_request', message: 'The headers of the request are too large.', status: 431 },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { kind: 'request_too_large', message: 'The chunk extensions of the body are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { kind: 'request_timeout', message: 'The request was not complete in time.' },
}
