import { parseExactly } from '../json/exact-numbers.js'
import { objectOf, parseObject, type JsonObject } from '../json/object.js'
import type { Tool } from './request.js'

/*
 * Custom tools (free-text input) at providers that only have function tools: the tool is sent as a function with one string argument, and
 * the text is read from this argument of a tool call.
 */

export function kindOfTool(name: string, tools: readonly Tool[]): 'function' | 'custom' {
  return tools.some((tool) => tool.type === 'custom' && tool.name === name) ? 'custom' : 'function'
}

/** The JSON Schema of such a function's arguments. */
export function freeTextSchema(description = 'The whole input of the tool as plain text.') {
  return { type: 'object' as const, properties: { input: { type: 'string', description } }, required: ['input'] }
}

export function freeTextArguments(text: string): { readonly input: string } {
  return { input: text }
}

/** The free text in the arguments of a tool call; all arguments as JSON text where they have another schema. */
export function freeTextIn(args: JsonObject): string {
  return typeof args['input'] === 'string' ? args['input'] : JSON.stringify(args)
}

/** The same for arguments as text. A text that is not such an object is returned unchanged: the model may have written the input directly. */
export function freeTextOf(text: string): string {
  const input = parseObject(text)?.['input']
  return typeof input === 'string' ? input : text
}

/**
 * The arguments of a tool call as an object; `{}` for an empty text or `null`. Some models write the object's text inside a JSON string.
 * `undefined` where they are not an object.
 */
export function argumentsObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  const value = parseExactly(text)
  if (value === null) return {}
  return typeof value === 'string' ? (value.trim() === '' ? {} : objectOf(parseExactly(value))) : objectOf(value)
}
