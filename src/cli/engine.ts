import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The old generation may grow to three times what lives in it. */
export const heapGrowth = '--heap-growing-percent=200'

/**
 * How V8 keeps memory, for a process that passes much through and holds little (promises P24, P40; the figures are in
 * docs/decisions): collected in the middle of a burst, the old generation would take in all that the burst was just passing on.
 * Set while the program runs, a flag that a later V8 does not know costs a line on standard error; on the command line it would
 * keep Node from starting. An operator's own choice stays.
 */
export function takeMemoryOptions(): void {
  if (!process.execArgv.some((option) => /^--heap[-_]growing/.test(option))) setFlagsFromString(heapGrowth)
}

/**
 * Keeps V8 from losing the shape of `process.nextTick`'s entries. A shape that no object has at the time of a full collection is
 * forgotten and made anew, and the place in Node that makes the entries, which knew the old one, makes every later one the slow way:
 * with a dozen calls a request that took an eighth of the gateway's time. One entry that lives as long as the process keeps it.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}

const kept: object[] = []

/** Frees what the start left behind: traffic begins with room. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}
