import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, TimeoutSettings } from '../config/configuration.js'
import type Koa from 'koa'
import type { RequestState } from './context.js'
import type { Entrance } from './entrance.js'
import { basePathRemover } from './base-path.js'
import { answerUnreadable } from './client-error.js'
import { boundedRequests } from './connections/client-connections.js'
import type { Gateway } from './gateway.js'
import { requestListener } from './request-listener.js'
import type { Sockets } from './sockets/sockets.js'
import { unusedSocket } from './unused-socket.js'
import { GatewayResponse } from './gateway-response.js'

/** Where clients reach a server that listens: `http://127.0.0.1:8787`, or `unix:/run/anywire.sock`. */
export function addressOf(server: Server, { host, socket, base_path: basePath }: Configuration['server']): string {
  if (socket !== undefined) return `unix:${socket}`
  const { port } = server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}${basePath}`
}

/** The parts of a gateway that its server needs. */
export type ServedGateway = Pick<Gateway, 'configuration' | 'connections' | 'requests' | 'relay' | 'log'>

/** Where a server listens. */
export type Place = { readonly port: number; readonly host: string } | { readonly path: string }

/** Where clients find the gateway. A Unix socket that a killed process has left is removed. */
export async function placeOf({ socket, port, host }: Configuration['server']): Promise<Place> {
  return socket === undefined ? { port, host } : { path: await unusedSocket(socket) }
}

/** Makes a server with the limits of the configuration on every connection. Resolves when it listens. */
export async function listen(
  app: Koa<RequestState>,
  gateway: ServedGateway,
  sockets: Sockets,
  where: Place,
  /** For requests that workers pass on. */
  entrance?: Entrance,
): Promise<Server> {
  const { connections, configuration } = gateway
  const { server: address, limits, timeouts } = configuration
  // Workers have removed it.
  const removeBasePath = entrance === undefined ? basePathRemover(address.base_path) : undefined
  const listener = requestListener(app, gateway)
  const callback: RequestListener =
    removeBasePath === undefined && entrance === undefined
      ? listener
      : (request, response) => {
          entrance?.enter(request)
          removeBasePath?.(request)
          return listener(request, response)
        }
  const server = createServer(
    {
      maxHeaderSize: limits.header_bytes + (entrance?.headerBytes ?? 0),
      headersTimeout: timeouts.header_ms,
      requestTimeout: timeouts.request_ms,
      connectionsCheckingInterval: Math.min(1000, timeouts.header_ms),
      keepAliveTimeout: entrance === undefined ? timeouts.keep_alive_ms : 0,
      // A missing Host is refused by `checkHead`, like other errors of the head.
      requireHostHeader: false,
      noDelay: true,
      shouldUpgradeCallback: (request) => {
        entrance?.enter(request)
        removeBasePath?.(request)
        return connections.of(request.socket)?.full === true || sockets.wantsSocket(request)
      },
      IncomingMessage: boundedRequests(connections),
      ServerResponse: GatewayResponse,
    },
    callback,
  )
  // Counted and refused by `checkHead` instead of being silently cut.
  server.maxHeadersCount = 0
  server.on('connection', connections.add)
  server.on('checkContinue', callback)
  server.on('checkExpectation', callback)
  server.on('clientError', answerUnreadable(gateway))
  server.on('upgrade', (request, socket, head) => {
    const connection = connections.of(socket)
    // No upgrade behind a running request; a request over the pipelining limit also arrives here.
    if (connection?.isRunning === true) socket.destroy()
    else {
      if (connection !== undefined) connection.upgraded = true
      sockets.onUpgrade(request, socket, head)
    }
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ ...where, backlog: 4096 }, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** Takes over times that have changed. The size of the buffer for headers is that of the start. */
export function setTimes(server: Server, timeouts: TimeoutSettings): void {
  server.headersTimeout = timeouts.header_ms
  server.requestTimeout = timeouts.request_ms
  server.keepAliveTimeout = timeouts.keep_alive_ms
}
