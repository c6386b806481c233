interface Named {
  readonly name: string
}

/** The names of things by the id of the user or team that `holderOf` finds, in order. One pass for a whole page of holders. */
export function namesByHolder<Item extends Named>(
  items: readonly Item[],
  holderOf: (item: Item) => { readonly id: string } | undefined,
): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>()
  for (const item of items) {
    const holder = holderOf(item)
    if (holder === undefined) continue
    const own = names.get(holder.id)
    if (own === undefined) names.set(holder.id, [item.name])
    else own.push(item.name)
  }
  for (const own of names.values()) own.sort()
  return names
}
