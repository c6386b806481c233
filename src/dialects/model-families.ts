/** One row of a maker's table: the models that it is for, and what they accept, as far as that differs from `like`. */
export type ModelFamily<Model> = FamilyRule<Model> & Partial<Model>

interface FamilyRule<Model> {
  /** Absent: every name. */
  readonly names?: RegExp
  /** The first generation of the family. Absent: every one. */
  readonly from?: number
  readonly like: Model
}

/** Looks a model up in a maker's table: the first row that fits counts. */
export function modelTable<Model extends object>(
  families: readonly ModelFamily<Model>[],
): (name: string, generation?: number) => Model | undefined {
  const rows = families.map(({ names, from = 0, like, ...own }) => ({ names, from, model: { ...like, ...own } }))
  return (name, generation = 0) => rows.find((row) => generation >= row.from && (row.names === undefined || row.names.test(name)))?.model
}
