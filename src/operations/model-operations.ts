import { countMessageTokens, countTokens } from './count-tokens.js'
import { createChatCompletion } from './create-chat-completion.js'
import { createMessage } from './create-message.js'
import { generateContent, streamGenerateContent } from './generate-content.js'
import { mediaOperations } from './media.js'
import type { Handlers, ModelServices } from './operation.js'
import { createResponse } from './responses/create-response.js'

/** The operations that ask a model and need nothing that is kept: workers answer them themselves, but for forms. */
export const modelOperations = {
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
} satisfies Handlers<ModelServices>
