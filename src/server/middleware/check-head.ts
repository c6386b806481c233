import { headProblem } from '../../access/request-head.js'
import type { LimitSettings } from '../../config/configuration.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Lets no request on whose head is malformed, ambiguous or too large; its connection is closed. */
export function checkHead(limits: LimitSettings): Middleware {
  return (context, next) => {
    const problem = headProblem(context.req, limits)
    if (problem === undefined) return next()
    context.res.setHeader('connection', 'close')
    throw new GatewayFailure(problem)
  }
}
