import { isObject, parseJson, type JsonObject } from '../../json/object.js'

/**
 * The arguments of a call as an object: no arguments may be written as `{}`, `null` or nothing at all, and some models write
 * the object's text inside a string. `undefined` for what is no object.
 */
export function parseInput(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (value === null) return {}
  const inner = typeof value === 'string' ? (value.trim() === '' ? {} : parseJson(value)) : value
  return isObject(inner) ? inner : undefined
}
