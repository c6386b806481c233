import { csvCells, type CsvCell } from '../../accounting/csv.js'
import type { CommandOptions } from '../command.js'

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly CsvCell[])[]
}

/** Prints rows as an aligned table, or as `--json` or `--csv` ask. `json`: the document for `--json`. */
export function printTable({ json, csv }: Pick<CommandOptions, 'json' | 'csv'>, table: Table, document: unknown): void {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : csv === true ? csvText(table) : alignedText(table))
}

export function csvText({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${csvCells(row)}\n`).join('')
}

/** Numbers stand at the right. */
export function alignedText({ columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map((value) => printable(shown(value))))]
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const right = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column])))
  return cells
    .map((row) => {
      const line = row.map((text, column) =>
        right[column] === true ? text.padStart(widths[column] ?? 0) : text.padEnd(widths[column] ?? 0),
      )
      return `${line.join('  ').trimEnd()}\n`
    })
    .join('')
}

/** One more row, below columns whose widths are not known any more. */
export function lineText(row: readonly CsvCell[]): string {
  return `${row.map((value) => printable(shown(value))).join('  ')}\n`
}

function isNumber(value: CsvCell | undefined): boolean {
  return value === null || value === undefined || typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(value)
}

function shown(value: CsvCell): string {
  return value === null ? '' : String(value)
}

/** Clients choose names of models: none may write to the terminal. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
}

/** A member of a reply as a cell; what is neither a text nor a number is left empty. */
export function cellOf(value: unknown): CsvCell {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
