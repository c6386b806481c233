import { performance } from 'node:perf_hooks'

/** What is written when the present turn of the event loop ends. */
export interface TurnEndWriter {
  /** Must not throw. */
  writeNow(): void
}

/** Those that wait are written at once when they are so many: the first of them would wait for the work of all others. */
const most = 16
/** Part of the time in which the event loop works, from which on it is busy. */
const busyFrom = 0.9
/** Writes between two looks at that. */
const lookEvery = 64

let waiting: TurnEndWriter[] = []
let busy = false
let untilLook = lookEvery
let looked = performance.eventLoopUtilization()

/**
 * Whether writes to sockets should wait for the end of the turn of the event loop, to go together after all that has arrived was handled
 * (docs/decisions/writes-at-the-end-of-a-turn.md): a write wakes its reader, which takes longer than the write itself where that waits on
 * another core, and the next readers find this core awake. A process that has time writes at once, since each write then has a turn of its own.
 */
export function writesWait(): boolean {
  if (--untilLook <= 0) look()
  return busy
}

export function writeAtTurnEnd(writer: TurnEndWriter): void {
  const count = waiting.push(writer)
  if (count === 1) setImmediate(writeAll)
  else if (count === most) writeAll()
}

function writeAll(): void {
  const writers = waiting
  waiting = []
  for (const writer of writers) writer.writeNow()
}

function look(): void {
  untilLook = lookEvery
  const now = performance.eventLoopUtilization()
  busy = performance.eventLoopUtilization(now, looked).utilization >= busyFrom
  looked = now
}
