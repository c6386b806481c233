import { setImmediate as turn } from 'node:timers/promises'
import { isBusy } from './turn-stages.js'

/** Keeps the event loop at work until it counts as busy, which it then does for the next 127 questions. */
export async function makeBusy(): Promise<void> {
  for (let count = 1; !isBusy(); count++) {
    if (count % 128 !== 0) continue
    for (const until = performance.now() + 20; performance.now() < until;) await turn()
  }
}
