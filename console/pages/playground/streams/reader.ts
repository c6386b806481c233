import type { ChatDialect } from '../../../../src/exchange/dialect-name.js'
import { ChatCompletionsReader } from './chat-completions.js'
import type { ReplyReader } from './delta.js'
import { GenerateContentReader } from './generate-content.js'
import { MessagesReader } from './messages.js'
import { ResponsesReader } from './responses.js'

export function readerOf(style: ChatDialect): ReplyReader {
  switch (style) {
    case 'chat-completions':
      return new ChatCompletionsReader()
    case 'messages':
      return new MessagesReader()
    case 'responses':
      return new ResponsesReader()
    case 'generate-content':
      return new GenerateContentReader()
  }
}
