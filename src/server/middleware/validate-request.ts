import { GatewayFailure } from '../../exchange/error.js'
import type { Middleware } from '../context.js'

/** Holds a JSON body against the contract: 400 with the JSON pointer of what is wrong (promises P09). */
export const validateRequest: Middleware = async (context, next) => {
  const { operation, body } = context.state
  if (operation?.checkBody !== undefined && body !== undefined) {
    const problem = operation.checkBody(body.json)
    if (problem !== undefined) throw new GatewayFailure({ kind: 'invalid_request', message: problem.message, param: problem.pointer })
  }
  await next()
}
