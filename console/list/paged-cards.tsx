import type { ComponentChildren } from 'preact'
import { Button } from '../components/button.js'
import { ErrorBlock, Skeleton } from '../components/states.js'
import type { PagedList } from './use-pages.js'
import './list.css'

/** A list of the API as cards; further pages by a button. */
export function PagedCards<Row>({
  what,
  list,
  keyOf,
  empty,
  children,
}: {
  readonly what: string
  readonly list: PagedList<Row>
  readonly keyOf: (row: Row) => string
  readonly empty: ComponentChildren
  readonly children: (row: Row) => ComponentChildren
}) {
  const { loaded, loading, problem, more, reload } = list
  return (
    <>
      {problem !== undefined && <ErrorBlock problem={problem} onRetry={loaded.next === undefined ? reload : more} />}
      {loaded.rows.length === 0 && loading && <Skeleton lines={8} what={`the ${what}s`} />}
      {loaded.rows.length === 0 && loaded.next === null && !loading && empty}
      <ul class="cards" aria-busy={loading}>
        {loaded.rows.map((row) => (
          <li key={keyOf(row)} class="panel card">
            {children(row)}
          </li>
        ))}
      </ul>
      {typeof loaded.next === 'string' && (
        <div>
          <Button busy={loading} onClick={more}>
            Show more {what}s
          </Button>
        </div>
      )}
    </>
  )
}
