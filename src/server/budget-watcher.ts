import type { Crossing, CrossingWatcher } from '../accounting/thresholds.js'
import type { Configuration } from '../config/index.js'
import { budgetEvent } from '../webhooks/budget-event.js'
import { Webhooks } from '../webhooks/webhooks.js'
import { newId } from './new-id.js'

/** Tells the configuration's addresses, where there are some. */
export function watcherFor(
  configuration: Configuration,
  { now, onTrouble }: { readonly now: () => number; readonly onTrouble: (message: string, detail: unknown) => void },
): CrossingWatcher {
  const webhooks = new Webhooks({
    get addresses() {
      return configuration.webhooks
    },
    send: fetch,
    now,
    newId,
    onTrouble,
  })
  const tell = (crossing: Crossing): void => {
    webhooks.tell(budgetEvent(crossing))
  }
  return {
    get onCrossing() {
      return configuration.webhooks.length > 0 ? tell : undefined
    },
  }
}
