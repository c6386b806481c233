/** Appends items to a list of any length; `push(...items)` overflows the stack with very many items. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
