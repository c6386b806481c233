/** The same object without its `undefined` members, for types whose optional members may be absent but not undefined. */
export function defined<T extends object>(members: { readonly [K in keyof T]: T[K] | undefined }): T {
  const result: Record<string, unknown> = {}
  // No arrays of entries: this runs for every reply that is relayed.
  for (const key in members) {
    const value = members[key]
    if (value !== undefined) result[key] = value
  }
  // Every required member of T is there, since its type above has no undefined unless T's own has.
  return result as T
}
