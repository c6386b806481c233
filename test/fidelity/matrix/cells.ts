/** `exact`; `lossy: what`; `refused: why`; `failed: …` for a fault of the gateway; `–` where a style does not have the feature. */
export type Cell = string

export interface Row {
  readonly group: string
  readonly name: string
  readonly cells: Readonly<Record<string, Cell>>
}

export const none: Cell = '–'

/** A rank by which cells are compared: the more is lost, the worse. `undefined` for no cell. */
export function rank(cell: Cell | undefined): number | undefined {
  if (cell === undefined || cell === none) return undefined
  if (cell === 'exact') return 1000
  if (cell.startsWith('lossy')) return 500 - cell.split(';').length
  return cell.startsWith('refused') ? 100 : 0
}
