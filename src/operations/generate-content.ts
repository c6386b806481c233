import { generateContentDialect } from '../dialects/generate-content/index.js'
import { GatewayFailure } from '../exchange/error.js'
import type { GatewayRequest } from '../relay/gateway-request.js'
import { requiredBody, runConversation } from './converse.js'
import type { OperationHandler } from './operation.js'

/** `POST /v1beta/models/{model}:generateContent`, also under /v1 */
export const generateContent: OperationHandler = (request, services) => {
  return runConversation(request, services, {
    dialect: generateContentDialect,
    model: pathModel(request),
    stream: false,
    wire: requiredBody(request).json,
  })
}

/** `POST /v1beta/models/{model}:streamGenerateContent`: event frames with `alt=sse`, else one JSON array. */
export const streamGenerateContent: OperationHandler = (request, services) => {
  return runConversation(request, services, {
    dialect: generateContentDialect,
    model: pathModel(request),
    stream: true,
    framing: generateContentDialect.facts.framing(request.query),
    wire: requiredBody(request).json,
  })
}

export function pathModel(request: GatewayRequest): string {
  const model = request.parameters.model
  if (model === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'The path names no model.' })
  return model
}
