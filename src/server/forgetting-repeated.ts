import type { RepeatedJson } from '../json/repeated-json.js'

/**
 * To be called when a token may have changed, as often as they do: what callers that are not valid any more have sent is forgotten in a
 * microtask, one for all changes of a turn. A token that changes is removed and added again.
 */
export function forgettingRepeated(repeated: Pick<RepeatedJson, 'owners' | 'forget'>, isValid: (owner: string) => boolean): () => void {
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    queueMicrotask(() => {
      isQueued = false
      for (const owner of repeated.owners) if (!isValid(owner)) repeated.forget(owner)
    })
  }
}
