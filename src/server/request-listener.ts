import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type Koa from 'koa'
import { chain } from './chain.js'
import type { ClientConnection } from './connections/client-connection.js'
import type { Middleware, RequestState } from './context.js'
import type { Gateway } from './gateway.js'

/**
 * Koa's steps as a listener of node's server. Koa's own callback also watches the response's end and writes bodies from the
 * context; here every step answers by itself, so that would only cost. Requests of one connection run one after the other: what a
 * client does not read holds up nothing but itself.
 */
export function requestListener(
  app: Koa<RequestState>,
  { log, requests, connections }: Pick<Gateway, 'log' | 'requests' | 'connections'>,
): RequestListener {
  const run = chain(app.middleware as Middleware[])

  function begin(connection: ClientConnection, request: IncomingMessage, response: ServerResponse): void {
    requests.enter()
    response.on('close', onClose)
    // A client that goes while it is written to is no error of ours.
    response.on('error', ignore)
    // The first step fills the state before another reads it.
    const context = app.createContext<RequestState>(request, response)
    connection.running = context
    run(context).catch((error: unknown) => {
      log.error('a request ended outside its steps', { stack: error instanceof Error ? error.stack : String(error) })
      response.destroy()
    })
  }

  function onClose(this: ServerResponse): void {
    const connection = connections.of(this.req.socket)
    const next = connection?.next()
    if (connection !== undefined && next !== undefined) begin(connection, next.request, next.response)
    requests.leave()
  }

  return (request, response) => {
    const connection = connections.of(request.socket)
    if (connection === undefined || connection.refused) return
    if (connection.running === undefined) begin(connection, request, response)
    else connection.wait({ request, response })
  }
}

const ignore = (): void => undefined
