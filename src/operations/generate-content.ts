import { generateContentDialect } from '../dialects/generate-content/index.js'
import { requiredBody, runConversation } from './converse.js'
import type { ModelHandler } from './operation.js'

/** `POST /v1beta/models/{model}:generateContent`, also under /v1 */
export const generateContent: ModelHandler<'generateContent' | 'generateContentV1'> = (request, services, { model }) => {
  return runConversation(request, services, {
    dialect: generateContentDialect,
    model,
    stream: false,
    wire: requiredBody(request).json,
  })
}

/** `POST /v1beta/models/{model}:streamGenerateContent`: event frames with `alt=sse`, else one JSON array. */
export const streamGenerateContent: ModelHandler<'streamGenerateContent' | 'streamGenerateContentV1'> = (request, services, { model }) => {
  return runConversation(request, services, {
    dialect: generateContentDialect,
    model,
    stream: true,
    framing: generateContentDialect.facts.framing(request.query),
    wire: requiredBody(request).json,
  })
}
