import type { JsonObject } from './object.js'

const lowerCaseName = /^[a-z\d_]*$/

/** Folds the case of a member's name as case-insensitive parsers do: `ſ` is an s, and the Kelvin sign a k. */
export function foldName(name: string): string {
  return lowerCaseName.test(name) ? name : name.toUpperCase().toLowerCase()
}

/** The values of the members with this name, which is in lower case, in any case: some providers' parsers (as Go's) ignore it. */
export function valuesNamed(object: JsonObject | undefined, name: string): unknown[] {
  const values: unknown[] = []
  for (const key in object) if (foldName(key) === name) values.push(object[key])
  return values
}
