/**
 * V8 lets the space for young objects grow to 128 MiB and more, where a burst of traffic leaves it. 16 MiB cost a few per cent of
 * processor time and keep a burst from staying in memory (promises P24, P40). The limit can only be given when a process begins:
 * the program puts itself in its own place, with the same process id and files, before anything else is loaded. An operator's own
 * choice (`NODE_OPTIONS`) goes before.
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
      [process.execPath, '--max-semi-space-size=8', ...process.execArgv, ...process.argv.slice(1)],
      process.env,
    )
  } catch {
    process.emitWarning = warn
  }
}
