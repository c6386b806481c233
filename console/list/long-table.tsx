import './list.css'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../components/button.js'
import { Skeleton, ErrorBlock } from '../components/states.js'
import type { Column } from '../components/table.js'
import { useVirtualRows } from '../components/virtual-rows.js'
import { counted } from '../format/numbers.js'
import { goesOn } from './pages.js'
import type { PagedList } from './use-pages.js'

export interface LongTableProperties<Row> {
  readonly caption: string
  /** One of its rows: `token`. */
  readonly what: string
  readonly columns: readonly Column<Row>[]
  readonly list: PagedList<Row>
  readonly rowKey: (row: Row) => string
  /** Shown in place of the table where the list has no row. */
  readonly empty: ComponentChildren
  readonly rowHeight?: number
}

/** A list of any length as a table: rows in view are drawn, pages are loaded when their place comes near. */
export function LongTable<Row>(properties: LongTableProperties<Row>) {
  const { what, list, empty } = properties
  const { loaded, loading, problem, more, reload } = list
  if (loaded.rows.length === 0) {
    if (problem !== undefined) return <ErrorBlock problem={problem} onRetry={reload} />
    if (loaded.next === null) return <>{empty}</>
    if (loading || goesOn(loaded)) return <FirstPages what={what} list={list} />
  }
  return (
    <>
      {loaded.rows.length > 0 && <Rows {...properties} />}
      {problem !== undefined && <ErrorBlock problem={problem} onRetry={loaded.next === null ? reload : more} />}
      <div class="list-foot">
        <p role="status">
          {counted(loaded.rows.length, what)}
          {loaded.next !== null && (loading ? ', loading more …' : ' so far')}
        </p>
        {loaded.next !== null && !goesOn(loaded) && !loading && <Button onClick={more}>Search older ones</Button>}
      </div>
    </>
  )
}

function FirstPages<Row>({ what, list }: { readonly what: string; readonly list: PagedList<Row> }) {
  useMore(list, true)
  return <Skeleton lines={8} what={`the ${what}s`} />
}

/** Loads the next page while the end of what is loaded is near. */
function useMore<Row>({ loaded, loading, problem, more }: PagedList<Row>, nearEnd: boolean): void {
  useEffect(() => {
    if (nearEnd && goesOn(loaded) && !loading && problem === undefined) more()
  }, [nearEnd, loaded, loading, problem])
}

/** What a finger hits is as high as a row. */
const touchHeight = 44

function Rows<Row>({ caption, columns, list, rowKey, rowHeight: wanted = touchHeight }: LongTableProperties<Row>) {
  const { loaded } = list
  const rowHeight = matchMedia('(pointer: coarse)').matches ? touchHeight : wanted
  const { scroller, rows } = useVirtualRows<HTMLDivElement>(loaded.rows.length, rowHeight)
  useMore(list, rows.end >= loaded.rows.length - 20)
  return (
    <div class="table-region long-table" role="region" aria-label={caption} tabIndex={0} ref={scroller}>
      <table aria-rowcount={loaded.next === null ? loaded.rows.length + 1 : -1}>
        <caption class="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, header, numeric }) => (
              <th key={id} scope="col" class={numeric === true ? 'numeric' : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={rows.before} columns={columns.length} />
          {loaded.rows.slice(rows.first, rows.end).map((row, index) => (
            <tr key={rowKey(row)} aria-rowindex={rows.first + index + 2} style={{ height: `${rowHeight}px` }}>
              {columns.map(({ id, cell, numeric }) => (
                <td key={id} class={numeric === true ? 'numeric' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Space height={rows.after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for rows that are not drawn. */
function Space({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height === 0) return null
  return (
    <tr aria-hidden="true" class="space">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  )
}
