/** A list that the API gives page by page. */
export interface Page<Row> {
  readonly data: readonly Row[]
  readonly next: string | null
}

/** What is loaded of such a list. */
export interface LoadedPages<Row> {
  readonly rows: readonly Row[]
  /** Where the next page begins; null: the list is complete. `undefined`: nothing is loaded yet. */
  readonly next: string | null | undefined
  /** Pages without a row since the last row: the API searches a part of the records at a time. */
  readonly emptyPages: number
}

export const nothingLoaded: LoadedPages<never> = { rows: [], next: undefined, emptyPages: 0 }

export function withPage<Row>(loaded: LoadedPages<Row>, page: Page<Row>): LoadedPages<Row> {
  return {
    rows: [...loaded.rows, ...page.data],
    next: page.next,
    emptyPages: page.data.length === 0 ? loaded.emptyPages + 1 : 0,
  }
}

/** Rows that have come to the list's beginning since it was loaded; those that are there already are left out. */
export function withNewer<Row>(loaded: LoadedPages<Row>, newer: readonly Row[], keyOf: (row: Row) => string): LoadedPages<Row> {
  const known = new Set(loaded.rows.slice(0, newer.length + 1000).map(keyOf))
  const added = newer.filter((row) => !known.has(keyOf(row)))
  return added.length === 0 ? loaded : { ...loaded, rows: [...added, ...loaded.rows] }
}

const mostEmptyPages = 5

/** Whether the list goes on by itself when its end is near; after some empty pages it waits for a press of a button. */
export function goesOn({ next, emptyPages }: LoadedPages<unknown>): boolean {
  return typeof next === 'string' && emptyPages < mostEmptyPages
}
