import type { ChatDialect } from '../../../../src/exchange/dialect-name.js'
import type { JsonObject } from '../../../../src/json/object.js'
import type { Asked } from '../requests/options.js'
import type { ReplyReader } from '../streams/delta.js'
import { chatCompletions } from './chat-completions.js'

/** How the playground writes the requests of a style and reads its replies. */
export interface WireStyle {
  /** With `model` and `stream` in it for every style: what `src/snippets` takes. */
  readonly body: (asked: Asked) => JsonObject
  readonly reader: () => ReplyReader
}

const loads: Readonly<Record<ChatDialect, () => Promise<WireStyle>>> = {
  'chat-completions': () => Promise.resolve(chatCompletions),
  messages: () => import('./messages.js').then(({ messages }) => messages),
  responses: () => import('./responses.js').then(({ responses }) => responses),
  'generate-content': () => import('./generate-content.js').then(({ generateContent }) => generateContent),
}

/** All but the default style are chunks of their own: most conversations have one. */
export const loadStyle = (style: ChatDialect): Promise<WireStyle> => loads[style]()
