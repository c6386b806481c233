import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'

/**
 * V8's options for a process that allocates much, keeps little, must be fast after a pause and runs the same few paths all the time
 * (figures: docs/decisions/memory-options-and-the-shape-of-ticks.md, compiler-options.md), each with the options of an operator that take its place.
 */
export const v8Options: readonly (readonly [option: string, own: RegExp])[] = [
  // A collection during a burst would promote the burst's short-lived objects: the old generation may grow to three times its live objects.
  ['--heap-growing-percent=200', /^--heap[-_]growing/],
  // The memory reducer collects no times: in a process with nothing to do for eight seconds it would discard nearly all compiled code. It is
  // there since V8's start: --no-memory-reducer has an effect on the command line only.
  ['--memory-reducer-gc-count=0', /^--(?:no[-_])?memory[-_]reducer/],
  // A request runs through some thousand small functions, most of them once: TurboFan may put more of them into the code of their callers.
  ['--max-inlined-bytecode-size=1200', /^--max[-_]inlined[-_]bytecode[-_]size=/],
  ['--max-inlined-bytecode-size-cumulative=3000', /^--max[-_]inlined[-_]bytecode[-_]size[-_]cumulative=/],
  // A function of the path is compiled by TurboFan after half as many requests as by default.
  ['--invocation-count-for-turbofan=1500', /^--invocation[-_]count[-_]for[-_]turbofan=/],
]

/** At run time: an option that a later V8 does not know then costs a line on standard error; on the command line it would keep Node from starting. */
export function takeV8Options(): void {
  for (const [option, own] of v8Options) if (!process.execArgv.some((given) => own.test(given))) setFlagsFromString(option)
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
