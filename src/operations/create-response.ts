import { responsesDialect } from '../dialects/responses/index.js'
import { modelOf, requiredBody, runConversation } from './converse.js'
import type { OperationHandler } from './operation.js'

/** `POST /v1/responses` */
export const createResponse: OperationHandler = async (call, services) => {
  const wire = requiredBody(call).json
  await runConversation(call, services, { dialect: responsesDialect, model: modelOf(wire), stream: wire.stream === true, wire })
}
