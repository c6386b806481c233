import { useSignal } from '@preact/signals'
import { useCallback, useEffect, useRef } from 'preact/hooks'
import { problemOf, type Problem } from '../api/problem.js'
import { nothingLoaded, withNewer, withPage, type LoadedPages, type Page } from './pages.js'

export interface PagedList<Row> {
  readonly loaded: LoadedPages<Row>
  readonly loading: boolean
  readonly problem: Problem | undefined
  /** Loads the next page, unless one is on its way. */
  readonly more: () => void
  /** Begins anew; the rows stay until the first page is there. */
  readonly reload: () => void
  /** Puts rows at the beginning. */
  readonly add: (newer: readonly Row[], keyOf: (row: Row) => string) => void
}

type LoadPage<Row> = (after: string | undefined, signal: AbortSignal) => Promise<Page<Row>>

/** A list of the API that is loaded page by page; another `key` begins anew. */
export function usePages<Row>(loadPage: LoadPage<Row>, key: string): PagedList<Row> {
  const loaded = useSignal<LoadedPages<Row>>(nothingLoaded)
  const loading = useSignal(true)
  const problem = useSignal<Problem | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)
  const latest = useRef(loadPage)
  latest.current = loadPage

  const load = useCallback((before: LoadedPages<Row>) => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    loading.value = true
    problem.value = undefined
    latest.current(before.next ?? undefined, abort.signal).then(
      (page) => {
        if (abort.signal.aborted) return
        running.current = undefined
        loaded.value = withPage(before.next === undefined ? nothingLoaded : loaded.peek(), page)
        loading.value = false
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        running.current = undefined
        problem.value = problemOf(error)
        loading.value = false
      },
    )
  }, [])

  const reload = useCallback(() => load(nothingLoaded), [])
  useEffect(() => {
    loaded.value = nothingLoaded
    reload()
    return () => running.current?.abort()
  }, [key])

  const more = useCallback(() => {
    const { next } = loaded.peek()
    if (running.current === undefined && typeof next === 'string') load(loaded.peek())
  }, [])
  const add = useCallback((newer: readonly Row[], keyOf: (row: Row) => string) => {
    loaded.value = withNewer(loaded.peek(), newer, keyOf)
  }, [])
  return { loaded: loaded.value, loading: loading.value, problem: problem.value, more, reload, add }
}
