import { listOf, objectOf, objectsOf, textOf, type JsonObject } from '../../../../src/json/object.js'
import type { Turn } from '../conversation.js'

/** The system prompt and the texts of a body in any of the four styles; pictures and tools are left out. */
export function readConversation(body: JsonObject): { readonly system: string; readonly turns: readonly Turn[] } {
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : objectsOf(body.input)
  const messages = [...objectsOf(body.messages), ...input, ...objectsOf(body.contents)]
  const isSystem = (message: JsonObject) => message.role === 'system' || message.role === 'developer'
  const systems = [body.system, body.instructions, objectOf(body.systemInstruction)?.parts].map(textIn)
  return {
    system: [...systems, ...messages.filter(isSystem).map((message) => textIn(message.content))].filter((text) => text !== '').join('\n'),
    turns: messages.filter((message) => !isSystem(message)).flatMap(turnOf),
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
