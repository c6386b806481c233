import type { Contract } from '../../contract/contract.js'
import type { Middleware } from '../context.js'

/** Matches method and raw path against the contract. Unknown paths are answered only after authentication. */
export function findOperation(contract: Contract): Middleware {
  return (context, next) => {
    const match = contract.match(context.method, context.state.path)
    if (match.found) {
      const operation = contract.operation(match.operationId)
      if (operation !== undefined) context.state.operation = operation
      context.state.pathParameters = match.parameters
    } else if (match.allow !== undefined) context.state.allow = match.allow
    return next()
  }
}
