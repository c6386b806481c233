import type { Socket } from 'node:net'
import { errors, type buildConnector } from 'undici'
import type { ConnectionSettings } from '../../providers/provider-settings.js'
import { connectorFor } from './connector.js'

/**
 * HTTP/1.1 connections that the provider has not closed. undici closes a connection itself after an unexpected reply (101, 100),
 * and its error has the code of a connection that the provider closed: `UND_ERR_SOCKET`. Only this tells them apart.
 */
export class OpenConnections {
  readonly #open = new Set<string>()

  connector(connectMs: number, settings?: ConnectionSettings): buildConnector.connector {
    const connect = connectorFor(connectMs, settings)
    return (options, callback) => {
      connect(options, (...result) => {
        if (result[0] === null) this.#watch(result[1])
        callback(...result)
      })
    }
  }

  /** Whether undici ended the connection although the provider had not. */
  endedByClient(error: Error): boolean {
    return error instanceof errors.SocketError && error.socket !== null && this.#open.has(key(error.socket))
  }

  #watch(socket: Socket): void {
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') return
    const connection = key(socket)
    const forget = (): void => {
      this.#open.delete(connection)
    }
    this.#open.add(connection)
    // Before undici's own listeners. At `close` the running request has not failed yet.
    socket.once('end', forget).once('close', () => setImmediate(forget))
  }
}

type Ends = Partial<Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>>

function key({ localAddress, localPort, remoteAddress, remotePort }: Ends): string {
  return `${localAddress}:${localPort} ${remoteAddress}:${remotePort}`
}
