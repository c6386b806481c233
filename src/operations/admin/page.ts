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
  const rest = all.filter(({ name }) => name > after).sort((one, other) => (one.name < other.name ? -1 : 1))
  const items = rest.slice(0, limit)
  return { items, next: rest.length > limit ? (items.at(-1)?.name ?? null) : null }
}
