import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { PlatformRequest } from '../../../generated/platform/model/index.js'
import type { Page } from '../../list/pages.js'
import type { PagedList } from '../../list/use-pages.js'

const pauseMs = 2000
/** A tail that runs for hours begins anew, rather than keep everything. */
const mostRows = 5000

const idOf = ({ request_id: id }: PlatformRequest): string => id

/** While `live`, looks for newer requests every two seconds in a visible page. `behind` becomes true while that fails. */
export function useTail(
  live: boolean,
  list: PagedList<PlatformRequest>,
  newest: (signal: AbortSignal) => Promise<Page<PlatformRequest>>,
  behind: Signal<boolean>,
): void {
  useEffect(() => {
    if (!live || list.loading || list.problem !== undefined) return
    const abort = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const { data } = await newest(abort.signal)
        behind.value = false
        const known = new Set(list.loaded.rows.slice(0, 1000).map(idOf))
        const gap = data.length > 0 && known.size > 0 && !data.some((request) => known.has(idOf(request)))
        if (gap || list.loaded.rows.length > mostRows) list.reload()
        else list.add(data, idOf)
      } catch {
        if (!abort.signal.aborted) behind.value = true
      }
    }
    const timer = setInterval(() => {
      if (!document.hidden) void look()
    }, pauseMs)
    return () => {
      clearInterval(timer)
      abort.abort()
    }
  }, [live, list.loaded, list.loading, list.problem])
}
