import type { ChatDialect } from '../exchange/dialect-name.js'
import type { JsonObject } from '../json/object.js'

/** A request of one message in a style, with `model` and `stream` in the body also where the path has them. */
export function firstRequest(style: ChatDialect, model: string, text: string, stream: boolean): JsonObject {
  const streamed = stream ? { stream } : {}
  switch (style) {
    case 'chat-completions':
      return { model, messages: [{ role: 'user', content: text }], ...streamed }
    case 'messages':
      return { model, max_tokens: 1024, messages: [{ role: 'user', content: text }], ...streamed }
    case 'responses':
      return { model, input: text, ...streamed }
    case 'generate-content':
      return { model, contents: [{ role: 'user', parts: [{ text }] }], ...streamed }
  }
}
