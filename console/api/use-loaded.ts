import { useSignal } from '@preact/signals'
import { useCallback, useEffect } from 'preact/hooks'
import { problemOf, type Problem } from './problem.js'

/** What a page loads: nothing yet, a value, or a problem (with the last value, where there was one). */
export type Loaded<Value> =
  | { readonly state: 'loading'; readonly value?: Value }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly problem: Problem; readonly value?: Value }

/** Loads again when `key` changes or `reload` is called; the answer of an older load is dropped. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  key: string,
): { readonly loaded: Loaded<Value>; readonly reload: () => void } {
  const loaded = useSignal<Loaded<Value>>({ state: 'loading' })
  const round = useSignal(0)
  const reload = useCallback(() => (round.value += 1), [])
  useEffect(() => {
    const abort = new AbortController()
    const last = loaded.peek().value
    loaded.value = { state: 'loading', ...(last !== undefined && { value: last }) }
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) loaded.value = { state: 'loaded', value }
      },
      (error: unknown) => {
        if (abort.signal.aborted) return
        loaded.value = { state: 'failed', problem: problemOf(error), ...(last !== undefined && { value: last }) }
      },
    )
    return () => abort.abort()
  }, [key, round.value])
  return { loaded: loaded.value, reload }
}
