import { executionAsyncResource } from 'node:async_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * How V8 keeps memory, for a process that passes much through and holds little (promises P24, P40; the figures are in
 * docs/decisions). A space for young objects of 16 MiB, which otherwise grows to 128 MiB and more and stays so after a burst. An old
 * generation that may grow to three times what lives in it: collected in the middle of a burst, it would take in all that the burst
 * was just passing on.
 */
const memoryOptions = ['--max-semi-space-size=16', '--heap-growing-percent=200']

/**
 * The options can only be given when a process begins: the program puts itself in its own place, with the same process id and files,
 * before anything else is loaded. An operator's own choice (`NODE_OPTIONS`) goes before.
 */
export function takeMemoryOptions(words: readonly string[]): void {
  const serving = words.every((word) => word === 'start' || !/^(?:[a-z]|--(?:check-config|help|version)$|-[hv]$)/.test(word))
  const chosen = [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv].some((option) => /semi[-_]space/.test(option))
  if (!serving || chosen || process.platform === 'win32' || typeof process.execve !== 'function') return
  const warn = process.emitWarning.bind(process)
  // That the function is young is no news for whoever starts a gateway.
  process.emitWarning = () => undefined
  try {
    process.execve(process.execPath, [process.execPath, ...memoryOptions, ...process.execArgv, ...process.argv.slice(1)], process.env)
  } catch {
    process.emitWarning = warn
  }
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

/** Frees what the start left behind, some 40 MiB of documents on their way to validators: traffic begins with room. Takes 20 ms. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}
