import { setImmediate as turn } from 'node:timers/promises'
import { writesWait } from './turn-end.js'

/** Keeps the event loop at work until writes wait for the end of its turns, which they then do for the next 63. */
export async function makeBusy(): Promise<void> {
  for (let count = 1; !writesWait(); count++) {
    if (count % 64 !== 0) continue
    for (const until = performance.now() + 20; performance.now() < until;) await turn()
  }
}
