/** Google accepts one object in place of a list of them, and its own examples use that. */
export function oneOrMany<T extends object>(value: T | readonly T[]): readonly T[] {
  return isList(value) ? value : [value]
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value)
}
