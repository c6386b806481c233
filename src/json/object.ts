/** A JSON object with unchecked members. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined
}

/** The objects of a list; `[]` for a value that is not a list. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : []
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

/** The text; `undefined` for the empty text and for other values. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The text; `''` for other values. */
export function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** `undefined` where the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `undefined` where the text is not a JSON object. */
export function parseObject(text: string): JsonObject | undefined {
  return objectOf(parseJson(text))
}

/** `T` while it is built: its optional members may be undefined too. */
type Unfinished<T> = { readonly [K in keyof T]: Pick<T, K> extends Required<Pick<T, K>> ? T[K] : T[K] | undefined }

/**
 * The same object without its `undefined` members, for types whose optional members may be absent but not undefined. `T` is the type
 * that is expected there; where none is, it must be given.
 */
export function defined<T extends object = never>(members: NoInfer<Unfinished<T>>): T {
  const result: Record<string, unknown> = {}
  // No arrays of entries: this runs for every reply that is relayed.
  for (const key in members) {
    const value = members[key]
    if (value !== undefined) result[key] = value
  }
  // Only optional members can be missing.
  return result as T
}
