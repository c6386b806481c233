import { messagesDialect, requireVersion } from '../dialects/messages/index.js'
import { modelOf, requiredBody, runConversation } from './converse.js'
import type { ModelHandler } from './operation.js'

/** `POST /v1/messages` */
export const createMessage: ModelHandler<'createMessage'> = (request, services) => {
  requireVersion(request.incoming.headers)
  const wire = requiredBody(request).json
  return runConversation(request, services, { dialect: messagesDialect, model: modelOf(wire), stream: wire.stream === true, wire })
}
