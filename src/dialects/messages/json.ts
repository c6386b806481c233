export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
