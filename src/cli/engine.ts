import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** V8's old generation may grow to three times its live objects before it is collected. */
export const heapGrowth = '--heap-growing-percent=200'

/**
 * V8's memory options for a process that allocates much and keeps little (promises P24, P40; the figures are in docs/decisions): a
 * collection during a burst would promote the burst's short-lived objects. The flag is set at run time: one that a later V8 does not know
 * then costs a line on standard error, while on the command line it would keep Node from starting. An operator's own flag is kept.
 */
export function takeMemoryOptions(): void {
  if (!process.execArgv.some((option) => /^--heap[-_]growing/.test(option))) setFlagsFromString(heapGrowth)
}

/**
 * Keeps V8's hidden class (shape) of `process.nextTick`'s entries alive. A full collection frees a shape that no object has; the inline
 * cache in Node that makes the entries then misses for every later entry, which took an eighth of the gateway's time. One entry that lives
 * as long as the process prevents that.
 */
export function keepTickShape(): void {
  process.nextTick(() => {
    kept.push(executionAsyncResource())
  })
}

const kept: object[] = []

/** Frees the garbage of the start. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}
