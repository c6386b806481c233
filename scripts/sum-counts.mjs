// Sums the last lines `N passed, N failed[, N skipped]` of logs: `sum-counts.mjs LOG…`. A log without one counts as a failure.
// Before the sum, it repeats the lines of the logs that name what has failed.
import { readFileSync } from 'node:fs'

const mostNamed = 30

let passed = 0
let failed = 0
for (const path of process.argv.slice(2)) {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  for (const line of lines.filter((text) => /^(?:failed:|FAILED|FAIL) /.test(text)).slice(0, mostNamed)) console.log(line)
  const last = lines.at(-1) ?? ''
  const counts = /^(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/.exec(last)
  if (counts === null) console.log(`${path} does not end with its counts`)
  passed += Number(counts?.[1] ?? 0)
  failed += Number(counts?.[2] ?? 1)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
