/** The provider takes one object where its documentation has a list of them, and its own examples do so. */
export function oneOrMany<T extends object>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
