import { headProblem } from '../../access/request-head.js'
import type { LimitSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Refuses requests with a malformed, ambiguous or too large head and closes their connection. */
export function checkHead(limits: LimitSettings): Middleware {
  return (context, next) => {
    const problem = headProblem(context.req, limits)
    if (problem === undefined) return next()
    context.res.setHeader('connection', 'close')
    throw new GatewayFailure(problem)
  }
}
