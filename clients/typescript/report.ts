/** Runs the checks one after the other; the last line counts. */
export async function report(checks: readonly (() => Promise<void>)[]): Promise<void> {
  let passed = 0
  for (const check of checks)
    try {
      await check()
      passed += 1
    } catch (error) {
      console.log(`FAILED ${check.name}: ${String(error).replaceAll('\n', ' ')}`)
    }
  console.log(`${passed} passed, ${checks.length - passed} failed`)
  process.exitCode = passed === checks.length ? 0 : 1
}
