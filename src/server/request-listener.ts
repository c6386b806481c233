import type { RequestListener } from 'node:http'
import type Koa from 'koa'
import { chain } from './chain.js'
import type { Middleware, RequestContext, RequestState } from './context.js'
import type { Gateway } from './gateway.js'

/**
 * Koa's steps as a listener of node's server. Koa's own callback also watches the response's end and writes bodies from the
 * context; here every step answers by itself, so that would only cost.
 */
export function requestListener(app: Koa<RequestState>, { log, requests }: Pick<Gateway, 'log' | 'requests'>): RequestListener {
  const run = chain(app.middleware as Middleware[])
  const onClose = (): void => {
    requests.leave()
  }
  return (request, response) => {
    requests.enter()
    response.on('close', onClose)
    // A client that goes while it is written to is no error of ours.
    response.on('error', ignore)
    // The first step fills the state before another reads it.
    const context = app.createContext(request, response) as RequestContext
    run(context).catch((error: unknown) => {
      log.error('a request ended outside its steps', { stack: error instanceof Error ? error.stack : String(error) })
      response.destroy()
    })
  }
}

const ignore = (): void => undefined
