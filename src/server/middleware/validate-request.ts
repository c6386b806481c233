import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters } from '../../contract/parameters.js'
import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SchemaProblem } from '../../contract/schema/problem.js'
import { withPlainNumbers } from '../../json/exact-numbers.js'
import { withoutNulls } from '../../json/without-nulls.js'
import { isResponsesRequest } from '../../operations/create-chat-completion.js'
import type { SharedMiddleware, RequestState } from '../context.js'

/** Validates parameters and a JSON body: 400 with the parameter's name or the JSON pointer of the error (promises P09). */
export function validateRequest(contract: Contract): SharedMiddleware {
  return (context, next) => {
    const { body, operation, pathParameters, query } = context.state
    if (operation !== undefined)
      context.state.parameters = readParameters(operation.parameters, { path: pathParameters ?? {}, query, headers: context.req.headers })
    if (body !== undefined) context.state.body = validated(body, describing(contract, context.state))
    return next()
  }
}

type Body = NonNullable<RequestState['body']>

/** A member that is null is one that is left out, where the contract knows no null. The bytes stay as they came. */
function validated(body: Body, operation: Operation | undefined): Body {
  const problem = problemOf(body.json, operation)
  if (problem === undefined) return body
  const json = withoutNulls(body.json)
  const remaining = json === body.json ? problem : problemOf(json, operation)
  if (remaining === undefined) return { ...body, json }
  throw new GatewayFailure({ kind: 'invalid_request', message: remaining.message, param: remaining.pointer })
}

function problemOf(json: WireObject, operation: Operation | undefined): SchemaProblem | undefined {
  const problem = operation?.body?.(json)
  // Numbers that are kept exact (in arguments and schemas) are not numbers for a validator.
  const plain = problem === undefined ? json : withPlainNumbers(json)
  return plain === json ? problem : operation?.body?.(plain)
}

/** The operation whose schema applies to the body: its own, except for responses bodies that one client sends to chat completions. */
function describing(contract: Contract, { operation, body }: RequestState): Operation | undefined {
  if (operation?.operationId === 'createChatCompletion' && body !== undefined && isResponsesRequest(body.json))
    return contract.operation('createResponse')
  return operation
}
