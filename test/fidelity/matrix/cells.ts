/** `exact`; `lossy: what`; `refused: why`; `failed: …` for what must not be; `–` where a style has no words for it. */
export type Cell = string

export interface Row {
  readonly group: string
  readonly name: string
  readonly cells: Readonly<Record<string, Cell>>
}

export const none: Cell = '–'

/** How good a cell is; the more is lost, the worse. `undefined` for no cell. */
export function rank(cell: Cell | undefined): number | undefined {
  if (cell === undefined || cell === none) return undefined
  if (cell === 'exact') return 1000
  if (cell.startsWith('lossy')) return 500 - cell.split(';').length
  return cell.startsWith('refused') ? 100 : 0
}
