interface Asked {
  readonly limit?: number
  /** A name: those behind it. */
  readonly after?: string
}

interface Page<Item> {
  readonly items: readonly Item[]
  /** The last name, where there are more. */
  readonly next: string | null
}

const usualLimit = 1000

/** Some of a list that is kept in memory, by name. */
export function pageOf<Item extends { readonly name: string }>(
  all: readonly Item[],
  { limit = usualLimit, after = '' }: Asked,
): Page<Item> {
  const items = firstBehind(all, after, limit + 1)
  const isLast = items.length <= limit
  if (!isLast) items.pop()
  return { items, next: isLast ? null : (items.at(-1)?.name ?? null) }
}

/** The first `count` names behind `after`, in order. A list of 100,000 is not sorted for it: that would hold up everybody else. */
function firstBehind<Item extends { readonly name: string }>(all: readonly Item[], after: string, count: number): Item[] {
  const first: Item[] = []
  for (const item of all) {
    const { name } = item
    if (name <= after) continue
    const last = first.at(-1)
    if (first.length === count && last !== undefined && name > last.name) continue
    first.splice(placeOf(name, first), 0, item)
    if (first.length > count) first.pop()
  }
  return first
}

/** Where a name belongs among sorted ones. */
function placeOf(name: string, sorted: readonly { readonly name: string }[]): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle]?.name ?? '') < name) low = middle + 1
    else high = middle
  }
  return low
}
