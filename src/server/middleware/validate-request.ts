import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters } from '../../contract/parameters.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SchemaProblem } from '../../contract/schema/problem.js'
import { mayLoseDigits } from '../../json/scan.js'
import { isResponsesRequest } from '../../operations/create-chat-completion.js'
import type { SharedMiddleware, RequestState } from '../context.js'

/** Holds parameters and a JSON body against the contract: 400 with the parameter's name or the JSON pointer of what is wrong (promises P09). */
export function validateRequest(contract: Contract): SharedMiddleware {
  return (context, next) => {
    const { body, operation, pathParameters, query } = context.state
    if (operation !== undefined)
      context.state.parameters = readParameters(operation.parameters, { path: pathParameters ?? {}, query, headers: context.req.headers })
    const problem = body === undefined ? undefined : problemOf(body, describing(contract, context.state))
    if (problem !== undefined) throw new GatewayFailure({ kind: 'invalid_request', message: problem.message, param: problem.pointer })
    return next()
  }
}

function problemOf({ bytes, json }: NonNullable<RequestState['body']>, operation: Operation | undefined): SchemaProblem | undefined {
  const problem = operation?.body?.(json)
  // The exact numbers of arguments and schemas are no numbers to a validator.
  return problem !== undefined && mayLoseDigits(bytes.toString('latin1')) ? operation?.body?.(JSON.parse(bytes.toString())) : problem
}

/** The operation whose schema describes the body: its own, but for the responses bodies that one client sends to chat completions. */
function describing(contract: Contract, { operation, body }: RequestState): Operation | undefined {
  if (operation?.operationId === 'createChatCompletion' && body !== undefined && isResponsesRequest(body.json))
    return contract.operation('createResponse')
  return operation
}
