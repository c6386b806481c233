/** Adds items to the end of a list. `push(...items)` puts each item on the stack, which a list of some ten thousand overflows. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
