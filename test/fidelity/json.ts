export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The objects of a list; `[]` for a value that is not a list. */
export function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** JSON text that is the same for equal values, independent of the order of members. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isJsonObject(value)) return value === undefined ? 'null' : JSON.stringify(value)
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)
  return `{${members.join(',')}}`
}

/** The value of a JSON text; `undefined` for other texts. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

export type Path = readonly (string | number)[]

export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

/** Every value that is no container, and every empty object, with its path. */
export function leavesOf(value: Json, path: Path = []): { readonly path: Path; readonly value: Json }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, [...path, index]))
  if (!isJsonObject(value) || Object.keys(value).length === 0) return Array.isArray(value) ? [] : [{ path, value }]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, [...path, name]))
}

/** A copy in which the value at the path is replaced, or removed (`undefined`). */
export function changed(value: Json, path: Path, replacement: Json | undefined): Json {
  const [step, ...rest] = path
  if (step === undefined) return replacement ?? null
  if (Array.isArray(value)) {
    const index = Number(step)
    if (rest.length === 0 && replacement === undefined) return value.filter((_item, at) => at !== index)
    return value.map((item, at) => (at === index ? changed(item, rest, replacement) : item))
  }
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    if (name !== step) return [[name, member]]
    if (rest.length === 0 && replacement === undefined) return []
    return [[name, changed(member, rest, replacement)]]
  })
  return Object.fromEntries(entries)
}

/** The text; `''` for other values. */
export function textIn(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
