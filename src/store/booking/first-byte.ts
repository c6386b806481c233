/** So many milliseconds until the first content are the first step; each further step ends √2 times later, the last one has no end. */
const firstEnd = 32
const steps = 24

/** How many streams had their first content in each step: columns of the sums. Null is 0. */
export const firstByteCounts: readonly string[] = Array.from({ length: steps }, (_, step) => `first_byte_${step}`)

/** The step of a time in milliseconds. */
export function firstByteStep(ms: number | null): number | null {
  if (ms === null) return null
  if (ms < firstEnd) return 0
  return Math.min(steps - 1, 1 + Math.floor(2 * Math.log2(ms / firstEnd)))
}

/**
 * The time in milliseconds within which this part of the streams had their first content, where `counts` has how many there were in
 * each step: within the same step as the exact time. `undefined` where there was none.
 */
export function firstByteWithin(part: number, counts: readonly number[]): number | undefined {
  const all = counts.reduce((sum, count) => sum + count, 0)
  if (all === 0) return undefined
  let missing = part * all
  for (const [step, count] of counts.entries()) {
    if (count >= missing && count > 0) return Math.round(timeIn(step, missing / count))
    missing -= count
  }
  return firstByteBegin(steps - 1)
}

/** `part`: of the requests of this step. */
function timeIn(step: number, part: number): number {
  if (step === 0) return firstEnd * part
  if (step === steps - 1) return firstByteBegin(step)
  return firstByteBegin(step) * 2 ** (part / 2)
}

/** The shortest time of a step, in milliseconds. */
export const firstByteBegin = (step: number): number => (step === 0 ? 0 : firstEnd * 2 ** ((step - 1) / 2))
