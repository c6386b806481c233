/** `list.map(change)`, but the same list where no item changed. */
export function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  let result: T[] | undefined
  let index = 0
  for (const item of list) {
    const changed = change(item)
    if (changed !== item) (result ??= [...list])[index] = changed
    index++
  }
  return result ?? list
}
