import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * V8 lets the space for young objects grow to 128 MiB and more, where a burst of traffic leaves it. The limit costs a few per cent of
 * processor time and keeps a burst from staying in memory (promises P24, P40). It can only be given when a process begins: the program
 * puts itself in its own place, with the same process id and files, before anything else is loaded. An operator's own choice
 * (`NODE_OPTIONS`) goes before.
 */
export function limitYoungGeneration(words: readonly string[]): void {
  const serving = words.every((word) => word === 'start' || !/^(?:[a-z]|--(?:check-config|help|version)$|-[hv]$)/.test(word))
  const chosen = [process.env['NODE_OPTIONS'] ?? '', ...process.execArgv].some((option) => /semi[-_]space/.test(option))
  if (!serving || chosen || process.platform === 'win32' || typeof process.execve !== 'function') return
  const warn = process.emitWarning.bind(process)
  // That the function is young is no news for whoever starts a gateway.
  process.emitWarning = () => undefined
  try {
    process.execve(
      process.execPath,
      [process.execPath, '--max-semi-space-size=16', ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    )
  } catch {
    process.emitWarning = warn
  }
}

/**
 * Has V8 learn `process.nextTick` from many equal calls. Where its first calls are few and unlike, as at the start of a program, it
 * keeps the slow way of building a queue entry for good: with a dozen calls a request that took an eighth of the gateway's time.
 */
export function settleNextTick(): void {
  for (let count = 0; count < 2000; count++) process.nextTick(nothing)
}

const nothing = (): void => undefined

/** Frees what the start left behind, some 40 MiB of documents on their way to validators: traffic begins with room. Takes 20 ms. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  if (typeof collect === 'function') Reflect.apply(collect, undefined, [])
}
