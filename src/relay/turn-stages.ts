import { performance } from 'node:perf_hooks'

/** Work that waits for its stage. */
export interface StagedWork {
  /** Must not throw. */
  runStage(): void
}

/**
 * One kind of work of all requests that a turn of the event loop has brought. A busy process does it for all of them together, when
 * everything that has arrived was read (docs/decisions/stages-of-a-turn.md): the processor then has the code and the data of this kind at
 * hand, and of several writes to sockets in a row only the first one has to wake its reader.
 */
export class Stage {
  #waiting: StagedWork[] = []
  #isDue = false

  /** `most`: those that wait are done at once when they are so many, since the first of them would wait for the work of all others. */
  constructor(private readonly most = Infinity) {}

  add(work: StagedWork): void {
    const count = this.#waiting.push(work)
    if (count >= this.most) this.#run()
    else if (!this.#isDue) for (const stage of stages) stage.#becomeDue()
  }

  /** Stages follow each other in one turn, so that what one adds to a later one is done in the same. */
  #becomeDue(): void {
    if (this.#isDue) return
    this.#isDue = true
    setImmediate(this.#runDue)
  }

  readonly #runDue = (): void => {
    this.#isDue = false
    if (this.#waiting.length > 0) this.#run()
  }

  #run(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const work of waiting) work.runStage()
  }
}

/** Most writes that wait for each other. */
const mostWrites = 16

/** Requests whose head has arrived begin. */
export const beginStage = new Stage()
/** Whole replies of providers are handled. */
export const replyStage = new Stage()
/** Requests to providers and replies are written to their sockets. */
export const writeStage = new Stage(mostWrites)

const stages: readonly Stage[] = [beginStage, replyStage, writeStage]

/** Part of the time in which the event loop works, from which on it is busy. */
const busyFrom = 0.9
/** Questions between two looks at that. */
const lookEvery = 128

let busy = false
let untilLook = lookEvery
let looked = performance.eventLoopUtilization()

/** Whether work should wait for its stage. A process that has time does everything at once, since each request then has a turn of its own. */
export function isBusy(): boolean {
  if (--untilLook <= 0) look()
  return busy
}

function look(): void {
  untilLook = lookEvery
  const now = performance.eventLoopUtilization()
  busy = performance.eventLoopUtilization(now, looked).utilization >= busyFrom
  looked = now
}
