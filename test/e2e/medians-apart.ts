/**
 * How far the median times of both are apart, as a part of the smaller one. The two take turns, so that the machine is as busy for both; a
 * machine that others use may spoil one round of timings, not each: the least of three.
 */
export async function mediansApart(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { timings, enough }: { readonly timings: number; readonly enough: number },
): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < 3 && least >= enough; attempt += 1) least = Math.min(least, await apart([one, other], timings))
  return least
}

async function apart(both: readonly (() => Promise<unknown>)[], timings: number): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let round = 0; round < timings; round += 1)
    for (const which of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const startedAt = performance.now()
      await both[which]?.()
      times[which].push(performance.now() - startedAt)
    }
  const [first = 0, second = 0] = times.map((list) => list.sort((a, b) => a - b)[Math.floor(timings / 2)] ?? 0)
  return Math.abs(first - second) / Math.min(first, second)
}
