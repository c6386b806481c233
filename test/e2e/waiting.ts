/** For events that must not happen within a time, or that depend on a clock. To wait for an event use `until`. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Waits until the condition is true; throws after the given time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, milliseconds = 2000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`)
    await sleep(5)
  }
}
