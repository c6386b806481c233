import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type Koa from 'koa'
import { beginStage, isBusy } from '../relay/turn-stages.js'
import { chain } from './chain.js'
import type { ClientConnection } from './connections/client-connection.js'
import type { RequestState } from './context.js'
import type { Gateway } from './gateway.js'

/**
 * Koa's middleware as a listener of Node's server. Koa's own callback also watches the response's end and writes bodies from the context,
 * which is not needed here: every step answers itself. Requests of one connection run one after the other, so that a client that does not
 * read delays only itself.
 */
export function requestListener(
  app: Koa<RequestState>,
  { log, requests, connections }: Pick<Gateway, 'log' | 'requests' | 'connections'>,
): RequestListener {
  const run = chain(app.middleware)

  function begin(connection: ClientConnection, request: IncomingMessage, response: ServerResponse): void {
    requests.enter()
    response.on('close', onClose)
    // A client that disconnects during a write is not an error of the gateway.
    response.on('error', ignore)
    connection.isRunning = true
    if (isBusy())
      beginStage.add({
        runStage: () => {
          // The client may have left meanwhile.
          if (!response.destroyed) runSteps(connection, request, response)
        },
      })
    else runSteps(connection, request, response)
  }

  function runSteps(connection: ClientConnection, request: IncomingMessage, response: ServerResponse): void {
    // The first step sets the state before another reads it.
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
    if (!connection.isRunning) begin(connection, request, response)
    else connection.wait({ request, response })
  }
}

const ignore = (): void => undefined
