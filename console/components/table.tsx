import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly id: string
  readonly header: ComponentChildren
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers stand at the end of their cell, digits under digits. */
  readonly numeric?: boolean
}

/** A table that scrolls sideways in a region of its own; `caption` names it for screen readers. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
}) {
  return (
    <div class="table-region" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.id} scope="col" class={column.numeric === true ? 'numeric' : undefined}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.id} class={column.numeric === true ? 'numeric' : undefined}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
