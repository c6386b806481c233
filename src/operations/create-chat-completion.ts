import { chatCompletionsDialect } from '../dialects/chat-completions/index.js'
import { hasCostRequest, withUsageRequest } from '../dialects/chat-completions/cost-request.js'
import type { Dialect } from '../dialects/dialect.js'
import { responsesDialect } from '../dialects/responses/index.js'
import { requestsCost } from '../relay/usage-cost.js'
import { completionKeeper } from './completions/completion-keeper.js'
import { modelOf, requiredBody, runConversation } from './converse.js'
import type { ModelHandler } from './operation.js'

/** `POST /v1/chat/completions` */
export const createChatCompletion: ModelHandler<'createChatCompletion'> = (request, services) => {
  const body = requiredBody(request)
  const tellsCost = hasCostRequest(body.json) || requestsCost(request)
  const asked = { wire: body.json, bytes: body.bytes }
  const { wire, bytes } = tellsCost ? withUsageRequest(asked) : asked
  const foreignRequest = isResponsesRequest(wire)
  return runConversation(request, services, {
    dialect: foreignRequest ? asksInResponses : chatCompletionsDialect,
    model: modelOf(wire),
    stream: wire.stream === true,
    wire,
    bytes,
    more: { foreignRequest, tellsCost, observer: completionKeeper(request, services, wire) },
  })
}

/** Cursor sends a responses body here for some models and reads a chat completions reply. */
export function isResponsesRequest(wire: Readonly<Record<string, unknown>>): boolean {
  return wire.input !== undefined && wire.messages === undefined
}

const asksInResponses: Dialect = {
  ...chatCompletionsDialect,
  objectIds: responsesDialect.objectIds,
  decodeRequest: responsesDialect.decodeRequest.bind(responsesDialect),
}
