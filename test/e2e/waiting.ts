/** For what must not happen within a time, or what happens by a clock. For an event there is `until`. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Waits until it holds; throws after the given time. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, milliseconds = 2000): Promise<void> {
  const end = performance.now() + milliseconds
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`not within ${milliseconds} ms: ${what}`)
    await sleep(5)
  }
}
