import { countMessageTokens, countTokens } from '../../operations/count-tokens.js'
import { createChatCompletion } from '../../operations/create-chat-completion.js'
import { createMessage } from '../../operations/create-message.js'
import { generateContent, streamGenerateContent } from '../../operations/generate-content.js'
import { mediaOperations } from '../../operations/media.js'
import type { Handlers, ModelServices } from '../../operations/operation.js'
import { createResponse } from '../../operations/responses/create-response.js'

/** The operations that workers answer themselves; forms are passed on. */
export const workerHandlers: Handlers<ModelServices> = {
  createChatCompletion,
  createMessage,
  countMessageTokens,
  createResponse,
  generateContent,
  generateContentV1: generateContent,
  streamGenerateContent,
  streamGenerateContentV1: streamGenerateContent,
  countTokens,
  countTokensV1: countTokens,
  ...mediaOperations,
}
