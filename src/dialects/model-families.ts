/** One row of a table of models: which models it is for, and how they differ from `like`. */
export type ModelFamily<Model> = FamilyRule<Model> & Partial<Model>

interface FamilyRule<Model> {
  /** Absent: all names. */
  readonly names?: RegExp
  /** The first generation. Absent: all generations. */
  readonly from?: number
  readonly like: Model
}

/** Returns a function that looks up a model in a table: the first row that matches counts. */
export function modelTable<Model extends object>(
  families: readonly ModelFamily<Model>[],
): (name: string, generation?: number) => Model | undefined {
  const rows = families.map(({ names, from = 0, like, ...own }) => ({ names, from, model: { ...like, ...own } }))
  return (name, generation = 0) => rows.find((row) => generation >= row.from && (row.names === undefined || row.names.test(name)))?.model
}

/** A look-up by the name of a model that keeps what it has found: the same few names come with every request. */
export function remembering<Found>(find: (name: string) => Found): (name: string) => Found {
  const found = new Map<string, { readonly value: Found }>()
  return (name) => {
    const known = found.get(name)
    if (known !== undefined) return known.value
    const value = find(name)
    if (found.size >= mostNames) found.clear()
    // Clients choose the names that have a star in the configuration.
    if (name.length <= mostOfName) found.set(name, { value })
    return value
  }
}

const mostNames = 500
const mostOfName = 100
