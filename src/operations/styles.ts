import type { OperationId, Operations } from '../../generated/operations.js'
import type { RequestStyle } from '../exchange/media-task.js'

/** The operations below the paths of models' styles. */
type OperationOfStyles = {
  readonly [Id in OperationId]: Operations[Id]['path'] extends `/v${1 | 2 | '1beta'}/${string}` ? Id : never
}[OperationId]

/** They are for all tokens. */
type ListOfModels = 'getModel' | 'getModelV1beta' | 'listModels' | 'listModelsV1beta'

/** The style of each operation that asks a model for something: a missing one does not compile. */
const styles: Readonly<Record<Exclude<OperationOfStyles, ListOfModels>, RequestStyle>> = {
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
