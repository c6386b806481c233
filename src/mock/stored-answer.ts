import { responsesDialect } from '../dialects/responses/index.js'
import type { StoredResponses } from './conversation/stored-responses.js'
import { framesOf } from './play.js'
import type { MatchedRequest } from './request.js'
import { jsonAnswer, type MockAnswer } from './whole-answer.js'

/** The answer about a response that this mock has made; `undefined`: it is about another one, or about something else. */
export function storedAnswer(stored: StoredResponses, request: MatchedRequest, stream: boolean): MockAnswer | undefined {
  const reply = replyOf(stored, request)
  if (reply === undefined) return undefined
  const frames = stream ? responsesDialect.framesOfReply(reply) : undefined
  if (frames === undefined) return { whole: jsonAnswer(reply) }
  return { script: { contentType: 'text/event-stream; charset=utf-8', frames: [...frames].flatMap(framesOf) } }
}

function replyOf(stored: StoredResponses, { operation, parameters, query }: MatchedRequest): object | undefined {
  const id = parameters['response_id'] ?? ''
  switch (operation.operationId) {
    case 'getResponse':
    case 'cancelResponse':
      return stored.find(id)
    case 'deleteResponse':
      return stored.delete(id)
    case 'listResponseInputItems':
      return stored.items(id, query)
    default:
      return undefined
  }
}
