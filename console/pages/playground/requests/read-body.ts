import type { ChatDialect } from '../../../../src/exchange/dialect-name.js'
import { listOf, objectOf, objectsOf, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'

/** Where a body of each style has its system prompt, if not among its messages, and its messages. */
const places: Readonly<Record<ChatDialect, (body: JsonObject) => { readonly system?: unknown; readonly messages: unknown }>> = {
  'chat-completions': ({ messages }) => ({ messages }),
  messages: ({ system, messages }) => ({ system, messages }),
  responses: ({ instructions, input }) => ({
    system: instructions,
    messages: typeof input === 'string' ? [{ role: 'user', content: input }] : input,
  }),
  'generate-content': ({ systemInstruction, contents }) => ({ system: objectOf(systemInstruction)?.parts, messages: contents }),
}

/** The system prompt and the texts of a body; pictures and tools are left out. */
export function readConversation(style: ChatDialect, body: JsonObject): { readonly system: string; readonly turns: readonly Turn[] } {
  const { system, messages } = places[style](body)
  const read = objectsOf(messages)
  const isSystem = (message: JsonObject) => message.role === 'system' || message.role === 'developer'
  return {
    system: [textIn(system), ...read.filter(isSystem).map((message) => textIn(message.content))].filter((text) => text !== '').join('\n'),
    turns: read.filter((message) => !isSystem(message)).flatMap(turnOf),
  }
}

function turnOf(message: JsonObject): readonly Turn[] {
  const text = textIn(message.content ?? message.parts)
  if (text === '') return []
  if (message.role === 'user') return [{ kind: 'user', id: 0, text, pictures: [] }]
  if (message.role !== 'assistant' && message.role !== 'model') return []
  const standing = { state: 'complete', finish: 'stop' } as const
  return [{ kind: 'answer', id: 0, text, reasoning: '', calls: [], pictures: [], standing, measures: { model: '', style: '' } }]
}

/** A text, or the texts of a list of parts. */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  return listOf(content)
    .map((part) => textOf(objectOf(part)?.text))
    .filter((text) => text !== undefined)
    .join('\n')
}
