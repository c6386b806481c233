import type { CommandOptions } from '../command.js'

type Cell = string | number | boolean | null | undefined

export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Prints rows as an aligned table, or as `--json` or `--csv` ask. `json`: the document for `--json`. */
export function printTable({ json, csv }: Pick<CommandOptions, 'json' | 'csv'>, table: Table, document: unknown): void {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : csv === true ? csvText(table) : alignedText(table))
}

export function csvText({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => `${row.map(csvCell).join(',')}\n`).join('')
}

/** As RFC 4180 has it. A text that a spreadsheet would take for a formula gets a quote before it. */
function csvCell(value: Cell): string {
  if (typeof value !== 'string') return shown(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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

function isNumber(value: Cell): boolean {
  return value === null || value === undefined || typeof value === 'number' || /^\d+(?:\.\d+)?$/.test(String(value))
}

function shown(value: Cell): string {
  return value === null || value === undefined ? '' : String(value)
}

/** Clients choose names of models: none may write to the terminal. */
function printable(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
}
