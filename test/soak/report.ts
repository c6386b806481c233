import type { Minute } from './minute.js'

/** Prints what is promised and whether it holds; the last line counts it. Returns the exit code. */
export function report(past: readonly Minute[], alive: boolean): number {
  // Five minutes of warm-up, of a shorter run a third.
  const steady = past.slice(Math.min(5, Math.floor(past.length / 3)))
  const growth = slope(steady.map(({ rssMiB }) => rssMiB))
  const descriptors = steady.map((minute) => minute.descriptors)
  const odd = past.reduce((sum, { ends }) => sum + ends.odd, 0)
  const first = steady[0]?.p99 ?? NaN
  const last = steady.at(-1)?.p99 ?? NaN
  const checks: readonly (readonly [string, boolean])[] = [
    ['the process lives', alive],
    [`resident memory grows by ${growth.toFixed(2)} MiB a minute (less than 0.5)`, growth < 0.5],
    [
      `descriptors between ${Math.min(...descriptors)} and ${Math.max(...descriptors)} (20 at most), ` +
        `${slope(descriptors).toFixed(2)} more a minute`,
      Math.max(...descriptors) - Math.min(...descriptors) <= 20,
    ],
    [`${odd} unexpected replies (none)`, odd === 0],
    [
      `p99 of the first content ${first.toFixed(1)} ms, at the end ${last.toFixed(1)} (1.5 times at most), ` +
        `${slope(steady.map(({ p99 }) => p99)).toFixed(2)} ms more a minute`,
      last <= 1.5 * first,
    ],
  ]
  for (const [text, holds] of checks) console.log(`${holds ? 'ok  ' : 'FAIL'} ${text}`)
  const failed = checks.filter(([, holds]) => !holds).length
  console.log(`${checks.length - failed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

/** The growth for each step, by least squares. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const spread = values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0)
  return values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread
}
