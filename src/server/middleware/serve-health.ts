import type { Middleware } from '../context.js'
import { answer, done } from './identify-request.js'

/** The paths that say how the process is. */
export const healthPaths: ReadonlySet<string> = new Set(['/', '/healthz', '/readyz'])

/** `/healthz`: the process runs. `/readyz`: it accepts requests. `/`: this is a gateway. They say nothing more. */
export function serveHealth(readiness: () => 'ready' | 'draining' | 'unavailable'): Middleware {
  return (context, next) => {
    const { method, res: response, state } = context
    const reading = method === 'GET' || method === 'HEAD'
    if (reading && state.path === '/healthz') answer(response, state, 200, json, '{"status":"ok"}')
    else if (reading && state.path === '/readyz')
      answer(response, state, readiness() === 'ready' ? 200 : 503, json, `{"status":"${readiness()}"}`)
    else if (reading && state.path === '/') answer(response, state, 200, json, '{"status":"ok"}')
    else return next()
    return done
  }
}

const json = { 'content-type': 'application/json' }
