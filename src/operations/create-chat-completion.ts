import { chatCompletionsDialect } from '../dialects/chat-completions/index.js'
import { modelOf, requiredBody, runConversation } from './converse.js'
import type { OperationHandler } from './operation.js'

/** `POST /v1/chat/completions` */
export const createChatCompletion: OperationHandler = async (call, services) => {
  const wire = requiredBody(call).json
  await runConversation(call, services, { dialect: chatCompletionsDialect, model: modelOf(wire), stream: wire.stream === true, wire })
}
