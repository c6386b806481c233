/** Appends items to a list. `push(...items)` puts each item on the stack, which overflows with some ten thousand. */
export function append<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}
