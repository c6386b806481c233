import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Both halves, in bytes: as large as the space for young objects shall become. Under a burst V8 lets it grow to eight times that. */
const wishedBytes = 16 * 1024 * 1024
const whileSmallMs = 25
const whileLargeMs = 1000

/** Until {@link limitYoungSpace}: a start has little garbage, and V8 would not give the memory back (4 MiB of an idle process). */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/**
 * Keeps V8's space for young objects at a size that is enough (docs/decisions/memory-options-and-the-shape-of-ticks.md). Its greatest size
 * can be given only on the command line; while a process runs, only the factor of its growth can. V8 makes the space small again in a
 * process that has nothing to do, so that the factor must be looked after.
 */
export function limitYoungSpace(): void {
  let grows: boolean | undefined
  const look = (): void => {
    const small = youngBytes() < wishedBytes
    if (small !== grows) setFlagsFromString(`--semi-space-growth-factor=${small ? 2 : 1}`)
    grows = small
    setTimeout(look, small ? whileSmallMs : whileLargeMs).unref()
  }
  look()
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0
}
