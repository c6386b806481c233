import type { Contract } from '../../contract/contract.js'
import type { Operation } from '../../contract/operation.js'
import { readParameters, refuseUselessParameters } from '../../contract/parameters.js'
import type { WireObject } from '../../dialects/dialect.js'
import { GatewayFailure } from '../../exchange/error.js'
import type { SchemaProblem } from '../../contract/schema/problem.js'
import { ExactNumberPlaces } from '../../json/exact-number-places.js'
import { NullRemoval } from '../../json/null-removal.js'
import { resultOf } from '../../json/steps.js'
import { isResponsesRequest } from '../../operations/create-chat-completion.js'
import { largeJsonBytes } from '../../relay/large-json.js'
import { ownTurn } from '../../relay/own-turn.js'
import type { SharedMiddleware, RequestState } from '../context.js'

/**
 * Validates parameters and a JSON body: 400 with the parameter's name or the JSON pointer of the error. Clients of models' styles may send
 * parameters of their own; in the gateway's own API each has a meaning.
 */
export function validateRequest(contract: Contract): SharedMiddleware {
  return (context, next) => {
    const { body, errorFormat, operation, pathParameters, query } = context.state
    if (operation !== undefined && errorFormat === 'problem') refuseUselessParameters(operation.parameters, query)
    if (operation !== undefined)
      context.state.parameters = readParameters(operation.parameters, { path: pathParameters ?? {}, query, headers: context.req.headers })
    const schema = body === undefined ? undefined : describing(contract, context.state)?.body
    if (body === undefined || schema === undefined) return next()
    if (body.bytes.length > largeJsonBytes) return validateLarge(context.state, body, schema, next)
    const problem = schema(body.json)
    return problem === undefined ? next() : goOn(context.state, resultOf(lookAgain(body, body.ownJson ?? body.json, schema, problem)), next)
  }
}

/** The same for a large body, and what comes after it, in turns of the event loop of their own. */
async function validateLarge(state: RequestState, body: Body, schema: Schema, next: () => Promise<void>): Promise<void> {
  await ownTurn()
  const problem = schema(body.json)
  const valid = problem === undefined ? body : await lookAgainInTurns(body, schema, problem)
  await ownTurn()
  return goOn(state, valid, next)
}

type Body = NonNullable<RequestState['body']>

type Schema = NonNullable<Operation['body']>

/**
 * Looks again at a body with a problem, in steps that each take some of a turn where it has many members. A member that is null is one that
 * is left out, where the contract knows no null: it is removed from the parsed value; the bytes stay as they came. Throws a 400 where the
 * problem remains.
 */
function* lookAgain(body: Body, json: WireObject, schema: Schema, found: SchemaProblem): Generator<void, Body> {
  const { bytes } = body
  const problem = yield* withPlainNumbers(json, schema, found)
  if (problem === undefined) return body
  let remaining: SchemaProblem | undefined = problem
  if (yield* removeNulls(json)) {
    yield
    const changed = schema(json)
    remaining = changed === undefined ? undefined : yield* withPlainNumbers(json, schema, changed)
  }
  if (remaining === undefined) return { bytes, json }
  throw new GatewayFailure({ kind: 'invalid_request', message: remaining.message, param: remaining.pointer })
}

/** Numbers that are kept exact (in arguments and schemas) are not numbers for a validator. */
function* withPlainNumbers(json: WireObject, schema: Schema, found: SchemaProblem): Generator<void, SchemaProblem | undefined> {
  const exact = new ExactNumberPlaces(json)
  do yield
  while (!exact.step())
  if (!exact.any) return found
  yield
  return yield* exact.whilePlain(() => schema(json))
}

/** Returns whether there were any. */
function* removeNulls(json: WireObject): Generator<void, boolean> {
  const nulls = new NullRemoval(json)
  do yield
  while (!nulls.step())
  return nulls.removed
}

async function lookAgainInTurns(body: Body, schema: Schema, problem: SchemaProblem): Promise<Body> {
  const steps = lookAgain(body, (await body.ownJsonInTurns?.()) ?? body.json, schema, problem)
  for (;;) {
    await ownTurn()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

function goOn(state: RequestState, body: Body, next: () => Promise<void>): Promise<void> {
  state.body = body
  return next()
}

/** The operation whose schema applies to the body: its own, except for responses bodies that one client sends to chat completions. */
function describing(contract: Contract, { operation, body }: RequestState): Operation | undefined {
  if (operation?.operationId === 'createChatCompletion' && body !== undefined && isResponsesRequest(body.json))
    return contract.operation('createResponse')
  return operation
}
