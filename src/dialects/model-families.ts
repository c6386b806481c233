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
