import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import { isResponsesRequest } from '../../operations/create-chat-completion.js'
import type { SharedMiddleware, RequestState } from '../context.js'

/** Holds parameters and a JSON body against the contract: 400 with the parameter's name or the JSON pointer of what is wrong (promises P09). */
export function validateRequest(contract: Contract): SharedMiddleware {
  return (context, next) => {
    const { body, operation, pathParameters, query } = context.state
    if (operation !== undefined)
      context.state.parameters = readParameters(operation.parameters, { path: pathParameters ?? {}, query, headers: context.req.headers })
    const problem = body === undefined ? undefined : describing(contract, context.state)?.body?.(body.json)
    if (problem !== undefined) throw new GatewayFailure({ kind: 'invalid_request', message: problem.message, param: problem.pointer })
    return next()
  }
}

/** The operation whose schema describes the body: its own, but for the responses bodies that one client sends to chat completions. */
function describing(contract: Contract, { operation, body }: RequestState): Operation | undefined {
  if (operation?.operationId === 'createChatCompletion' && body !== undefined && isResponsesRequest(body.json))
    return contract.operation('createResponse')
  return operation
}
