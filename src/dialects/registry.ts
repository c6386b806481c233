import type { ChatDialect, UpstreamDialect } from '../exchange/dialect-name.js'
import { bedrockConverseDialect } from './bedrock-converse/index.js'
import { chatCompletionsDialect } from './chat-completions/index.js'
import { cohereChatDialect } from './cohere-chat/index.js'
import type { Dialect, UpstreamHalf } from './dialect.js'
import { fitted } from './fitted.js'
import { generateContentDialect } from './generate-content/index.js'
import { messagesDialect } from './messages/index.js'
import { responsesDialect } from './responses/index.js'

/** All dialects of clients. */
export const clientDialects: Readonly<Record<ChatDialect, Dialect>> = {
  'chat-completions': chatCompletionsDialect,
  messages: messagesDialect,
  responses: responsesDialect,
  'generate-content': generateContentDialect,
}

/** All dialects of upstreams, with requests changed to what their providers accept. */
export const upstreamDialects: Readonly<Record<UpstreamDialect, UpstreamHalf>> = {
  'chat-completions': fitted(chatCompletionsDialect),
  messages: fitted(messagesDialect),
  responses: fitted(responsesDialect),
  'generate-content': fitted(generateContentDialect),
  'cohere-chat': fitted(cohereChatDialect),
  'bedrock-converse': fitted(bedrockConverseDialect),
}
