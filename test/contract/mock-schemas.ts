// The schemas of replies, of the events of streams and of errors, by style.
import type { ClientStyle } from './questions.js'

export const replySchemas: Readonly<Record<ClientStyle, string>> = {
  'chat-completions': 'ChatCompletion',
  messages: 'MessagesMessage',
  responses: 'ResponsesResponse',
  'generate-content': 'GeminiGenerateContentResponse',
}

export const eventSchemas: Readonly<Record<ClientStyle, string>> = {
  'chat-completions': 'ChatStreamFrame',
  messages: 'MessagesStreamEvent',
  responses: 'ResponsesStreamEvent',
  'generate-content': 'GeminiStreamChunk',
}

export const errorSchemas: Readonly<Record<ClientStyle, string>> = {
  'chat-completions': 'ChatErrorResponse',
  messages: 'MessagesErrorResponse',
  responses: 'ResponsesErrorReply',
  'generate-content': 'GeminiErrorReply',
}
