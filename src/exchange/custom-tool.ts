import { parseExactly } from '../json/exact-numbers.js'
import { objectOf, parseObject, type JsonObject } from '../json/object.js'
import type { Tool } from './request.js'

/*
 * Free-text tools at providers that only know functions: the text is sent as the one argument of a function, and tool calls are read
 * back from it.
 */

export function kindOfTool(name: string, tools: readonly Tool[]): 'function' | 'custom' {
  return tools.some((tool) => tool.type === 'custom' && tool.name === name) ? 'custom' : 'function'
}

/** The JSON Schema of the one argument. */
export function freeTextSchema(description = 'The whole input of the tool as plain text.') {
  return { type: 'object' as const, properties: { input: { type: 'string', description } }, required: ['input'] }
}

export function freeTextArguments(text: string): { readonly input: string } {
  return { input: text }
}

/** The free text in the arguments of a call; the JSON text where the model wrote something else. */
export function freeTextIn(args: JsonObject): string {
  return typeof args['input'] === 'string' ? args['input'] : JSON.stringify(args)
}

/** The same for arguments that came as text, which stays as it is where it is anything else: a model may have written the text itself. */
export function freeTextOf(text: string): string {
  const input = parseObject(text)?.['input']
  return typeof input === 'string' ? input : text
}

/**
 * The arguments of a call as an object: no arguments may be written as `{}`, `null` or nothing at all, and some models write
 * the object's text inside a string. `undefined` for what is no object.
 */
export function argumentsObject(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  const value = parseExactly(text)
  if (value === null) return {}
  return typeof value === 'string' ? (value.trim() === '' ? {} : objectOf(parseExactly(value))) : objectOf(value)
}
