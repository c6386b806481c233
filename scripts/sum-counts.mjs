// Sums the last lines `N passed, N failed[, N skipped]` of logs: `sum-counts.mjs LOG…`. A log without one counts as a failure.
import { readFileSync } from 'node:fs'

let passed = 0
let failed = 0
for (const path of process.argv.slice(2)) {
  const last = readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? ''
  const counts = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/.exec(last)
  if (counts === null) console.log(`${path} does not end with its counts`)
  passed += Number(counts?.[1] ?? 0)
  failed += Number(counts?.[2] ?? 1)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
