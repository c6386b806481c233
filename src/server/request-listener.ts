import type { RequestListener } from 'node:http'
import compose from 'koa-compose'
import type Koa from 'koa'
import type { Log } from '../observability/log.js'
import type { RequestState } from './context.js'

/**
 * Koa's steps as a listener of node's server. Koa's own callback also watches the response's end and writes bodies from the
 * context; here every step answers by itself, so that would only cost.
 */
export function requestListener(app: Koa<RequestState>, log: Log): RequestListener {
  const run = compose(app.middleware)
  return (request, response) => {
    // A client that goes while it is written to is no error of ours.
    response.on('error', () => undefined)
    const context = app.createContext<RequestState>(request, response)
    run(context).catch((error: unknown) => {
      log.error('a request ended outside its steps', { stack: error instanceof Error ? error.stack : String(error) })
      response.destroy()
    })
  }
}
