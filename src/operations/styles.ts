import type { OperationId } from '../../generated/operations.js'
import type { RequestStyle } from '../exchange/media-task.js'

/** The style of each operation that asks a model for something. Others, such as the lists of models, are for all tokens. */
const styles: Partial<Readonly<Record<OperationId, RequestStyle>>> = {
  createChatCompletion: 'chat-completions',
  listChatCompletions: 'chat-completions',
  getChatCompletion: 'chat-completions',
  updateChatCompletion: 'chat-completions',
  deleteChatCompletion: 'chat-completions',
  listChatCompletionMessages: 'chat-completions',
  createMessage: 'messages',
  countMessageTokens: 'messages',
  createResponse: 'responses',
  compactResponse: 'responses',
  countResponseInputTokens: 'responses',
  getResponse: 'responses',
  deleteResponse: 'responses',
  cancelResponse: 'responses',
  listResponseInputItems: 'responses',
  createConversation: 'responses',
  getConversation: 'responses',
  updateConversation: 'responses',
  deleteConversation: 'responses',
  listConversationItems: 'responses',
  createConversationItems: 'responses',
  getConversationItem: 'responses',
  deleteConversationItem: 'responses',
  generateContent: 'generate-content',
  generateContentV1: 'generate-content',
  streamGenerateContent: 'generate-content',
  streamGenerateContentV1: 'generate-content',
  countTokens: 'generate-content',
  countTokensV1: 'generate-content',
  createCompletion: 'completions',
  createEmbedding: 'embeddings',
  embedContent: 'embeddings',
  embedContentV1: 'embeddings',
  batchEmbedContents: 'embeddings',
  batchEmbedContentsV1: 'embeddings',
  createImage: 'image-generations',
  createImageEdit: 'image-edits',
  createTranscription: 'transcriptions',
  createTranslation: 'translations',
  createSpeech: 'speech',
  createRerank: 'rerank',
  createRerankV2: 'rerank',
  createModeration: 'moderations',
  connectRealtime: 'realtime',
  createRealtimeClientSecret: 'realtime',
}

const byOperation: ReadonlyMap<string, RequestStyle> = new Map(Object.entries(styles))

export function styleOf(operationId: string | undefined): RequestStyle | undefined {
  return operationId === undefined ? undefined : byOperation.get(operationId)
}
