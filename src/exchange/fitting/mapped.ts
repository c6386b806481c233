/** `list.map(change)`, but the same list where no item changed. */
export function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let result: T[] | undefined
  for (const [index, item] of list.entries()) {
    const changed = change(item)
    if (changed !== item) (result ??= [...list])[index] = changed
  }
  return result ?? list
}
