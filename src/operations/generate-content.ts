import { generateContentDialect } from '../dialects/generate-content/index.js'
import { GatewayFailure } from '../exchange/error.js'
import type { Call } from '../relay/call.js'
import { requiredBody, runConversation } from './converse.js'
import type { OperationHandler } from './operation.js'

/** `POST /v1beta/models/{model}:generateContent`, also under /v1 */
export const generateContent: OperationHandler = (call, services) => {
  return runConversation(call, services, {
    dialect: generateContentDialect,
    model: pathModel(call),
    stream: false,
    wire: requiredBody(call).json,
  })
}

/** `POST /v1beta/models/{model}:streamGenerateContent`: event frames with `alt=sse`, else one JSON array. */
export const streamGenerateContent: OperationHandler = (call, services) => {
  return runConversation(call, services, {
    dialect: generateContentDialect,
    model: pathModel(call),
    stream: true,
    framing: call.query.get('alt') === 'sse' ? 'sse' : 'json-array',
    wire: requiredBody(call).json,
  })
}

export function pathModel(call: Call): string {
  const model = call.parameters.model
  if (model === undefined) throw new GatewayFailure({ kind: 'not_found', message: 'The path names no model.' })
  return model
}
