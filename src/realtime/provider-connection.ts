import type { ClientRequest, ClientRequestArgs, IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { ConnectionSettings } from '../providers/provider-settings.js'
import { decodeOpenAIError, openaiErrorDialect } from '../dialects/openai-error.js'
import { clientDisconnected, GatewayFailure, type GatewayError } from '../exchange/error.js'
import type { Deadline, Deadlines } from '../relay/deadlines.js'
import { retryChoice } from '../relay/targets/retry.js'
import { connectorFor } from '../providers/connector.js'
import { timedOut, unreachable } from '../relay/upstream/upstream-failure.js'
import type { SecretMask } from '../secrets/mask.js'
import { closeSoon, closingTime } from './close-soon.js'
import type { CarriedSocket } from './socket-memory.js'
import type { WaitingPeer } from './waiting-peer.js'

export interface ProviderAddress {
  /** `wss://host/path?query`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The provider's own proxy and certificates. */
  readonly connection?: ConnectionSettings
}

export interface ProviderConnectionOptions {
  readonly deadlines: Deadlines
  readonly connectMs: number
  /** Longest time from the connection to the answer of the handshake. */
  readonly answerMs: number
  readonly messageBytes: number
  readonly peer: Pick<WaitingPeer, 'left' | 'onLeave' | 'offLeave'>
  /** Masks the provider's secrets. */
  readonly mask: SecretMask
}

/** After `failure` another target may be tried; a thrown error must not be repeated, as a session may have begun. */
export type Connected = CarriedSocket | { readonly failure: GatewayFailure }

/** Most bytes that are read of a refusal's body. */
const mostBytes = 64 * 1024

/** Opens the provider's side of a session. The socket is paused, so that the provider's first messages are not lost. */
export function connectProvider(address: ProviderAddress, options: ProviderConnectionOptions): Promise<Connected> {
  const { deadlines, connectMs, answerMs, messageBytes, peer, mask } = options
  return new Promise((resolve, reject) => {
    let reached = false
    const deadline: Deadline = {
      dueAt: performance.now() + connectMs,
      onDue: () => {
        fail(timedOut(reached ? 'The provider did not answer in time.' : 'The provider could not be reached in time.'))
      },
      interrupt: (error) => {
        fail(error)
      },
    }
    const finish = (): void => {
      deadlines.remove(deadline)
      peer.offLeave(leave)
    }
    const fail = (error: GatewayError): void => {
      finish()
      socket.terminate()
      const failure = new GatewayFailure(error)
      const mayHaveBegun = reached && error.native === undefined
      if (mayHaveBegun || retryChoice(error) === 'never') reject(failure)
      else resolve({ failure })
    }
    const leave = (): void => {
      fail(clientDisconnected)
    }
    const socket = new WebSocket(address.url, [], {
      headers: { ...address.headers },
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: messageBytes,
      // Other connections are served between two messages.
      allowSynchronousEvents: false,
      ...closingTime,
      ...(address.connection === undefined
        ? {}
        : { createConnection: connectBy(connectorFor(connectMs, address.connection), new URL(address.url)) }),
      finishRequest(request: ClientRequest) {
        request.once('socket', (connection) => {
          const onReached = (): void => {
            reached = true
            deadline.dueAt = performance.now() + answerMs
          }
          // A connector returns a socket that is already connected.
          if (address.connection !== undefined) onReached()
          else connection.once(address.url.startsWith('wss:') ? 'secureConnect' : 'connect', onReached)
        })
        request.end()
      },
    })
    deadlines.add(deadline)
    peer.onLeave(leave)
    socket.once('upgrade', ({ socket: connection }) => {
      socket.once('open', () => {
        finish()
        socket.pause()
        if (peer.left) closeSoon(socket, 1001, 'the client disconnected')
        resolve({ socket, connection })
      })
    })
    socket.on('unexpected-response', (_request: ClientRequest, response: IncomingMessage) => {
      readRefusal(response, (body) => {
        fail(mask.cleanValue(refusal(response, mask.clean(body))))
      })
    })
    // Stays for the life of the socket: a protocol error closes it, and its user handles the close.
    socket.on('error', (error: Error & { code?: string }) => {
      const readable = error.code !== undefined && !error.code.startsWith('HPE_')
      if (!reached) fail(unreachable(error.code ?? '', new URL(address.url).origin))
      else if (readable) fail({ kind: 'upstream_disconnected', message: 'The provider broke the connection during the handshake.' })
      else fail({ kind: 'upstream_invalid', message: 'The provider sent something that is not an answer to a WebSocket handshake.' })
    })
  })
}

/** A connector with the signature of `createConnection` of Node's HTTP client. */
function connectBy(connector: ReturnType<typeof connectorFor>, { protocol, hostname, port }: URL): ClientRequestArgs['createConnection'] {
  const secure = protocol === 'wss:'
  return (_options, callback) => {
    connector(
      { hostname, host: hostname, protocol: secure ? 'https:' : 'http:', port: port || (secure ? '443' : '80') },
      (...[error, socket]) => {
        if (error === null) callback(null, socket)
        else callback(error, new Duplex())
      },
    )
    return undefined
  }
}

function readRefusal(response: IncomingMessage, done: (body: string) => void): void {
  const chunks: Buffer[] = []
  let bytes = 0
  const finish = (): void => {
    response.destroy()
    done(Buffer.concat(chunks).subarray(0, mostBytes).toString())
  }
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > mostBytes) finish()
  })
  response.once('end', finish)
  response.once('error', finish)
}

/** The error for an answer that is not an upgrade: the provider's own error, or an address without a WebSocket. */
function refusal({ statusCode = 0, headers }: IncomingMessage, body: string): GatewayError {
  const error = decodeOpenAIError(openaiErrorDialect, statusCode, headers, body)
  const native = error.native ?? { dialect: openaiErrorDialect, status: statusCode }
  if (statusCode === 405 || statusCode === 426 || statusCode < 400)
    return {
      kind: 'upstream_invalid',
      message: 'The provider has no WebSocket at the address that its kind defines.',
      native: { dialect: openaiErrorDialect },
    }
  return { ...error, native }
}
