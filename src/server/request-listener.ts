import type { RequestListener } from 'node:http'
import compose from 'koa-compose'
import type Koa from 'koa'
import type { RequestState } from './context.js'
import type { Gateway } from './gateway.js'

/**
 * Koa's steps as a listener of node's server. Koa's own callback also watches the response's end and writes bodies from the
 * context; here every step answers by itself, so that would only cost.
 */
export function requestListener(app: Koa<RequestState>, { log, requests }: Pick<Gateway, 'log' | 'requests'>): RequestListener {
  const run = compose(app.middleware)
  const onClose = (): void => {
    requests.leave()
  }
  return (request, response) => {
    requests.enter()
    response.on('close', onClose)
    // A client that goes while it is written to is no error of ours.
    response.on('error', ignore)
    const context = app.createContext<RequestState>(request, response)
    run(context).catch((error: unknown) => {
      log.error('a request ended outside its steps', { stack: error instanceof Error ? error.stack : String(error) })
      response.destroy()
    })
  }
}

const ignore = (): void => undefined
