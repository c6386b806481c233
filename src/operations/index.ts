import { createChatCompletion } from './create-chat-completion.js'
import { createMessage } from './create-message.js'
import { createResponse } from './create-response.js'
import { generateContent, streamGenerateContent } from './generate-content.js'
import { getModel, listModels } from './models.js'
import type { OperationHandlers } from './operation.js'

/** operationId → what does it. An operation of the contract that is missing here is a start error. */
export const operationHandlers: OperationHandlers = {
  createChatCompletion,
  createMessage,
  createResponse,
  generateContent,
  generateContentV1: generateContent,
  streamGenerateContent,
  streamGenerateContentV1: streamGenerateContent,
  listModels,
  listModelsV1beta: listModels,
  getModel,
  getModelV1beta: getModel,
}
