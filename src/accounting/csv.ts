export type CsvCell = string | number | null

/** A line of RFC 4180. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${csvCells(cells)}\r\n`
}

/** The cells of a line without its end. A spreadsheet would run what looks like a formula, and clients choose some of these texts. */
export function csvCells(cells: readonly CsvCell[]): string {
  return cells.map(csvCell).join(',')
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
